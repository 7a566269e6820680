import { failed, ok, type Result } from '../result.ts';
import type { Dataset, NamedRange, Selection, SplitMembers } from '../terms.ts';
import { parseProtocol } from './json.ts';
import { checkChain } from './log.ts';
import { sealDataset, sealedQuestions } from './seal.ts';
import { resolveSplits } from './splits.ts';
import { checkOrder, stateOf } from './state.ts';
import { splitsNow, startProtocol, takeSeal } from './steps.ts';
import type { Freeze, Protocol } from './types.ts';

/** Whether the data itself asks for labels to be kept sealed. */
export const asksForSeal = ({ ranges }: Pick<Dataset, 'ranges'>): boolean => ranges.some(({ isSealed }) => isSealed);

/**
 * The protocol of data that was just read. What the user (`isAllSealed`) or the data wants sealed is sealed at once: then
 * nothing has been computed from those labels, unless `wereSeen`.
 */
export function beginProtocol(dataset: Dataset, isAllSealed: boolean, wereSeen: boolean, time: string): Protocol {
  const protocol = startProtocol(dataset, time);
  if (!isAllSealed && !asksForSeal(dataset)) return protocol;
  const hasConfirmatory = splitsNow(protocol, dataset).some(({ role }) => role === 'confirmatory');
  // Ranges that ask for a seal but make no splits (they overlap, or have no role) seal everything.
  const scope = isAllSealed || !hasConfirmatory ? 'all' : 'confirmatory';
  const sealed = takeSeal(protocol, dataset, scope, wereSeen, time);
  return sealed.kind === 'ok' ? sealed.value : protocol;
}

/** A protocol from its text, where it holds and is about this data. The error is a sentence. */
export function readProtocol(text: string, dataset: Dataset): Result<Protocol, string> {
  const parsed = parseProtocol(text);
  if (parsed.kind === 'failed') return parsed;
  const protocol = parsed.value;
  const [fault] = [...checkChain(protocol), ...checkOrder(protocol)];
  if (fault !== undefined) return failed(`The protocol does not hold: ${fault.message}`);
  const [opened] = protocol.entries;
  const isSameData =
    opened?.step.kind === 'opened' &&
    opened.step.questions === dataset.questions.count &&
    opened.step.states === dataset.states.count;
  if (!isSameData) return failed('The protocol is about other data than what is open.');
  const resolved = resolveSplits(dataset, stateOf(protocol).splits);
  return resolved.kind === 'failed' ? resolved : ok(protocol);
}

/**
 * Why a protocol may not take the place of the one in force, or null: only what it unsealed itself may open with it. Else a
 * file from before the seal would undo it.
 */
export function refuseReplacing(now: Protocol, next: Protocol, dataset: Dataset): string | null {
  const { count } = dataset.questions;
  const closed = sealedQuestions(now, splitsNow(now, dataset), count);
  if (closed === null) return null;
  const splits = splitsNow(next, dataset);
  const after = sealedQuestions(next, splits, count);
  const { unsealed } = stateOf(next);
  const looked = new Set(splits.find(({ name }) => name === unsealed?.step.split)?.members);
  const opened = closed.reduce((sum, mark, q) => sum + (mark === 1 && after?.[q] !== 1 && !looked.has(q) ? 1 : 0), 0);
  return opened === 0 ? null : `That protocol would open ${opened} labels that are sealed here.`;
}

/** The data as a protocol lets it be seen: with its splits, its frozen thresholds, and without what is sealed. */
export function closeDataset(dataset: Dataset, protocol: Protocol): Dataset {
  const splits = splitsNow(protocol, dataset);
  const { frozen } = stateOf(protocol);
  return sealDataset(
    {
      ...dataset,
      ...(splits.length === 0 ? {} : { splitMembers: splits, ranges: splits.flatMap(toRange) }),
      // What a freeze fixed is what "frozen" means from then on.
      ...(frozen === null ? {} : { judges: freezeJudges(dataset, frozen.step.freeze) }),
    },
    sealedQuestions(protocol, splits, dataset.questions.count),
  );
}

/** The range that the questions are, or null where they are none. */
export function rangeOfMembers(members: Selection): { readonly from: number; readonly to: number } | null {
  const from = members[0];
  const to = members.at(-1);
  return from === undefined || to === undefined || to - from + 1 !== members.length ? null : { from, to };
}

const toRange = ({ name, role, members }: SplitMembers): readonly NamedRange[] => {
  const range = rangeOfMembers(members);
  return range === null ? [] : [{ name, role, ...range }];
};

const freezeJudges = ({ judges }: Dataset, { thresholds, choice }: Freeze): Dataset['judges'] =>
  judges.map((judge) => {
    const frozen = thresholds.find(({ judge: id }) => id === judge.id);
    if (frozen === undefined) return judge;
    const isSentinel = choice?.chosen.find(({ judge: id }) => id === judge.id)?.isSentinel ?? false;
    return { ...judge, frozen: { value: frozen.value, isSentinel } };
  });
