/**
 * A column of the question table over all questions of the dataset: typed arrays indexed by question, so that filters,
 * facets and sorting never touch objects.
 */
export type Column =
  | {
      readonly kind: 'number';
      readonly id: string;
      /** NaN: missing. */
      readonly values: Float64Array;
    }
  | {
      readonly kind: 'category';
      readonly id: string;
      /** Index into `names`, -1: not recorded. */
      readonly codes: Int32Array;
      readonly names: readonly string[];
      /** Names that stand for several values, such as outcome sets. */
      readonly sets?: ReadonlyMap<string, readonly number[]>;
    }
  | {
      /** Several values at once: flags, tags. */
      readonly kind: 'set';
      readonly id: string;
      readonly names: readonly string[];
      /** Ascending codes of the questions that have any. */
      readonly members: ReadonlyMap<number, readonly number[]>;
    }
  | {
      readonly kind: 'text';
      readonly id: string;
      readonly at: (question: number) => string | null;
    };

export type ColumnKind = Column['kind'];

/** Codes that a filter's value stands for; -1 is "not recorded". Empty when the column has no such value. */
export function codesOf(
  column: Extract<Column, { readonly kind: 'category' | 'set' }>,
  value: string | null,
): readonly number[] {
  if (value === null) return [-1];
  const grouped = column.kind === 'category' ? column.sets?.get(value) : undefined;
  if (grouped !== undefined) return grouped;
  const code = column.names.indexOf(value);
  return code < 0 ? [] : [code];
}

/** A column of categories from values; names in order of first appearance, or sorted where there are few. */
export function categoryColumn(
  id: string,
  count: number,
  at: (question: number) => string | null,
): Extract<Column, { readonly kind: 'category' }> {
  const byName = new Map<string, number>();
  const codes = new Int32Array(count);
  for (let q = 0; q < count; q++) {
    const name = at(q);
    if (name === null) {
      codes[q] = -1;
      continue;
    }
    let code = byName.get(name);
    if (code === undefined) {
      code = byName.size;
      byName.set(name, code);
    }
    codes[q] = code;
  }
  return sortNames({ kind: 'category', id, codes, names: [...byName.keys()] });
}

/** Puts the names in order (numbers inside them as numbers), so that facets and sorting agree. */
function sortNames(
  column: Extract<Column, { readonly kind: 'category' }>,
): Extract<Column, { readonly kind: 'category' }> {
  const { compare } = new Intl.Collator('en', { numeric: true });
  const order = column.names.map((_, code) => code).sort((a, b) => compare(column.names[a]!, column.names[b]!));
  const newCode = new Int32Array(order.length);
  order.forEach((code, i) => {
    newCode[code] = i;
  });
  return {
    ...column,
    names: order.map((code) => column.names[code]!),
    codes: column.codes.map((code) => (code < 0 ? -1 : newCode[code]!)),
  };
}
