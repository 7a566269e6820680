import type { Draft } from '../draft/draft.ts';
import type { ProblemLog } from '../problems.ts';

/** A number per question that samples of one question share; undefined where no question has several. */
export const joinGroups = (
  { samples, questions }: Draft,
  keys: Int32Array,
  problems: ProblemLog,
): Int32Array | undefined => {
  if (samples.size === 0) return undefined;
  const numbers = new Map<string, number>();
  const group = keys.map((key) => {
    const name = samples.get(key) ?? questions.keys.ids[key]!;
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
  if (numbers.size === keys.length) return undefined;
  const words = {
    code: 'samples.repeated',
    message: `${keys.length} trajectories are of ${numbers.size} questions: ids repeat in the files.`,
    effect: 'Each is a trajectory of its own (q, q#2, q#3 ...); intervals resample the questions.',
  };
  problems.add('note', words, null);
  return group;
};
