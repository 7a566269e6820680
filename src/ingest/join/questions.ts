import type { MetaColumn, Questions } from '../../core/terms.ts';
import type { QuestionDraft } from '../draft/questions.ts';
import type { ProblemLog } from '../problems.ts';
import { Picker } from './pick.ts';

/** Questions in their final order. `indexOf[key]` is a question's index, -1 where it did not make it. */
export interface JoinedQuestions {
  readonly keys: Int32Array;
  readonly indexOf: Int32Array;
  /** -1 where no row says it; `join` fills it from the states. */
  readonly searches: Int32Array;
  build(stateStart: Int32Array, searches: Int32Array): Questions;
}

/**
 * Order: the inputs; without inputs the native run; without that the first answers. Index ranges count in this order. A
 * question needs a native run, or a first answer that stands for it.
 */
export const joinQuestions = (draft: QuestionDraft, problems: ProblemLog): JoinedQuestions => {
  const { inputOrder, nativeOrder, firstAnswerOrder } = draft;
  const order = inputOrder.length > 0 ? inputOrder : nativeOrder.length > 0 ? nativeOrder : firstAnswerOrder;
  const hasNative = (key: number): boolean => draft.natives.has(key) || draft.firstAnswers.has(key);
  const kept: number[] = [];
  for (const key of order) {
    if (hasNative(key)) {
      kept.push(key);
      continue;
    }
    const words = {
      code: 'native.missing',
      message: `Question "${draft.keys.ids[key]}" has no native run.`,
      effect: 'It was set aside; later questions move up by one in the question order.',
    };
    problems.setAside('error', words, draft.inputs.get(key));
  }
  const keys = Int32Array.from(kept);
  const picker = new Picker(keys);
  const indexOf = picker.positions(draft.keys.count);
  setStrangersAside(draft, indexOf, problems);
  reportMissingLabels(draft, keys, problems);
  reportFirstAnswers(draft, keys, problems);
  const searches = keys.map((key) =>
    draft.firstAnswers.has(key) ? draft.firstAnswerSearches[key]! : draft.nativeSearches[key]!,
  );
  return { keys, indexOf, searches, build: (stateStart, final) => build(draft, picker, stateStart, final) };
};

const build = (draft: QuestionDraft, picker: Picker, stateStart: Int32Array, searches: Int32Array): Questions => {
  return {
    count: picker.count,
    ids: picker.list(draft.keys.ids),
    texts: picker.list(draft.texts),
    golds: picker.list(draft.golds),
    nativeAnswers: nativeAnswers(draft, picker),
    nativeSearches: searches,
    splits: picker.list(draft.splits),
    meta: metaColumns(draft, picker),
    stateStart,
    lines: picker.refs(draft.natives),
    labelLines: picker.refs(draft.labels),
  };
};

/** A column that both inputs and labels have is one; where they differ, the input stands. */
const metaColumns = ({ meta }: QuestionDraft, { keys }: Picker): readonly MetaColumn[] =>
  [...new Set([...meta.input.keys(), ...meta.label.keys()])].map((name) => {
    const [first, second] = [meta.input.get(name), meta.label.get(name)];
    return { name, values: Array.from(keys, (key) => first?.[key] ?? second?.[key] ?? null) };
  });

const nativeAnswers = (draft: QuestionDraft, picker: Picker): readonly (string | null)[] => {
  if (draft.firstAnswerOrder.length === 0) return picker.list(draft.nativeAnswers);
  return Array.from(picker.keys, (key) =>
    draft.firstAnswers.has(key) ? draft.firstAnswerTexts[key]! : draft.nativeAnswers[key]!,
  );
};

/** Rows about questions that are not in the dataset. */
const setStrangersAside = (draft: QuestionDraft, indexOf: Int32Array, problems: ProblemLog): void => {
  const kinds = [
    { rows: draft.natives, code: 'native.unknown-question', what: 'A native run' },
    { rows: draft.firstAnswers, code: 'first-answer.unknown-question', what: 'A first answer' },
    { rows: draft.labels, code: 'label.unknown-question', what: 'A label' },
  ];
  for (let key = 0; key < indexOf.length; key++) {
    if (indexOf[key] !== -1) continue;
    for (const { rows, code, what } of kinds) {
      if (!rows.has(key)) continue;
      const message = `${what} is for "${draft.keys.ids[key]}", which is no question of this dataset.`;
      problems.setAside('error', { code, message, effect: 'The row was set aside.' }, rows.get(key));
    }
  }
};

/** Two files tell of the native run. Which one counts must not go unsaid where they differ. */
const reportFirstAnswers = (draft: QuestionDraft, keys: Int32Array, problems: ProblemLog): void => {
  for (const key of draft.firstAnswerOrder.length === 0 ? [] : keys) {
    if (!draft.firstAnswers.has(key) || !draft.natives.has(key)) continue;
    const isSame =
      draft.firstAnswerTexts[key] === draft.nativeAnswers[key] &&
      draft.firstAnswerSearches[key] === draft.nativeSearches[key];
    if (isSame) continue;
    const words = {
      code: 'first-answer.differs',
      message: `The first answer of "${draft.keys.ids[key]}" (answer or searches) is not that of its trajectory.`,
      effect: 'The first answer counts as the native one.',
    };
    problems.add('note', words, draft.firstAnswers.get(key));
  }
};

const reportMissingLabels = (draft: QuestionDraft, keys: Int32Array, problems: ProblemLog): void => {
  const unlabelled: number[] = [];
  for (const key of keys) if (draft.golds[key] === null) unlabelled.push(key);
  if (unlabelled.length === 0) return;
  if (unlabelled.length === keys.length) {
    const words = {
      code: 'labels.none',
      message: 'There are no labels.',
      effect: 'Correctness is unknown: exact match, safe and unsafe stops stay empty until labels are added.',
    };
    problems.add('note', words, null);
    return;
  }
  for (const key of unlabelled) {
    const words = {
      code: 'label.missing',
      message: `Question "${draft.keys.ids[key]}" has no label.`,
      effect: 'Its correctness is unknown; it is not counted as wrong.',
    };
    const rows = draft.inputs.has(key) ? draft.inputs : draft.natives.has(key) ? draft.natives : draft.firstAnswers;
    problems.add('warning', words, rows.get(key));
  }
};
