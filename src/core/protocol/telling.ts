/** Words of a name under which a label, or what follows from one, is kept. */
const TELLING = new Set(
  (
    'em f1 acc accuracy correct correctness incorrect right wrong match matched hit hits recall precision ndcg mrr rouge ' +
    'bleu reward rewards gold golds golden gts truth truths label labels target targets answer answers reference ' +
    'references solution safe unsafe verdict supporting'
  ).split(' '),
);

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

/**
 * Whether a column of this name may hold a gold answer or say what was right. Generous: what is hidden for nothing costs a
 * look, what is shown breaks the seal.
 */
export const isTelling = (name: string): boolean => wordsOf(name).some((word) => TELLING.has(word));

/** Of a whole question, a score is mostly its reward. */
export const isTellingMeta = (name: string): boolean => isTelling(name) || wordsOf(name).includes('score');

/** A measure of correctness that was taken for a judge: such a score is the verdict itself. */
export const isVerdict = (judge: string): boolean =>
  /^(official|native|probe|current|token|is|exact|cover|_|-|\s)*(em|f1|match|correct|correctness|acc|accuracy|reward)([_-]?score)?$/i.test(
    judge,
  );
