import { describe, expect, it } from 'vitest';
import { forPrograms, ofDataTable } from './table-source.ts';

describe('tables of the screen in files', () => {
  it('signs and spaces of type-setting become those that programs read; digits stay', () => {
    expect(forPrograms('\u22120.00625')).toBe('-0.00625');
    expect(forPrograms('\u22120.01250 to \u2212.5')).toBe('-0.01250 to -.5');
    expect(forPrograms('2\u2009081')).toBe('2081');
    expect(forPrograms('39.13\u2009%')).toBe('39.13 %');
    expect(forPrograms('a \u2212 b')).toBe('a \u2212 b');
  });

  it('an end of an interval is a value in spreadsheets and part of a text elsewhere', () => {
    const table = ofDataTable('id', 'Title', {
      caption: '',
      rowCount: 2,
      columns: [
        { key: 't', label: 'Threshold', value: (row) => (row === 0 ? 'never stop' : 1.5), text: String },
        {
          key: 'low',
          label: 'EM, low',
          textLabel: 'EM, interval',
          value: () => -0.1,
          text: (row) => (row === 0 ? '' : '[a, b]'),
        },
        { key: 'high', label: 'EM, high', value: () => 0.1, text: null },
      ],
    });
    expect(table.columns.map(({ title, only }) => [title, only])).toEqual([
      ['Threshold', undefined],
      ['EM, low', 'values'],
      ['EM, interval', 'text'],
      ['EM, high', 'values'],
    ]);
    expect(table.columns[1]!.value(1)).toBe(-0.1);
    expect(table.columns[2]!.text(0)).toBeNull();
    expect(table.columns[2]!.text(1)).toBe('[a, b]');
    expect(table.columns[3]!.value(1)).toBe(0.1);
  });
});
