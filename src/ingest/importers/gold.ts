import type { LooseLabel } from '../draft/labels.ts';
import type { RowRef } from '../readers/json-lines.ts';
import { questionInPrompt } from '../readers/tagged-text.ts';
import type { FileSample } from '../sample.ts';
import { supportingFactsOf } from './bundle-texts.ts';
import { goldIn, idIn, pick, textIn, valueIn } from './cells.ts';
import { isObject, type JsonObject, type Scalar } from './guards.ts';
import type { Importer, LineRole, LineTexts, Match, OpenFile, ReadContext } from './importer.ts';

/**
 * Gold answers without a run: HotpotQA and its kin ({_id | id, question, answer, type, level, supporting_facts}), nq_open
 * ({question, answer: [..]}), FlashRAG's datasets ({id, question, golden_answers}), verl's ({prompt, reward_model}).
 */
const IDS = ['id', '_id', 'qid', 'question_id'] as const;
const QUESTIONS = ['question', 'query', 'question_text'] as const;
const GOLDS = [
  'golden_answers',
  'answers',
  'answer',
  'gold',
  'gold_answers',
  'targets',
  'answer_aliases',
  'reward_model',
] as const;
/** A row with any of these comes from a run. */
const OF_A_RUN =
  /pred|output|response|trajector|correct|search|steps|score|turn|round|record_type|native|policies|generat|rollout|^em$|^f1$|completion/i;
const META = ['type', 'level', 'data_source', 'dataset', 'split', 'judgement'] as const;

const questionOf = (row: JsonObject): string | null => {
  const own = textIn(valueIn(row, QUESTIONS));
  if (own !== null) return own;
  const { prompt } = row;
  if (!Array.isArray(prompt)) return null;
  const user: unknown = prompt.findLast((turn: unknown) => isObject(turn) && turn.role === 'user');
  return isObject(user) && typeof user.content === 'string' ? (questionInPrompt(user.content) ?? user.content) : null;
};

const isGold = (row: JsonObject): boolean =>
  pick(row, GOLDS) !== null && questionOf(row) !== null && !Object.keys(row).some((name) => OF_A_RUN.test(name));

const match = (sample: FileSample): Match | null => {
  const rows = sample.records.filter(isObject);
  const share = rows.filter(isGold).length / Math.max(1, sample.records.length);
  if (share < 0.5) return null;
  const field = pick(rows.find(isGold)!, GOLDS);
  return {
    confidence: 0.7 * share,
    reason: `rows have a question and "${field}", and nothing of a run`,
    takenFor: 'gold answers',
    use: 'data',
  };
};

const read = async (file: OpenFile, context: ReadContext): Promise<void> => {
  const hooks = context.rowHooks((row, at) => readRow(row, at, context));
  await file.rows.read(file.index, hooks);
};

const readRow = (row: unknown, at: Readonly<RowRef>, { draft, problems }: ReadContext) => {
  const aside = (code: string, message: string): void =>
    problems.setAside('error', { code, message, effect: 'The row was set aside.' }, at);
  if (!isObject(row)) return aside('row.unknown-kind', 'This row is no object with a question and an answer.');
  const id = idIn(valueIn(row, IDS));
  const text = questionOf(row);
  if (id === null && text === null) return aside('row.no-id', 'This row has neither an id nor a question.');
  const { gold, isUnreadable } = goldIn(goldValue(row));
  if (gold === null) {
    const name = JSON.stringify((id ?? text ?? '').slice(0, 60));
    return isUnreadable
      ? aside('cell.literal', `The gold answers of ${name} are no readable list.`)
      : aside('label.empty', `The label of ${name} is empty.`);
  }
  draft.looseLabels.push({ id, text, gold, meta: metaOf(row), at: { ...at } });
};

const NO_META: LooseLabel['meta'] = [];

const metaOf = (row: JsonObject): LooseLabel['meta'] => {
  let meta: (readonly [string, Scalar])[] | null = null;
  for (const column of META) {
    const value = textIn(row[column]);
    if (value === null) continue;
    meta ??= [];
    meta.push([column, value]);
  }
  return meta ?? NO_META;
};

/** MuSiQue keeps further spellings beside the answer. */
const goldValue = (row: JsonObject): unknown => {
  const { answer, answer_aliases: aliases } = row;
  if (typeof answer === 'string' && Array.isArray(aliases)) return [answer, ...aliases];
  return valueIn(row, GOLDS);
};

const readTexts = (role: LineRole, value: unknown): LineTexts => {
  if (role !== 'label' || !isObject(value)) return {};
  const facts = value.supporting_facts;
  if (isObject(facts) && Array.isArray(facts.title)) {
    const numbers: readonly unknown[] = Array.isArray(facts.sent_id) ? facts.sent_id : [];
    return {
      supportingFacts: facts.title.flatMap((title: unknown, i) => {
        const sentence = numbers[i];
        return typeof title === 'string' ? [[title, typeof sentence === 'number' ? sentence : 0] as const] : [];
      }),
    };
  }
  const listed = supportingFactsOf(facts);
  return listed === null ? {} : { supportingFacts: listed };
};

export const gold: Importer = { id: 'gold', name: 'Gold answers', match, read, readTexts };
