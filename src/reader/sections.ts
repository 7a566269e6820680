import { placeOf } from '../core/audit/format.ts';
import type { AuditReport, CheckResult, CheckStatus } from '../core/audit/index.ts';
import type { ClaimsBlock } from '../core/protocol/claims-text.ts';
import type { Claim } from '../core/protocol/index.ts';
import { formatCell, type ReportTable } from '../core/report/tables.ts';
import { formatCount } from '../ui/parts/format.ts';
import { html, type Markup, type Piece } from './markup.ts';

/** A part of the page with a heading and a place in the list of contents. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: Piece;
}

export function tableSection(table: ReportTable): Section {
  const { id, title, note, rowTitle, columns, rows } = table;
  return {
    id: `table-${id}`,
    title,
    body: html`${note !== null && html`<p class="note">${note}</p>`}<div class="scroll" tabindex="0" role="group" aria-label="${title}"><table><thead><tr><th scope="col">${rowTitle}</th>${columns.map(
      ({ title: name, kind }) => html`<th scope="col" class="${kind === 'text' ? 'text' : 'number'}">${name}</th>`,
    )}</tr></thead><tbody>${rows.map(
      (row) =>
        html`<tr><th scope="row">${row.name}</th>${row.cells.map((cell, i) => {
          const { kind } = columns[i]!;
          const text = formatCell(cell, kind, 'none');
          return html`<td class="${kind === 'text' ? 'text' : 'number'}">${kind === 'text' ? text : text.replaceAll('-', '\u2212')}</td>`;
        })}</tr>`,
    )}</tbody></table></div>`,
  };
}

const STATUS_WORDS: Readonly<Record<CheckStatus, string>> = {
  fail: 'fail',
  warn: 'warn',
  pass: 'pass',
  'not-applicable': 'n/a',
};
const SHOWN = 5;

/** Trouble on top with its rows; passes fold away. */
export function auditSection(audit: AuditReport): Section {
  const { fail, warn, pass, 'not-applicable': none } = audit.counts;
  const trouble = audit.results.filter(({ status }) => status === 'fail' || status === 'warn');
  const quiet = audit.results.filter(({ status }) => status !== 'fail' && status !== 'warn');
  return {
    id: 'audit',
    title: 'Audit of the run',
    body: html`<p>${fail} fail, ${warn} warn, ${pass} pass, ${none} not applicable, over ${formatCount(audit.files)} files and ${formatCount(audit.questions)} questions.${
      audit.sealedQuestions > 0 && ` ${formatCount(audit.sealedQuestions)} labels are sealed and were not looked at.`
    }</p><ul class="checks">${trouble.map(checkItem)}</ul><details><summary>${pass} passed, ${none} not applicable</summary><ul class="checks">${quiet.map(checkItem)}</ul></details>`,
  };
}

function checkItem({ status, title, figure, unit, finding, why, rows, rowCount }: CheckResult): Markup {
  const number = [figure, unit].filter((part) => part !== '').join(' ');
  const isTrouble = status === 'fail' || status === 'warn';
  const more = rowCount - Math.min(SHOWN, rows.length);
  return html`<li data-status="${status}"><b class="status">${STATUS_WORDS[status]}</b><div><p><b>${title}</b>${number !== '' && ` ${number}`}</p>${
    finding !== '' && html`<p class="second">${finding}</p>`
  }${isTrouble && !finding.startsWith(why) && html`<p class="second">Why it matters: ${why}</p>`}${
    isTrouble &&
    rows.length > 0 &&
    html`<ul class="rows">${rows.slice(0, SHOWN).map((row) => html`<li><code>${placeOf(row)}</code> ${row.note}</li>`)}${more > 0 && html`<li>and ${formatCount(more)} more</li>`}</ul>`
  }</div></li>`;
}

/** What the data carry and what not, worded as a paper's claim boundary. */
export function claimsSection(claims: ClaimsBlock | string): Section {
  const body =
    typeof claims === 'string'
      ? html`<p>${claims}</p>`
      : html`<p class="sentence">${claims.summary}</p><div class="pair"><div><h3>Supported</h3>${claimList(claims, true)}</div><div><h3>Not supported, and not refuted either</h3>${claimList(claims, false)}</div></div><h3>Scope</h3><ul class="rows">${claims.scope.map((line) => html`<li>${line}</li>`)}</ul><p class="note">${claims.last}</p>`;
  return { id: 'claims', title: 'Claims', body };
}

function claimList({ claims, where }: ClaimsBlock, isSupported: boolean): Markup {
  const found = claims.filter((claim) => claim.isSupported === isSupported);
  const item = ({ title, figure, criterion }: Claim): Markup =>
    html`<li><b>${title}</b>: ${figure} <span class="note">(${where})</span><p class="note">${criterion}</p></li>`;
  return found.length === 0 ? html`<p>nothing</p>` : html`<ul class="claims">${found.map(item)}</ul>`;
}
