/** The folder that all paths share, or the only file's name; null where there is neither. */
export function commonName(files: readonly { readonly name: string }[]): string | null {
  const folders = new Set(files.map(({ name }) => (name.includes('/') ? name.slice(0, name.indexOf('/')) : '')));
  const [only] = folders;
  if (folders.size === 1 && only) return only;
  return files.length === 1 ? files[0]!.name : null;
}
