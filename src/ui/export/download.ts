/** Hands a file to the user; nothing leaves the machine. */
export const download = (name: string, parts: readonly BlobPart[], type: string): void => {
  const address = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser needs the address until it has begun to save.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
};
