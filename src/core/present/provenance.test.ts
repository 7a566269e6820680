import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { datasetHash, matchData, type Provenance, provenanceLines } from './provenance.ts';
import { embedProvenance, type ProvenancePlace, provenanceJson, readProvenance } from './provenance-text.ts';

const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex');

const FILES = [
  { name: 'run/inputs.jsonl', sha256: hashOf('inputs') },
  { name: 'run/labels.jsonl', sha256: hashOf('labels') },
];

const SAMPLE: Provenance = {
  app: 'stopscope',
  version: '1.2.3',
  dataset: {
    name: 'a <b> & "c" --> </script> 100 %, \u2028 x',
    sha256: datasetHash(FILES),
    files: FILES,
    isSynthetic: true,
    notice: 'synthetic replica',
  },
  selection: { split: 'test', role: 'confirmatory', questions: 800, range: { from: 200, to: 999 } },
  policy: { words: 'expanded >= 7.874999982333975', judge: 'expanded', threshold: 7.874999982333975, status: 'frozen' },
  bootstrap: { seed: 20260728, repeats: 10000, indexRule: 'rule' },
  conventions: { answerRule: 'squad', comparison: '>=', margin: 0.02, unparsed: 'never', budgets: 'first' },
  postHoc: false,
  link: '#/explore?q=200-999&t=7.874999982333975',
};

describe('the hash of a dataset', () => {
  it('is what sha256sum prints over the sorted list of sha256sum', () => {
    const lines = [`${hashOf('inputs')}  inputs.jsonl\n`, `${hashOf('labels')}  labels.jsonl\n`].sort();
    expect(datasetHash(FILES)).toBe(hashOf(lines.join('')));
    expect(datasetHash([...FILES].reverse())).toBe(datasetHash(FILES));
    expect(datasetHash(FILES.map(({ name, sha256 }) => ({ name: name.slice(4), sha256 })))).toBe(datasetHash(FILES));
  });

  it('changes with a file, and is unknown while one is being hashed', () => {
    expect(datasetHash([FILES[0]!])).not.toBe(datasetHash(FILES));
    expect(datasetHash([FILES[0]!, { name: 'labels.jsonl', sha256: null }])).toBeNull();
    expect(datasetHash([])).toBeNull();
  });
});

describe('the record in exported files', () => {
  const around: Readonly<Record<ProvenancePlace, (record: string) => string>> = {
    svg: (record) => `<svg xmlns="http://www.w3.org/2000/svg"><title>t</title>${record}<text>a</text></svg>`,
    html: (record) => `<!doctype html><p>{"a":1}</p>${record}<script>x({})</script>`,
    markdown: (record) => `# Title\n\n${record}\n\n| a |\n`,
    latex: (record) => `% a line\n${record}\n\\begin{table}\n`,
    csv: (record) => `# a line\r\n${record}\r\nthreshold,em\r\n1,2\r\n`,
    cell: (record) => `id,provenance\r\nq1,${record}\r\nq2,\r\n`,
    png: (record) => record,
  };
  for (const place of Object.keys(around) as ProvenancePlace[]) {
    it(`is read back from ${place}`, () => {
      expect(readProvenance(around[place](embedProvenance(SAMPLE, place)))).toEqual({ kind: 'ok', value: SAMPLE });
    });
  }

  it('ends no comment and no element early', () => {
    expect(provenanceJson(SAMPLE)).not.toMatch(/[<>&\n\u2028]|--/);
    expect(embedProvenance(SAMPLE, 'csv').replace('# stopscope-provenance: ', '')).not.toMatch(/[,"\s]/);
  });

  it('is read from an SVG that another program saved with entities', () => {
    const saved = embedProvenance(SAMPLE, 'svg').replaceAll('"', '&quot;').replaceAll('id=&quot;', 'id="');
    expect(readProvenance(saved.replace('provenance&quot;>', 'provenance" >'))).toEqual({ kind: 'ok', value: SAMPLE });
  });

  it('says what is wrong with other files', () => {
    expect(readProvenance('<svg></svg>')).toMatchObject({
      kind: 'failed',
      error: expect.stringContaining('no record'),
    });
    const cut = embedProvenance(SAMPLE, 'latex').replace('"seed":20260728', '"seed":"x"');
    expect(readProvenance(cut)).toMatchObject({ kind: 'failed', error: expect.stringContaining('bootstrap.seed') });
    expect(readProvenance('stopscope-provenance: {"app": }')).toMatchObject({ kind: 'failed' });
    expect(readProvenance('# stopscope-provenance: %7B%ZZ%7D')).toMatchObject({ kind: 'failed' });
  });
});

describe('the small print', () => {
  it('names hash, split, role, n, policy, seed and version', () => {
    const all = provenanceLines(SAMPLE).join('\n');
    for (const part of [
      'synthetic replica',
      SAMPLE.dataset.sha256!.slice(0, 16),
      'questions 200\u2013999, split test (confirmatory), n = 800',
      'expanded >= 7.874999982333975 (frozen)',
      '10000 question-level replicates, base seed 20260728',
      'stopscope 1.2.3',
    ]) {
      expect(all).toContain(part);
    }
  });

  it('says that a hash is being computed, and what is post hoc', () => {
    const { dataset } = SAMPLE;
    const lines = provenanceLines({ ...SAMPLE, dataset: { ...dataset, sha256: null }, postHoc: true });
    expect(lines.join('\n')).toContain('SHA-256 being computed');
    expect(lines.join('\n')).toContain('(frozen), post hoc');
  });
});

describe('a comparison', () => {
  const other = { ...SAMPLE.dataset, name: 'other seed', sha256: 'ab'.repeat(32), notice: 'synthetic replica' };
  const both: Provenance = {
    ...SAMPLE,
    compared: {
      dataset: other,
      selection: { split: null, role: 'exploratory', questions: 200, range: { from: 0, to: 199 } },
      policy: { words: 'judge b, never stop', judge: 'judge b', threshold: null, status: 'post hoc' },
      by: 'text',
      questions: 150,
    },
  };

  it('names both runs, both hashes, and how many questions they share', () => {
    const lines = provenanceLines(both);
    expect(lines.filter((line) => line === 'synthetic replica')).toHaveLength(1);
    expect(lines.join('\n')).toContain(SAMPLE.dataset.sha256!.slice(0, 16));
    expect(lines).toContain('compared with other seed, SHA-256 abababababababab');
    expect(lines).toContain('there questions 0\u2013199 (exploratory), n = 200');
    expect(lines).toContain('there policy judge b, never stop (post hoc)');
    expect(lines).toContain('150 questions of both, matched by question text');
  });

  it('is read back, and a damaged second run is said', () => {
    expect(readProvenance(embedProvenance(both, 'csv'))).toEqual({ kind: 'ok', value: both });
    const cut = embedProvenance(both, 'latex').replace('"questions":150', '"questions":"many"');
    expect(readProvenance(cut)).toMatchObject({ error: expect.stringContaining('compared.questions') });
  });
});

describe('matching data', () => {
  it('compares short hashes with whole ones', () => {
    const open = SAMPLE.dataset.sha256!;
    expect(matchData(open.slice(0, 16), open).kind).toBe('same');
    expect(matchData('0000', open).kind).toBe('other');
    expect(matchData(null, open).kind).toBe('unknown');
    expect(matchData(open, null).kind).toBe('unknown');
  });
});
