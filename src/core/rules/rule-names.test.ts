import { describe, expect, it } from 'vitest';
import { formatRule } from './format.ts';
import { parseRule } from './parse.ts';
import { namesIn } from './rule-names.ts';

describe('names in a rule of an unknown dataset', () => {
  it('tells yes-or-no signals from numbers', () => {
    expect(namesIn('repeat & "my judge" > 0.25 | 3 <= round | !gate')).toEqual([
      { id: 'repeat', isFlag: true },
      { id: 'my judge', isFlag: false },
      { id: 'round', isFlag: false },
      { id: 'gate', isFlag: true },
    ]);
    expect(namesIn('repeat = 1 | repeat')).toEqual([{ id: 'repeat', isFlag: true }]);
    expect(namesIn('"open')).toEqual([]);
  });

  it('reads back what was written', () => {
    const text = 'repeat & calibrated:old_s2g_lora > 0.25 | !"stop:a b" | round >= 4';
    const rule = parseRule(text, namesIn(text));
    expect(rule.kind === 'ok' && formatRule(rule.value)).toBe(text);
  });
});
