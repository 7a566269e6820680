import type { ByteSource } from './byte-source.ts';
import { withHash } from './hash-source.ts';
import type { Peeled, PeelHooks } from './readers/gzip.ts';
import { isInspectArchive, unlisted, unpackInspect } from './readers/inspect-archive.ts';
import { EMPTY_ZIP, isZip, listZip } from './readers/zip.ts';

/** A file to read: as it was given, or one of an archive's. */
export interface Given {
  readonly name: string;
  /** As given: compressed. */
  readonly size: number;
  unpack(hooks: PeelHooks): Promise<Peeled>;
  /** Of the file as given; of the whole archive where it came in one. */
  hash(): Promise<string>;
  /** Hashed while it is read. */
  readonly isHashed: boolean;
}

/** Files that an archive carries along and nobody meant. */
const IS_NOISE = /(^|\/)(__MACOSX\/|\.DS_Store$)/;

/** Archives become their files, except that an Inspect log stays the one file it is to its user. */
export const expand = async (
  files: readonly ByteSource[],
  hashUpTo = Number.POSITIVE_INFINITY,
): Promise<readonly Given[]> => {
  const given: Given[] = [];
  for (const file of files) {
    const isHashed = file.size <= hashUpTo;
    const { source, hash } = withHash(file, isHashed);
    const plain: Given = {
      name: file.name,
      size: file.size,
      hash,
      isHashed,
      unpack: async () => ({ source, faults: [] }),
    };
    // A file that cannot be read is reported when its turn comes.
    const head = await source.slice(0, 4).catch(() => new Uint8Array(0));
    if (!isZip(head)) {
      given.push(plain);
      continue;
    }
    const members = await listZip(source);
    if ('code' in members) given.push({ ...plain, unpack: async () => unlisted(source, members) });
    else if (isInspectArchive(members)) {
      given.push({ ...plain, unpack: (hooks) => unpackInspect(source, members, hooks) });
    } else {
      const meant = members.filter((member) => !IS_NOISE.test(member.name));
      if (meant.length === 0) given.push({ ...plain, unpack: async () => unlisted(source, EMPTY_ZIP) });
      for (const { name, compressedBytes, unpack } of meant) {
        given.push({ name: `${file.name}/${name}`, size: compressedBytes, hash, isHashed, unpack });
      }
    }
  }
  return given;
};
