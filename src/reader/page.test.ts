import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { squad } from '../core/answers/squad.ts';
import { judgeAnswers } from '../core/correctness.ts';
import { bootstrapRecord, conventionsRecord, type Provenance } from '../core/present/provenance.ts';
import { readProvenance } from '../core/present/provenance-text.ts';
import { sealDataset } from '../core/protocol/index.ts';
import { formatReportMarkdown } from '../core/report/markdown.ts';
import { reportRanking } from '../core/report/ranking-curves.ts';
import { buildReport } from '../core/report/report.ts';
import { reportClaims } from '../core/report/report-claims.ts';
import { reportCurves } from '../core/report/report-curves.ts';
import { reportQuestions } from '../core/report/report-questions.ts';
import { EVERYTHING, select } from '../core/selection.ts';
import type { Dataset } from '../core/terms.ts';
import { buildDataset, type QuestionSpec } from '../core/testing/build-dataset.ts';
import { PAGE_ASSETS } from './assets.ts';
import { formatReportPage, type ReportPage } from './page.ts';

const HOSTILE = '</script><img src=x onerror=alert(1)><!--<script>"\'&\u2028';

const QUESTIONS: readonly QuestionSpec[] = Array.from({ length: 12 }, (_, q) => ({
  gold: q % 3 === 0 ? 'Lyon' : 'Paris',
  answer: q % 2 === 0 ? 'Paris' : 'Lyon',
  searches: 3,
  states: [0, 1, 2].map((searchesUsed) => ({
    searchesUsed,
    probe: (q + searchesUsed) % 4 === 0 ? 'Lyon' : 'Paris',
    scores: [((q * 7 + searchesUsed * 5) % 11) - 5],
  })),
}));

function pageOf(dataset: Dataset, change: Partial<ReportPage> = {}): ReportPage {
  const evaluation = judgeAnswers(dataset, squad);
  const selection = select(dataset, EVERYTHING);
  const judge = dataset.judges[0]!.id;
  const thresholds = [{ judge, value: 2 }];
  const { report } = buildReport({
    evaluation,
    selection,
    selectionSpec: EVERYTHING,
    judges: [judge],
    thresholds,
    seed: 1,
    h0Seed: 1,
    repeats: 50,
    h0: null,
    select: null,
    pair: null,
    margin: 0.02,
    programVersion: '9.9.9',
    problems: [],
  });
  return {
    report,
    curves: reportCurves(evaluation, selection, thresholds),
    ranking: reportRanking(evaluation, selection, [judge]),
    provenance: record(dataset),
    audit: null,
    claims: reportClaims(evaluation, selection, EVERYTHING, report, judge),
    isInteractive: true,
    questions: reportQuestions(evaluation, selection, [judge]),
    ...change,
  };
}

const record = ({ name, notice, questions }: Dataset): Provenance => ({
  app: 'stopscope',
  version: '9.9.9',
  dataset: { name, sha256: 'ab'.repeat(32), files: [{ name: HOSTILE, sha256: null }], isSynthetic: true, notice },
  selection: { split: null, role: 'confirmatory', questions: questions.count, range: null },
  policy: { words: `${HOSTILE} >= 2`, judge: HOSTILE, threshold: 2, status: 'frozen' },
  bootstrap: bootstrapRecord(1, 50),
  conventions: conventionsRecord('squad', 0.02),
  postHoc: false,
  link: '#/explore?t=2',
});

const write = (page: ReportPage): string => {
  const written = formatReportPage(page, PAGE_ASSETS);
  if (written.kind === 'failed') throw new Error(written.error);
  return written.value;
};

/** Every text that files bring is hostile. */
function hostileDataset(): Dataset {
  const made = buildDataset(QUESTIONS, [HOSTILE], { [HOSTILE]: { value: 2, isSentinel: false } });
  return {
    ...made,
    name: HOSTILE,
    notice: HOSTILE,
    questions: {
      ...made.questions,
      ids: made.questions.ids.map((id) => `${id}${HOSTILE}`),
      texts: made.questions.ids.map(() => HOSTILE),
      golds: made.questions.golds.map((gold) => [String(gold), HOSTILE]),
      nativeAnswers: made.questions.nativeAnswers.map((answer, q) => (q === 1 ? HOSTILE : answer)),
    },
    states: { ...made.states, probeAnswers: made.states.probeAnswers.map((answer, s) => (s === 4 ? HOSTILE : answer)) },
  };
}

/** The vertices of a path in pixels. */
const verticesOf = (d: string): number[][] =>
  [...d.matchAll(/(-?[\d.]+)[ ,](-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

describe('ranking and calibration', () => {
  const text = write(pageOf(hostileDataset()));
  const section = /<section id="ranking".*?<\/section>/s.exec(text)?.[0] ?? '';
  const svgOf = (id: string) => new RegExp(`<svg[^>]*>\\s*<clipPath id="${id}-clip">.*?</svg>`, 's').exec(section)![0];

  it('are drawn over the eligible states, with the level of an uninformed ranking', () => {
    expect(section).toContain('eligible states, not questions');
    const [states] = reportRankingOf();
    const prevalence = states!.positives / states!.eligible;
    expect(section).toContain(`prevalence ${prevalence.toFixed(4)}`);
    const judge = /<g clip-path="url\(#precision-recall-clip\)"><path d="([^"]+)"/.exec(svgOf('precision-recall'))![1]!;
    // The plot: 352 wide from 52, 248 high from 12; recall to the right, precision upwards.
    const wanted = [...states!.scores].map((_, i) => {
      const [tp, fp] = [states!.truePositives[i]!, states!.falsePositives[i]!];
      return [52 + (352 * tp) / states!.positives, 260 - (248 * tp) / (tp + fp)];
    });
    const drawn = verticesOf(judge);
    for (const [x, y] of wanted)
      expect(drawn.some(([px, py]) => Math.abs(px! - x!) < 0.2 && Math.abs(py! - y!) < 0.2)).toBe(true);
    expect(svgOf('reliability')).toContain('perfectly calibrated');
  });

  it('are left out where labels are sealed or missing', () => {
    const sealed = sealDataset(hostileDataset(), new Uint8Array(QUESTIONS.length).fill(1));
    expect(write(pageOf(sealed)).includes('id="ranking"')).toBe(false);
  });
});

const reportRankingOf = () => pageOf(hostileDataset()).ranking.map(({ states }) => states);

describe('a report page', () => {
  const text = write(pageOf(hostileDataset()));

  it('lets no text of a file become markup', () => {
    expect(text).not.toContain('<img');
    // Provenance, data and program: nothing else opens or closes a script.
    expect(text.match(/<script/g)).toHaveLength(3);
    expect(text.match(/<\/script/g)).toHaveLength(3);
    expect(text).not.toContain('<!--');
    expect(text).toContain('&lt;/script&gt;&lt;img');
    const [, json] = /<script type="application\/json" id="stopscope-explore">(.*?)<\/script>/s.exec(text)!;
    const data = JSON.parse(json!);
    expect(data.questions.questions[1].text).toBe(HOSTILE);
    expect(data.curves.judges[0].name).toBe(HOSTILE);
  });

  it('forbids every request, and runs one style and one script by their hashes', () => {
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)!;
    const rules = policy!.replaceAll('&#39;', "'").split('; ');
    const hash = (body: string) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`;
    const [, style] = /<style>(.*?)<\/style>/s.exec(text)!;
    const [, script] = /<script>(.*?)<\/script>/s.exec(text)!;
    expect(rules).toEqual([
      "default-src 'none'",
      `style-src ${hash(style!)}`,
      `script-src ${hash(script!)}`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(text).not.toMatch(/\s(?:src|href|action)="(?!#)/);
    expect(text).not.toMatch(/url\((?!#)|@import|style="/);
  });

  it('says what it rests on, for people and for programs', () => {
    const found = readProvenance(text);
    expect(found.kind === 'ok' && found.value).toEqual(record(hostileDataset()));
    expect(text).toContain('abababab');
  });

  it('has no script and no data without the interactive part', () => {
    const still = write(pageOf(hostileDataset(), { isInteractive: false, questions: null }));
    expect(still).toContain('script-src &#39;none&#39;');
    expect(still.match(/<script/g)).toHaveLength(1);
    expect(still).not.toContain('stopscope-explore');
    expect(still).not.toContain('data-part="controls"');
  });

  it('gives no text away unless it was chosen', () => {
    const dataset = buildDataset(QUESTIONS, ['j']);
    const named = {
      ...dataset,
      questions: { ...dataset.questions, texts: dataset.questions.ids.map(() => 'SECRET?') },
    };
    expect(write(pageOf(named))).toContain('SECRET?');
    const without = write(pageOf(named, { questions: null }));
    expect(without).not.toContain('SECRET?');
    expect(without).not.toMatch(/\bq[0-9]\b/);
    expect(without).not.toMatch(/Paris|Lyon/);
  });

  it('of sealed labels is the same whatever the labels are', () => {
    const sealedPage = (gold: string): string => {
      const dataset = buildDataset(
        QUESTIONS.map((question) => ({ ...question, gold })),
        ['j'],
      );
      return write(pageOf(sealDataset(dataset, new Uint8Array(QUESTIONS.length).fill(1))));
    };
    expect(sealedPage('Paris')).toBe(sealedPage('Lyon'));
    expect(sealedPage('Paris')).toContain('labels sealed');
    expect(sealedPage('Paris')).toContain('<span class="words">sealed</span>');
    // Searches are no secret.
    expect(sealedPage('Paris')).toContain('data-card="Mean searches"');
  });

  it('refuses a sweep that no browser would open, in words', () => {
    const page = pageOf(buildDataset(QUESTIONS, ['j']));
    const [judge] = page.curves.judges;
    const long = { ...judge!, curve: { ...judge!.curve, thresholds: new Float64Array(400_001) } };
    const written = formatReportPage({ ...page, curves: { ...page.curves, judges: [long] } }, PAGE_ASSETS);
    expect(written.kind === 'failed' && written.error).toContain('without the interactive part');
  });

  it('follows the dark theme of the reader, and takes over every token', () => {
    const tokens = readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8');
    for (const [name] of tokens.matchAll(/--[a-z0-9-]+(?=:)/g)) expect(PAGE_ASSETS.style).toContain(name);
    expect(PAGE_ASSETS.style).not.toContain('data-theme');
    expect(PAGE_ASSETS.style.match(/@media screen and \(prefers-color-scheme: dark\)/g)).toHaveLength(2);
  });
});

describe('a Markdown report', () => {
  it('carries claims and provenance where they are asked for', () => {
    const page = pageOf(hostileDataset());
    expect(formatReportMarkdown(page.report)).not.toContain('## Claims');
    const text = formatReportMarkdown(page.report, page.provenance, page);
    expect(text).toContain('## Claims');
    expect(text).toContain('Not supported (not refuted either):');
    expect(text).toContain('## Provenance');
    expect(text).not.toMatch(/<(?!!-- stopscope-provenance: )[a-z/!]/i);
    const found = readProvenance(text);
    expect(found.kind === 'ok' && found.value).toEqual(page.provenance);
  });
});
