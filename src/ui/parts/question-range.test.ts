import { describe, expect, it } from 'vitest';
import { checkRange } from './question-range.ts';

describe('checkRange', () => {
  it('takes two indices, both inclusive', () => {
    expect(checkRange('200', ' 999 ', 1000)).toEqual({ kind: 'ok', value: { from: 200, to: 999 } });
    expect(checkRange('0', '0', 1)).toEqual({ kind: 'ok', value: { from: 0, to: 0 } });
  });

  it('says in words what is wrong', () => {
    expect(checkRange('a', '9', 10)).toMatchObject({ kind: 'failed', error: expect.stringContaining('whole numbers') });
    expect(checkRange('-1', '9', 10)).toMatchObject({ kind: 'failed' });
    expect(checkRange('5', '4', 10)).toMatchObject({
      kind: 'failed',
      error: expect.stringContaining('above the last'),
    });
    expect(checkRange('0', '1000', 1000)).toMatchObject({ kind: 'failed', error: expect.stringContaining('999') });
  });
});
