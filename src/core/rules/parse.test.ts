import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRule } from './format.ts';
import { parseRule } from './parse.ts';
import type { Comparison, Condition, Rule } from './rule.ts';
import type { SignalName } from './signals.ts';

const SIGNALS: readonly SignalName[] = [
  { id: 'round', isFlag: false },
  { id: 'repeat', aliases: ['answer_stable', 'as'], isFlag: true },
  { id: 'margin', aliases: ['mrg'], isFlag: false },
  { id: 'overlap', isFlag: false },
  { id: 'Margin2', isFlag: false },
  { id: 'old_s2g_lora', isFlag: false },
  { id: 'my judge "v2"', isFlag: false },
  { id: 'and', isFlag: true },
];

const read = (text: string): Rule | string => {
  const result = parseRule(text, SIGNALS);
  return result.kind === 'ok' ? result.value : result.error.message;
};
const over = (signal: string, value: number, comparison: Comparison = '>'): Condition => ({
  kind: 'compare',
  signal,
  comparison,
  value,
});
const flag = (signal: string, isNegated = false): Condition => ({ kind: 'flag', signal, isNegated });

describe('reading a rule', () => {
  it('& binds before |', () => {
    expect(read('repeat & margin > 0.25 | round >= 4')).toEqual({
      groups: [[flag('repeat'), over('margin', 0.25)], [over('round', 4, '>=')]],
    });
  });

  it.each<readonly [string, Rule]>([
    [
      'as and not answer_stable or 0.25 < mrg',
      { groups: [[flag('repeat'), flag('repeat', true)], [over('margin', 0.25)]] },
    ],
    [
      '(repeat & margin≥-1.5e-3) || (overlap<=.15)',
      { groups: [[flag('repeat'), over('margin', -0.0015, '>=')], [over('overlap', 0.15, '<=')]] },
    ],
    ['REPEAT&&!!repeat&(margin > +2)', { groups: [[flag('repeat'), flag('repeat'), over('margin', 2)]] }],
    ['"my judge \\"v2\\"" > 7.874999982333975', { groups: [[over('my judge "v2"', 7.874999982333975)]] }],
    ['"and" & old_s2g_lora = \u22123', { groups: [[flag('and'), over('old_s2g_lora', -3, '=')]] }],
    [
      'round != 2 | round <> 2 | round == 2',
      { groups: [[over('round', 2, '!=')], [over('round', 2, '!=')], [over('round', 2, '=')]] },
    ],
    [
      '1 > margin | 2 >= margin | 3 <= margin | 4 = margin | 5 != margin',
      {
        groups: [
          [over('margin', 1, '<')],
          [over('margin', 2, '<=')],
          [over('margin', 3, '>=')],
          [over('margin', 4, '=')],
          [over('margin', 5, '!=')],
        ],
      },
    ],
    ['always', { groups: [[]] }],
    ['never', { groups: [] }],
  ])('%s', (text, rule) => {
    expect(read(text)).toEqual(rule);
  });

  it.each([
    ['', 'At character 1: the rule is empty. Write a condition, for example `repeat & margin > 0.25`.'],
    ['   ', 'At character 4: the rule is empty. Write a condition, for example `repeat & margin > 0.25`.'],
    ['repeat &', 'At character 9: a condition is missing after `&`.'],
    ['repeat & | margin > 1', 'At character 10: a condition is missing between `&` and `|`.'],
    ['& repeat', 'At character 1: a condition is missing before `&`.'],
    ['repeat margin > 1', 'At character 8: `&` or `|` is expected before `margin`.'],
    ['repeat & margn > 1', 'At character 10: there is no signal `margn`. Did you mean `margin`?'],
    [
      'entropy > 1',
      'At character 1: there is no signal `entropy`. There are round, repeat, margin, overlap, Margin2, old_s2g_lora, my judge "v2", and.',
    ],
    ['margin', 'At character 1: `margin` is a number: compare it, as in `margin > 0.5`.'],
    ['!margin > 1', 'At character 1: `!` stands before a yes-or-no signal. Turn the comparison round instead.'],
    ['margin >', 'At character 9: a number is expected after `>`.'],
    ['margin > overlap', 'At character 10: a number is expected after `>`, but here is `overlap`.'],
    ['margin > 0,25', 'At character 10: `0,25` is not a number. Write 0.25, with a point.'],
    ['margin > 25%', 'At character 10: `25%` is not a number. Write a share, such as 0.25, in place of a percentage.'],
    ['margin > 1.2.3 | repeat', 'At character 10: `1.2.3` is not a number.'],
    ['2wiki > 1', 'At character 1: `2wiki` is not a number. A name that begins with a digit goes into double quotes.'],
    ['margin > 1e999', 'At character 10: `1e999` is too large for a number.'],
    ['0.25', 'At character 1: `0.25` stands alone: write a signal, a comparison and the number.'],
    ['0.2 < margin < 0.5', 'At character 14: a condition compares once. Write a range as two: `x > 0.2 & x < 0.5`.'],
    ['0.2 <', 'At character 6: the name of a signal is expected after `<`.'],
    ['0.2 < 3', 'At character 7: the name of a signal is expected after `<`, but here is `3`.'],
    [
      'repeat & (margin > 1 | overlap > 1)',
      'At character 22: `|` inside parentheses: a rule is an OR of ANDs. For `a & (b | c)` write `a & b | a & c`.',
    ],
    ['(repeat & margin > 1', 'At character 1: this parenthesis is never closed.'],
    ['(repeat repeat)', 'At character 9: `&` or `|` is expected before `repeat`.'],
    ['repeat)', 'At character 7: `)` closes a parenthesis that was never opened.'],
    ['repeat ? margin', 'At character 8: `?` has no meaning in a rule. Conditions are joined with & (and) and | (or).'],
    ['"my judge > 1', 'At character 1: the quotation mark is never closed.'],
    [
      'repeat & never',
      'At character 10: there is no signal `never`. There are round, repeat, margin, overlap, Margin2, old_s2g_lora, my judge "v2", and.',
    ],
  ])('refuses %j', (text, message) => {
    expect(read(text)).toBe(message);
  });

  it('points at the place', () => {
    const result = parseRule('repeat & margn > 1', SIGNALS);
    expect(result).toMatchObject({ kind: 'failed', error: { position: 9, length: 5 } });
  });

  it('takes no side between names that differ in case only', () => {
    const twins = [
      { id: 'Judge', isFlag: true },
      { id: 'JUDGE', isFlag: true },
    ];
    expect(parseRule('judge', twins)).toMatchObject({
      error: { message: 'At character 1: `judge` could mean `Judge` or `JUDGE`: mind the case.' },
    });
    expect(parseRule('JUDGE', twins)).toEqual({ kind: 'ok', value: { groups: [[flag('JUDGE')]] } });
  });
});

const name = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('a-b', 'or', 'always', 'x.y', '', 'a"b\\', '1', '-'),
);
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ kind: fc.constant('flag' as const), signal: name, isNegated: fc.boolean() }),
  fc.record({
    kind: fc.constant('compare' as const),
    signal: name,
    comparison: fc.constantFrom<Comparison>('>', '>=', '<', '<=', '=', '!='),
    // -0 is written, and means, 0.
    value: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  }),
);

describe('writing a rule', () => {
  it('reads back to the same rule', () => {
    fc.assert(
      fc.property(fc.array(fc.array(condition, { minLength: 1, maxLength: 4 }), { maxLength: 4 }), (groups) => {
        const ids = [...new Set(groups.flat().map((c) => c.signal))];
        const names = ids.map((id) => ({ id, isFlag: true }));
        expect(parseRule(formatRule({ groups }), names)).toEqual({ kind: 'ok', value: { groups } });
      }),
    );
  });

  it('an always true group makes the rule always true', () => {
    expect(formatRule({ groups: [[flag('repeat')], []] })).toBe('always');
  });
});
