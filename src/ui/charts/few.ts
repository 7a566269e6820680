/** Below this many early stops a risk hangs on a handful of questions: its curve is drawn at 40 % opacity. */
export const FEW = 8;
export const FEW_OPACITY = 0.4;

/**
 * Two masks over the policies: where the curve is faint and where it is full. The faint part reaches to the first full
 * policy on either side, so that no hole is left between.
 */
export const fewMasks = (stops: ArrayLike<number>): { readonly few: Uint8Array; readonly many: Uint8Array } => {
  const count = stops.length;
  const few = new Uint8Array(count);
  const many = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    many[i] = stops[i]! >= FEW ? 1 : 0;
    const isBeside = (i > 0 && stops[i - 1]! < FEW) || (i + 1 < count && stops[i + 1]! < FEW);
    few[i] = many[i] === 0 || isBeside ? 1 : 0;
  }
  return { few, many };
};
