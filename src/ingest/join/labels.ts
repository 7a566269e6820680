import type { Draft } from '../draft/draft.ts';
import type { LooseLabel } from '../draft/labels.ts';
import type { ProblemLog } from '../problems.ts';
import { joinByOrder, type OrderJoin } from './by-order.ts';

/**
 * Gives every loose label to its question: by id where that names a trajectory, else by the exact text of the question,
 * else by order where the user has confirmed that. Then samples of one question share its label. Labels that find no
 * question stay, and are reported as such. Returns what order could join.
 */
export const joinLabels = (
  draft: Draft,
  problems: ProblemLog,
  isOrderConfirmed: (file: number) => boolean,
): readonly OrderJoin[] => {
  joinSearches(draft, problems);
  const unmatched: LooseLabel[] = [];
  const byText = draft.looseLabels.length > 0 ? questionsByText(draft) : new Map<string, number | number[]>();
  let joinedByText = 0;
  for (const label of draft.looseLabels) {
    if (giveById(draft, label)) continue;
    const keys = label.text === null ? undefined : byText.get(label.text);
    if (keys === undefined) {
      unmatched.push(label);
      continue;
    }
    joinedByText++;
    for (const key of typeof keys === 'number' ? [keys] : keys) give(draft, draft.questions.keys.ids[key]!, label);
  }
  if (joinedByText > 0) {
    const message = `${joinedByText} labels name their question by its text, not by an id of the runs.`;
    const effect = 'They were joined by the exact text of the question.';
    problems.add('note', { code: 'label.joined-by-text', message, effect }, null);
  }
  const { lost, joins } = joinByOrder(
    draft,
    unmatched,
    isOrderConfirmed,
    (id, label) => give(draft, id, label),
    problems,
  );
  for (const label of lost) {
    const message = `A label is for ${nameOf(label)}, which is no question of this dataset.`;
    const words = { code: 'label.unknown-question', message, effect: 'The row was set aside.' };
    problems.setAside('note', words, label.at);
  }
  shareAmongSamples(draft);
  return joins;
};

const nameOf = ({ id, text }: LooseLabel): string => JSON.stringify((id ?? text ?? '').slice(0, 80));

const isTrajectory = ({ questions }: Draft, key: number): boolean =>
  questions.natives.has(key) || questions.firstAnswers.has(key);

/** One key or several: nearly all texts stand there once, and lists of one would be as many as questions. */
const questionsByText = (draft: Draft): Map<string, number | number[]> => {
  const byText = new Map<string, number | number[]>();
  draft.questions.texts.forEach((text, key) => {
    if (text === null || !isTrajectory(draft, key)) return;
    const keys = byText.get(text);
    if (keys === undefined) byText.set(text, key);
    else if (typeof keys === 'number') byText.set(text, [keys, key]);
    else keys.push(key);
  });
  return byText;
};

const giveById = (draft: Draft, label: LooseLabel): boolean => {
  if (label.id === null || !isTrajectory(draft, draft.questions.keyOf(label.id))) return false;
  give(draft, label.id, label);
  return true;
};

const give = (draft: Draft, id: string, { gold, text, meta, at }: LooseLabel): void => {
  if (!draft.questions.addLabel(id, gold, at)) return;
  draft.questions.addText(id, text);
  for (const [name, value] of meta) draft.questions.addMeta('label', id, name, value);
};

const shareAmongSamples = ({ questions, samples }: Draft): void => {
  for (const [key, base] of samples) {
    const head = questions.keyOf(base);
    questions.golds[key] ??= questions.golds[head] ?? null;
    questions.golds[head] ??= questions.golds[key];
  }
  for (const [key, base] of samples) questions.golds[key] ??= questions.golds[questions.keyOf(base)] ?? null;
};

/** Numbers of searches from a file of their own: for runs that do not say it themselves. */
const joinSearches = (draft: Draft, problems: ProblemLog): void => {
  const { questions } = draft;
  const given = new Set<number>();
  for (const { id, searches, at } of draft.looseSearches) {
    const key = questions.keyOf(id);
    const aside = (code: string, message: string): void =>
      problems.setAside('warning', { code, message, effect: 'The entry was set aside.' }, at);
    if (!isTrajectory(draft, key)) aside('searches.unknown-question', `"${id}" is no question of this dataset.`);
    else if (given.has(key) || questions.nativeSearches[key]! >= 0) {
      aside('searches.known', `The number of searches of "${id}" is already known.`);
    } else {
      questions.nativeSearches[key] = searches;
      given.add(key);
    }
  }
};
