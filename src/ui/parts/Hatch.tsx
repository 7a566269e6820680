/** The pattern of everything unsafe: 45 degrees, 5 px. Goes inside `<defs>`; fill with `url(#id)`. */
export function UnsafeHatch({ id }: { readonly id: string }) {
  return (
    <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="5" height="5" fill="var(--surface)" />
      <rect width="2.2" height="5" fill="var(--unsafe)" />
    </pattern>
  );
}
