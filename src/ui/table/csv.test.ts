import { describe, expect, it } from 'vitest';
import { csvCell, tableToCsv } from './csv.ts';

describe('csvCell', () => {
  it('disarms formulas and leaves numbers alone', () => {
    expect(csvCell('=1+1')).toBe("'=1+1");
    expect(csvCell('@SUM(A1)')).toBe("'@SUM(A1)");
    expect(csvCell('-2+3')).toBe("'-2+3");
    expect(csvCell('+cmd|x')).toBe("'+cmd|x");
    expect(csvCell('\tx')).toBe("'\tx");
    expect(csvCell(-0.3)).toBe('-0.3');
    expect(csvCell('-0.3')).toBe('-0.3');
    expect(csvCell('+1e-5')).toBe('+1e-5');
    expect(csvCell(7.874999982333975)).toBe('7.874999982333975');
  });

  it('quotes what would break a row', () => {
    expect(csvCell('a,"b"')).toBe('"a,""b"""');
    expect(csvCell('=a,b')).toBe('"\'=a,b"');
    expect(csvCell('two\nlines')).toBe('"two\nlines"');
  });

  it('leaves an undefined value empty, never 0', () => {
    expect(csvCell(null)).toBe('');
    expect(csvCell(Number.NaN)).toBe('');
    expect(csvCell(Infinity)).toBe('Infinity');
  });
});

describe('tableToCsv', () => {
  it('writes the notice, the header and every row', () => {
    const columns = [
      { key: 't', label: 'threshold', value: (row: number) => 10 - row, text: String },
      { key: 'risk', label: 'risk', value: (row: number) => (row === 0 ? null : 0.5), text: String },
    ];
    const csv = tableToCsv(columns, 25_001, ['synthetic replica']).join('').split('\r\n');
    expect(csv[0]).toBe('# synthetic replica');
    expect(csv[1]).toBe('threshold,risk');
    expect(csv[2]).toBe('10,');
    expect(csv[3]).toBe('9,0.5');
    expect(csv.length).toBe(25_001 + 3);
  });
});
