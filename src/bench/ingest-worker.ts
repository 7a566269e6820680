import { medianTimeAsync } from './measure.ts';
import { readBlob } from './read-run.ts';

/** Milliseconds. */
export interface IngestTimes {
  readonly ingest: number;
  /** The file as text, split at its newlines, every line through `JSON.parse`, and nothing done with it. */
  readonly bare: number;
  /** `JSON.parse` alone, of lines that are in memory already. */
  readonly parse: number;
  /** The bytes of the file, and nothing done with them. */
  readonly reading: number;
}

const linesOf = async (file: File): Promise<readonly string[]> => (await file.text()).split('\n');
const parseAll = (lines: readonly string[]): void => {
  for (const line of lines) if (line !== '') JSON.parse(line);
};

async function measure(file: File): Promise<IngestTimes> {
  const ingest = await medianTimeAsync(async () => void (await readBlob(file)), 5);
  const bare = await medianTimeAsync(async () => parseAll(await linesOf(file)), 5);
  const lines = await linesOf(file);
  const parse = await medianTimeAsync(async () => parseAll(lines), 5);
  const reading = await medianTimeAsync(async () => {
    for await (const piece of file.stream()) void piece;
  }, 5);
  return { ingest, bare, parse, reading };
}

self.addEventListener('message', async ({ data }: MessageEvent<File>) => self.postMessage(await measure(data)));
