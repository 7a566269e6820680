import type { Problem } from '../core/result.ts';
import { failed, ok, type Result } from '../core/result.ts';
import type { Reading } from '../engine/intake-jobs.ts';
import type { NamedBlob } from '../engine/jobs.ts';
import { commonName } from './common-name.ts';

/** Where a dataset comes from, so that it can be read again. */
export type Origin = Place & {
  /** Every label stays sealed until the splits have roles. */
  readonly isSealed?: boolean;
};

type Place =
  | { readonly kind: 'sample'; readonly id: string }
  | { readonly kind: 'directory'; readonly token: string }
  | {
      readonly kind: 'files';
      readonly files: readonly NamedBlob[];
      readonly name: string | null;
      /** They are kept on this device, under this id. */
      readonly keptId?: string;
      /** How the user wants them read; content decides otherwise. */
      readonly reading?: Reading;
    }
  /** Fetched only after somebody saw its name and said yes. */
  | { readonly kind: 'address'; readonly url: string };

/** The id under which these very files are kept on this device, as a part of an origin. */
export const keptIdOf = (origin: Origin | null, files: readonly NamedBlob[]): { readonly keptId?: string } =>
  origin?.kind === 'files' && origin.files === files && origin.keptId !== undefined ? { keptId: origin.keptId } : {};

export interface SampleIndex {
  readonly datasets: readonly Sample[];
}
export interface Sample {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly files: readonly string[];
}

export interface Fetched {
  readonly files: readonly NamedBlob[];
  readonly name: string | null;
  readonly reading?: Reading | undefined;
  /** Who serves the files wants every label sealed. */
  readonly isSealed?: boolean;
}

/** The `data` parameter of the address that finds this origin again, or null for files only this tab has. */
export const dataParameter = (origin: Origin): string | null =>
  origin.kind === 'sample'
    ? origin.id
    : origin.kind === 'directory'
      ? `dir:${origin.token}`
      : origin.kind === 'address'
        ? origin.url
        : null;

/** A web address is absolute, or a path with a slash or an ending: no sample is called so. */
const isAddress = (data: string): boolean => /^https?:\/\//i.test(data) || /^\.{0,2}\//.test(data);

export const originOf = (data: string): Origin =>
  data.startsWith('dir:')
    ? { kind: 'directory', token: data.slice(4) }
    : isAddress(data)
      ? { kind: 'address', url: data }
      : { kind: 'sample', id: data };

/** The app's own base: relative, so that it works from any sub-path. */
const base = (): string => new URL('.', document.baseURI).href;

export const fetchSampleIndex = (signal?: AbortSignal): Promise<Result<SampleIndex>> =>
  get(new URL('samples/index.json', base()).href, 'The list of samples', toJson<SampleIndex>, signal);

/** Gets the files of an origin. */
export async function fetchOrigin(origin: Origin, signal: AbortSignal): Promise<Result<Fetched>> {
  switch (origin.kind) {
    case 'files':
      return ok({ files: origin.files, name: origin.name, reading: origin.reading });
    case 'address':
      return fetchAddress(origin.url, signal);
    case 'sample':
      return fetchSample(origin.id, signal);
    case 'directory':
      return fetchDirectory(origin.token, signal);
  }
}

async function fetchAddress(address: string, signal: AbortSignal): Promise<Result<Fetched>> {
  const url = new URL(address, document.baseURI);
  const name = decodeURIComponent(url.pathname.split('/').at(-1) || url.host);
  const file = await fetchBlob(url.href, name, signal);
  return file.kind === 'failed' ? file : ok({ files: [file.value], name: commonName([file.value]) });
}

async function fetchSample(id: string, signal: AbortSignal): Promise<Result<Fetched>> {
  const index = await fetchSampleIndex(signal);
  if (index.kind === 'failed') return index;
  const sample = index.value.datasets.find((candidate) => candidate.id === id);
  if (sample === undefined) {
    return failed(problem('load.unknown-sample', `There is no sample "${id}". The address may be of another version.`));
  }
  const files = await Promise.all(
    sample.files.map((path) => fetchBlob(new URL(`samples/${path}`, base()).href, path, signal)),
  );
  return collect(files, sample.name);
}

interface Listing {
  readonly files: readonly { readonly path: string }[];
  readonly isSealed?: boolean;
  readonly isJoinedByOrder?: boolean;
}

const directoryRoot = (token: string): URL => new URL(`api/${encodeURIComponent(token)}/`, base());

/** Calls back whenever files of the served directory change; returns how to stop. */
export function watchDirectory(token: string, onChange: () => void): () => void {
  const events = new EventSource(new URL('events', directoryRoot(token)));
  events.addEventListener('change', onChange);
  return () => events.close();
}

async function fetchDirectory(token: string, signal: AbortSignal): Promise<Result<Fetched>> {
  const root = directoryRoot(token);
  const listing = await get(new URL('files', root).href, 'The list of files', toJson<Listing>, signal);
  if (listing.kind === 'failed') return listing;
  const { files, isSealed = false, isJoinedByOrder = false } = listing.value;
  const blobs = await Promise.all(
    files.map(({ path }) => fetchBlob(new URL(`file?path=${encodeURIComponent(path)}`, root).href, path, signal)),
  );
  const fetched = collect(blobs, commonName(files.map(({ path }) => ({ name: path }))));
  if (fetched.kind === 'failed') return fetched;
  const joinByOrder = files.map(({ path }) => path);
  const reading = isJoinedByOrder ? { reading: { mappings: [], takenAs: {}, joinByOrder } } : {};
  return ok({ ...fetched.value, isSealed, ...reading });
}

function collect(files: readonly Result<NamedBlob>[], name: string | null): Result<Fetched> {
  const got: NamedBlob[] = [];
  for (const file of files) {
    if (file.kind === 'failed') return file;
    got.push(file.value);
  }
  return ok({ files: got, name });
}

async function fetchBlob(url: string, name: string, signal: AbortSignal): Promise<Result<NamedBlob>> {
  const blob = await get(url, name, (response) => response.blob(), signal);
  return blob.kind === 'failed' ? blob : ok({ name, blob: blob.value });
}

const toJson = async <T>(response: Response): Promise<T> => (await response.json()) as T;

/** The body is taken within the same guard: a connection may break, or be cut by the signal, after the first bytes. */
async function get<T>(
  url: string,
  what: string,
  take: (response: Response) => Promise<T>,
  signal?: AbortSignal,
): Promise<Result<T>> {
  try {
    const response = await fetch(url, signal ? { signal } : {});
    if (response.ok) return ok(await take(response));
    return failed(problem('load.not-found', `${what}: the server answered ${response.status}.`));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failed(
      problem('load.unreachable', `${what} could not be fetched (${reason}). Is the server still running?`),
    );
  }
}

const problem = (code: string, message: string): Problem => ({
  code,
  severity: 'error',
  message,
  effect: 'What was on screen before stays.',
  file: null,
  line: null,
});
