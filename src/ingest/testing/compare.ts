import type { Dataset } from '../../core/terms.ts';

/**
 * Everything a dataset says, without where it was read from (line references and sources), as plain arrays: -0, NaN and
 * the kind of each column stay visible.
 */
export const contentOf = (dataset: Dataset): unknown => {
  const plain = (value: unknown): unknown =>
    ArrayBuffer.isView(value) && !(value instanceof DataView)
      ? { kind: value.constructor.name, values: Array.from(value as unknown as ArrayLike<number>) }
      : value;
  const without = (record: object, ...left: readonly string[]): unknown =>
    Object.fromEntries(
      Object.entries(record)
        .filter(([key]) => !left.includes(key))
        .map(([key, value]) => [key, plain(value)]),
    );
  return {
    name: dataset.name,
    notice: dataset.notice,
    ranges: dataset.ranges,
    questions: without(dataset.questions, 'lines', 'labelLines'),
    states: without(dataset.states, 'lines', 'probeLines'),
    judges: dataset.judges.map((judge) => without(judge, 'lines')),
  };
};
