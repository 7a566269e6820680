import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { GateCriterion, ReplicaBadge, RoleBadge, Verdict } from './Badge.tsx';
import { Button } from './Button.tsx';
import { JudgeChip } from './JudgeChip.tsx';
import { JudgeKey } from './JudgeKey.tsx';
import { judgeStyle } from './judge-style.ts';
import { MetricCard } from './MetricCard.tsx';
import { StateLevelPanel } from './Panel.tsx';
import { Sentence } from './Readout.tsx';
import { ProgressBar } from './Skeleton.tsx';
import { StopsBar } from './StopsBar.tsx';
import { ThresholdField } from './ThresholdField.tsx';

const html = renderToStaticMarkup;
const text = (markup: string) => markup.replace(/(<[^>]*>)+/g, ' ').trim();
const nothing = () => {};

describe('an empty denominator', () => {
  it('is words on a card, never 0', () => {
    const card = html(
      <MetricCard label="Selected-stop risk" value={{ kind: 'words', text: 'no stops' }} counts="0 / 800" />,
    );
    expect(text(card)).toContain('no stops');
    expect(text(card)).not.toMatch(/(^| )0( |%|$|\.0)(?!\/)/);
  });

  it('is words in the state-level table, and draws no bar', () => {
    const panel = html(
      <StateLevelPanel stateCount="0 states" rows={[{ label: 'Precision', value: null, words: 'no stops' }]} />,
    );
    expect(text(panel)).toContain('no stops');
    expect(html(<StopsBar safe={0} unsafe={0} />)).not.toContain('rect');
  });
});

describe('cards', () => {
  it('fade an interval that belongs to another threshold, and wait in a skeleton for the first', () => {
    const value = { kind: 'value', text: '0.44250' } as const;
    const track = { estimate: -0.00625, low: -0.0125, high: 0, margin: -0.02, judgeIndex: 0 };
    const ready = html(<MetricCard label="EM" value={value} interval={{ kind: 'ready', text: '[a, b]', track }} />);
    const stale = html(
      <MetricCard label="EM" value={value} interval={{ kind: 'ready', text: '[a, b]', track, isStale: true }} />,
    );
    expect(ready).not.toMatch(/pending/);
    expect(stale).toMatch(/pending/);
    expect(html(<MetricCard label="EM" value={value} interval={{ kind: 'pending' }} />)).toContain('being computed');
  });
});

describe('never colour alone', () => {
  it('gives each verdict its own glyph and word', () => {
    const glyphs = (['pass', 'fail', 'not-evaluated'] as const).map((state) => html(<Verdict state={state} />));
    expect(glyphs.map(text)).toEqual(['PASS', 'FAIL', 'not evaluated']);
    expect(new Set(glyphs.map((glyph) => /lucide-[a-z]+/.exec(glyph)?.[0])).size).toBe(3);
  });

  it('gives each judge colour, dash and mark, and no two the same', () => {
    const styles = Array.from({ length: 9 }, (_, index) => judgeStyle(index));
    expect(new Set(styles.map(({ color, dash, mark }) => `${color} ${dash} ${mark}`)).size).toBe(9);
    expect(new Set(styles.map(({ color }) => color)).size).toBe(3);
    expect(html(<JudgeKey index={1} />)).toContain('stroke-dasharray="7 3"');
  });

  it('says how many stops are safe and unsafe beside the bar', () => {
    expect(html(<StopsBar safe={42} unsafe={27} />)).toContain('aria-label="42 safe stops, 27 unsafe stops"');
  });
});

describe('names and states', () => {
  it('names the controls of a judge chip', () => {
    const chip = (isActive: boolean, isHidden: boolean) =>
      html(
        <JudgeChip
          index={0}
          name="Expanded"
          subtext="frozen at 7.875"
          onActivate={nothing}
          onToggleHidden={nothing}
          {...{ isActive, isHidden }}
        />,
      );
    expect(chip(true, false)).toContain('aria-pressed="true"');
    expect(chip(true, false)).not.toContain('Show the curve');
    expect(chip(false, true)).toContain('aria-label="Show the curve of Expanded"');
    expect(text(chip(false, true))).toContain('hidden');
  });

  it('holds every digit of the threshold and marks a post hoc one', () => {
    const field = (isPostHoc: boolean) =>
      html(
        <ThresholdField
          value={7.874999982333975}
          frozen={{ value: 7.874999982333975, isSentinel: false }}
          onStep={nothing}
          onCommit={nothing}
          canLower
          canRaise={false}
          isPostHoc={isPostHoc}
        />,
      );
    expect(field(false)).toContain('value="7.874999982333975"');
    expect(field(false)).not.toContain('postHoc');
    expect(field(true)).toContain('postHoc');
    expect(field(true)).toMatch(/disabled=""[^>]*aria-label="Raise/);
  });

  it('keeps a disabled button in reach and says why', () => {
    const button = html(<Button disabledReason="Sealed until the protocol is frozen">Open</Button>);
    expect(button).toContain('aria-disabled="true"');
    expect(button).toContain('title="Sealed until the protocol is frozen"');
    expect(button).not.toContain(' disabled=""');
  });

  it('writes badges, criteria, sentence and progress in words', () => {
    expect(html(<ReplicaBadge notice="synthetic replica" href="#/how" />)).toContain('href="#/how"');
    expect(text(html(<RoleBadge splitRole="confirmatory" />))).toBe('confirmatory');
    expect(
      text(
        html(
          <GateCriterion short="EM" state="fail">
            {'EM lower end \u22120.03 > \u22120.02'}
          </GateCriterion>,
        ),
      ),
    ).toContain('FAIL');
    expect(
      html(<Sentence parts={[{ text: '77 fewer searches', aside: '\u22123.70\u2009%' }, { text: '.' }]} />),
    ).toContain('77 fewer searches<span> (\u22123.70\u2009%)</span>.');
    const bar = html(<ProgressBar label="Reading" fraction={0.62} detail="1 290 of 2 081 states" onCancel={nothing} />);
    expect(bar).toContain('aria-valuenow="62"');
    expect(text(bar)).toContain('Cancel');
    expect(html(<ProgressBar label="Reading" fraction={null} detail="" />)).not.toContain('aria-valuenow');
  });
});
