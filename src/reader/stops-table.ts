import { UNKNOWN } from '../core/correctness.ts';
import type { ReportQuestions, StopEvents } from '../core/report/report-questions.ts';
import { formatCount } from '../ui/parts/format.ts';
import { html, type Markup } from './markup.ts';

const SHOWN = 200;

/** Event by which each question is stopped at a row; places of questions that finish natively are not in it. */
export function stopsAt({ rowStart, question }: StopEvents, row: number): ReadonlyMap<number, number> {
  const stops = new Map<number, number>();
  // Row 0 never stops; a later event is an earlier state of the same question.
  for (let e = 0; e < (row === 0 ? 0 : rowStart[row + 1]!); e++) stops.set(question[e]!, e);
  return stops;
}

const ORDER = ['unsafe, harmed', 'unsafe', 'safe', 'safe, rescued', 'not known'] as const;
type Outcome = (typeof ORDER)[number];

function outcomeOf(nativeEm: number, em: number): Outcome {
  if (em === UNKNOWN) return 'not known';
  if (em === 1) return nativeEm === 0 ? 'safe, rescued' : 'safe';
  return nativeEm === 1 ? 'unsafe, harmed' : 'unsafe';
}

/** The questions stopped early at a row of a judge's curve, what harms first. */
export function stopsTable({ questions, judges }: ReportQuestions, judge: string, row: number): Markup {
  const events = judges.find((one) => one.judge === judge);
  const rows = [...(events === undefined ? [] : stopsAt(events, row))]
    .map(([place, event]) => {
      const question = questions[place]!;
      return { question, event, outcome: outcomeOf(question.nativeEm, events!.em[event]!) };
    })
    .sort((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome));
  if (rows.length === 0) return html`<p>No question is stopped early at this threshold.</p>`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Questions stopped early"><table><thead><tr><th scope="col">Question</th><th scope="col" class="text">Outcome</th><th scope="col" class="number">Searches</th><th scope="col" class="text">Answer at the stop</th><th scope="col" class="text">Native answer</th><th scope="col" class="text">Gold</th></tr></thead><tbody>${rows
    .slice(0, SHOWN)
    .map(
      ({ question, event, outcome }) =>
        html`<tr><th scope="row"><code>${question.id}</code> ${question.text ?? ''}</th><td class="text"><b class="${outcome === 'not known' ? 'second' : outcome.split(',')[0]!}">${outcome}</b></td><td class="number">${events!.searchesUsed[event]!} of ${question.nativeSearches}</td><td class="text">${events!.answer[event] ?? 'no answer'}</td><td class="text">${question.nativeAnswer ?? 'no answer'}</td><td class="text">${question.isSealed ? 'sealed' : question.golds.join(' | ') || 'no label'}</td></tr>`,
    )}</tbody></table></div>${rows.length > SHOWN && html`<p class="note">and ${formatCount(rows.length - SHOWN)} more; a higher threshold shows fewer.</p>`}`;
}
