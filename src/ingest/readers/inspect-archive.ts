import { type ByteSource, fromBlob } from '../byte-source.ts';
import type { Peeled, PeelFault, PeelHooks } from './gzip.ts';
import { RowsBlob } from './rows-blob.ts';
import type { ZipMember } from './zip.ts';

const SAMPLE = /^samples\/.+_epoch_\d+\.json$/;

/** An Inspect log is an archive with a header and one file a sample. */
export const isInspectArchive = (members: readonly ZipMember[]): boolean =>
  members.some(({ name }) => name === 'header.json' || name === '_journal/start.json') &&
  members.some(({ name }) => SAMPLE.test(name));

/** The samples of an Inspect log, one a line. A log of a thousand samples is one file to the user, not a thousand. */
export const unpackInspect = async (
  source: ByteSource,
  members: readonly ZipMember[],
  hooks: PeelHooks,
): Promise<Peeled> => {
  const rows = new RowsBlob();
  const faults: PeelFault[] = [];
  const compare = new Intl.Collator('en', { numeric: true }).compare;
  const samples = members.filter(({ name }) => SAMPLE.test(name)).sort((a, b) => compare(a.name, b.name));
  for (const sample of samples) {
    if (hooks.signal.aborted) break;
    const unpacked = await sample.unpack(hooks);
    for (const { code, message } of unpacked.faults) faults.push({ code, message: `${sample.name}: ${message}` });
    const bytes = await unpacked.source.slice(0, unpacked.source.size);
    // Between JSON tokens a line break is white space, and inside strings there is none.
    rows.addLine(new TextDecoder().decode(bytes).replace(/[\r\n]+/g, ' '));
  }
  return { source: rows.finish(source.name), faults };
};

/** For an archive that cannot be listed. */
export const unlisted = (source: ByteSource, fault: PeelFault): Peeled => ({
  source: fromBlob(source.name, new Blob([])),
  faults: [fault],
});
