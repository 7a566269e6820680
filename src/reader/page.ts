import type { AuditReport } from '../core/audit/index.ts';
import { type Provenance, provenanceLines } from '../core/present/provenance.ts';
import { embedProvenance } from '../core/present/provenance-text.ts';
import type { ClaimsBlock } from '../core/protocol/claims-text.ts';
import { Sha256, utf8 } from '../core/protocol/sha256.ts';
import type { JudgeRanking } from '../core/report/ranking-curves.ts';
import type { FullReport } from '../core/report/report.ts';
import type { ReportCurves } from '../core/report/report-curves.ts';
import type { ReportQuestions } from '../core/report/report-questions.ts';
import { describeReport, reportTables } from '../core/report/report-tables.ts';
import { failed, ok, type Result } from '../core/result.ts';
import { formatCount } from '../ui/parts/format.ts';
import { drawGate } from './draw-gate.ts';
import { drawRanking } from './draw-ranking.ts';
import { countRows, MOST_ROWS } from './embed.ts';
import { DATA_ID, exploreData, exploreMarkup } from './explore.ts';
import { embedJson, embedScript, html, type Markup, raw } from './markup.ts';
import { auditSection, claimsSection, type Section, tableSection } from './sections.ts';

/** All that one report file is made of. */
export interface ReportPage {
  readonly report: FullReport;
  readonly curves: ReportCurves;
  /** The judges of the curves as rankings of states. */
  readonly ranking: readonly JudgeRanking[];
  readonly provenance: Provenance;
  readonly audit: AuditReport | null;
  /** A sentence where there are none. */
  readonly claims: ClaimsBlock | string;
  /** The reader may move the threshold. */
  readonly isInteractive: boolean;
  /** Only where the writer chose to give the texts away. */
  readonly questions: ReportQuestions | null;
}

/** What stands in every page: the style sheet, and the program of the interactive part. */
export interface PageAssets {
  readonly style: string;
  readonly script: string;
}

/**
 * The report as one HTML file. Its own policy forbids every request; style and script run by their hashes alone. The error
 * is a sentence: the sweep is too long to be written into a file.
 */
export function formatReportPage(page: ReportPage, { style, script }: PageAssets): Result<string, string> {
  const { curves, isInteractive, questions, report, provenance } = page;
  const rows = countRows(curves);
  if (isInteractive && rows > MOST_ROWS) {
    return failed(
      `The curves have ${formatCount(rows)} policies, and a file that holds more than ${formatCount(MOST_ROWS)} would hardly open. Write the report without the interactive part, or for one judge.`,
    );
  }
  const program = isInteractive ? embedScript(script) : null;
  const title = `Stopscope report: ${provenance.dataset.name}`;
  const sections = sectionsOf(page);
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(style, program?.markup ?? null)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="stopscope ${provenance.version}">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
${headOf(page)}
<nav aria-label="Contents"><ul>${sections.map(({ id, title: name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
<main>
${sections.map(
  ({
    id,
    title: name,
    body,
  }) => html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${name}</h2>${body}</section>
`,
)}</main>
<footer>${provenance.dataset.notice !== null && html`<p><b>${provenance.dataset.notice}</b></p>`}<p>Made by stopscope ${provenance.version}. This file stands alone: it asks no server for anything.</p></footer>
${raw(embedProvenance(provenance, 'html'))}
${
  program !== null &&
  html`<script type="application/json" id="${DATA_ID}">${embedJson(exploreData(curves, report.stopscope.provenance.gate_margin, questions))}</script>
<script>${program}</script>`
}
</body>
</html>
`;
  return ok(document.markup);
}

/** Nothing may be fetched, sent, framed or run but the one script in the file. */
const contentPolicy = (style: string, script: string | null): string =>
  [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src ${script === null ? "'none'" : `'${hashOf(script)}'`}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

function hashOf(text: string): string {
  const hex = new Sha256().update(utf8(text)).digest();
  const bytes = hex.match(/../g)!.map((pair) => String.fromCharCode(Number.parseInt(pair, 16)));
  return `sha256-${btoa(bytes.join(''))}`;
}

function headOf({ report, provenance, curves }: ReportPage): Markup {
  const { dataset, selection, postHoc } = provenance;
  const { isSealed } = sealOf(curves);
  return html`<header><p class="brand">Stopscope report</p><h1>${dataset.name}</h1><p class="badges">${
    dataset.notice !== null && html`<span class="badge replica">${dataset.notice}</span>`
  }${selection.role !== null && html`<span class="badge${selection.role === 'confirmatory' && ' confirmatory'}">${selection.role}</span>`}${
    postHoc && html`<span class="badge warn">post hoc</span>`
  }${isSealed && html`<span class="badge">labels sealed</span>`}</p><ul class="facts">${describeReport(report).map((line) => html`<li>${line}</li>`)}</ul>${
    isSealed &&
    html`<p>Labels of this selection are sealed: right and wrong are not computed, and nothing in this file holds them.</p>`
  }</header>`;
}

const sealOf = ({ native }: ReportCurves): { readonly isSealed: boolean } => ({ isSealed: (native.sealed ?? 0) > 0 });

function sectionsOf(page: ReportPage): readonly Section[] {
  const { report, curves, isInteractive, questions, audit, claims, provenance } = page;
  const tables = reportTables(report);
  const ranking = drawRanking(page.ranking, tables);
  const names = new Map(curves.judges.map(({ id, name }) => [id, name]));
  const gate = drawGate(report.stopscope, names);
  const margin = report.stopscope.provenance.gate_margin;
  return [
    {
      id: 'explore',
      title: isInteractive ? 'Explore' : 'Figures',
      body: exploreMarkup(curves, margin, questions, isInteractive),
    },
    ...(gate === null
      ? []
      : [
          {
            id: 'gate',
            title: 'Intervals against native',
            body: html`<p class="note">PASS means: not worse than the margin, and fewer searches. It does not mean equal, safe, or cheaper in total: judge calls are not in the searches.</p>${gate}`,
          },
        ]),
    ...(ranking === null ? [] : [{ id: 'ranking', title: 'Ranking and calibration', body: ranking }]),
    claimsSection(claims),
    ...(audit === null ? [] : [auditSection(audit)]),
    ...tables.filter(({ rows }) => rows.length > 0).map(tableSection),
    {
      id: 'provenance',
      title: 'Provenance',
      body: html`<ul class="rows">${provenanceLines(provenance).map((line) => html`<li>${line}</li>`)}<li>interval ends: ${provenance.bootstrap.indexRule}</li><li>${provenance.conventions.unparsed}; ${provenance.conventions.budgets}</li>${
        provenance.link !== null &&
        html`<li>opens with <code>stopscope view DIR --open "${provenance.link}"</code></li>`
      }</ul><p>SHA-256 over the files, <code>${provenance.dataset.sha256 ?? 'not known'}</code>:</p><ul class="rows">${provenance.dataset.files.map(
        ({ name, sha256 }) => html`<li><code>${sha256 ?? 'not known'}</code> ${name}</li>`,
      )}</ul>`,
    },
  ];
}
