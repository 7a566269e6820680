import { describe, expect, it } from 'vitest';
import { csvLine, guardFormula, tsvLine } from './csv.ts';

describe('exported cells', () => {
  it('makes texts that look like formulas harmless', () => {
    for (const text of [
      '=1+1',
      '+cmd|x',
      '-2+3',
      '@SUM(A1)',
      '\t=1',
      '=1+1\nsecond line',
      '\uff1d1',
      '  =1+1',
      '\r\n@x',
    ]) {
      expect(guardFormula(text)).toBe(`'${text}`);
    }
  });

  it('leaves numbers and ordinary texts alone', () => {
    for (const text of ['-0.3', '+0.5', '-1e-7', '.5', 'a=1', 'line\n=1+1', '', '1999-2000', "'=x"]) {
      expect(guardFormula(text)).toBe(text);
    }
    expect(csvLine([-0.3, -0, 1e21, true, null, Number.NaN])).toBe('-0.3,0,1e+21,true,,\r\n');
  });

  it('quotes what would break a row', () => {
    expect(csvLine(['a,b', 'say "x"', 'two\nlines', ' padded', '=1,2'])).toBe(
      '"a,b","say ""x""","two\nlines"," padded","\'=1,2"\r\n',
    );
    expect(tsvLine(['two\nlines\there', -0.3, null, '=1'])).toBe("two lines here\t-0.3\t\t'=1\n");
  });
});
