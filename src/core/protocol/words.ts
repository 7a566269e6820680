/** What a protocol is worth, in plain words. Shown wherever one is made, exported or verified. */
export const CAN_PROVE: readonly string[] = [
  'The order of steps as this program recorded them: sealed, frozen, unsealed, and what came after.',
  'That the files, the split, the labels, the threshold and the report are the ones that were frozen: a byte that changed is found.',
  'That the threshold follows from the validation split by the stated rule, and the report from the files.',
];
export const CANNOT_PROVE: readonly string[] = [
  'That nobody looked at the labels elsewhere, in another program, another tab or another copy.',
  'When something happened: the times are those of this machine’s clock.',
  'That this is the only protocol: somebody can make many and show one. Publish the freeze hash before the unseal.',
  'That a forger did not rewrite the whole log with new hashes, unless the freeze hash was published before.',
  'Sealing reads the label file to split off and hash the labels; it computes nothing from them.',
];
