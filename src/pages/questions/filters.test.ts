import { describe, expect, it } from 'vitest';
import { filterWords, rangeOf, setRange, toggleValue, valuesOf } from './filters.ts';

describe('conditions of the table', () => {
  it('collect values of one column, and vanish with the last one', () => {
    const one = toggleValue([], 'outcome', 'unsafe');
    const two = toggleValue(one, 'outcome', 'kept');
    expect(valuesOf(two, 'outcome')).toEqual(['unsafe', 'kept']);
    expect(toggleValue(toggleValue(two, 'outcome', 'unsafe'), 'outcome', 'kept')).toEqual([]);
    expect(valuesOf(toggleValue(two, 'meta:type', null), 'meta:type')).toEqual([null]);
  });

  it('keep a range until both ends are open', () => {
    const some = setRange([], 'score', 7.875, null);
    expect(rangeOf(some, 'score')).toMatchObject({ low: 7.875, high: null });
    expect(setRange(some, 'score', null, null)).toEqual([]);
    expect(rangeOf([], 'score')).toEqual({ low: null, high: null });
  });

  it('read as words', () => {
    expect(filterWords({ kind: 'in', column: 'outcome', values: ['unsafe', 'missed-harmful'] })).toBe(
      'unsafe stop or missed, harmful',
    );
    expect(filterWords({ kind: 'in', column: 'meta:type', values: [null] })).toBe('Type not recorded');
    expect(filterWords({ kind: 'range', column: 'score', low: 7.875, high: null })).toBe(
      'First crossing score at least 7.875',
    );
    expect(filterWords({ kind: 'range', column: 'policySearches', low: 1, high: 3 })).toBe('Policy searches 1 to 3');
    expect(filterWords({ kind: 'range', column: 'earliestSafe', low: 0, high: null })).toBe('has an opportunity');
    expect(filterWords({ kind: 'in', column: 'stateMarks', values: ['true-positive', 'unparsed'] })).toBe(
      'holds a true positive state or an unparsed state',
    );
  });
});
