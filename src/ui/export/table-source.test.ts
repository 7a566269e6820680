import { describe, expect, it } from 'vitest';
import { columnsOf, forPrograms, ofDataTable } from './table-source.ts';

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

const words = (text: string) => ({ words: text, exact: null, ends: null });
const valuesOf = (cells: Parameters<typeof columnsOf>[1]) =>
  columnsOf('Risk', cells)
    .filter(({ only }) => only !== 'text')
    .map(({ title, value }) => [title, ...cells.map((_, row) => value(row))]);

describe('a column of the page', () => {
  it('counts of something are two figures: a spreadsheet would read 1 / 2 as a day', () => {
    expect(valuesOf([words('39.13\u2009% \u00b7 27 / 69'), words('1 / 2'), words('no stops')])).toEqual([
      ['Risk, count', '27', '1', null],
      ['Risk, of', '69', '2', null],
    ]);
    expect(valuesOf([words('2\u2009081 / 10\u2009000')])).toEqual([
      ['Risk, count', '2081'],
      ['Risk, of', '10000'],
    ]);
  });

  it('a column of two figures has two names', () => {
    const made = columnsOf('Better / worse', [{ words: '3 / 4', exact: null, ends: ['3', '4'] }]);
    expect(made.map(({ title, only }) => [title, only])).toEqual([
      ['Better / worse', 'text'],
      ['Better', 'values'],
      ['worse', 'values'],
    ]);
  });

  it('an interval is its two ends, with every digit where they are known', () => {
    const exact = { words: '[\u22120.01250, 0]', exact: null, ends: ['-0.012499999999999997', '0'] };
    expect(valuesOf([exact, words('[\u22120.5, +0.25] points'), words('')])).toEqual([
      ['Risk, low', '-0.012499999999999997', '-0.5', null],
      ['Risk, high', '0', '+0.25', null],
    ]);
    const shown = columnsOf('Risk', [exact]).filter(({ only }) => only !== 'values');
    expect(shown.map(({ text }) => text(0))).toEqual(['[\u22120.01250, 0]']);
  });

  it('exact figures go before words; texts that hold a fraction stay whole', () => {
    expect(valuesOf([{ words: '0.44250', exact: '0.4425', ends: null }])).toEqual([['Risk', '0.4425']]);
    expect(valuesOf([words('What is 1 / 2 of 10?'), words('Who was first in 1999?')])).toEqual([
      ['Risk', 'What is 1 / 2 of 10?', 'Who was first in 1999?'],
    ]);
    expect(valuesOf([words('1 / 2'), words('Who was first in 1999?')])).toEqual([
      ['Risk', '1 / 2', 'Who was first in 1999?'],
    ]);
  });
});
