import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const script = resolve('src/tasks/layers.mjs');
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A small project that keeps the rule; each test plants something in it. */
const SOUND = {
  'core/terms.ts': 'export interface State { readonly score: number }\nexport const ZERO = 0;\n',
  'core/index.ts': "export type { State } from './terms.ts';\nexport * from './terms.ts';\n",
  'core/terms.test.ts':
    "import { readFileSync } from 'node:fs';\nimport fc from 'fast-check';\nimport { it } from 'vitest';\nimport { ZERO } from './terms.ts';\n",
  'ingest/read.ts': "import Papa from 'papaparse';\nimport { ZERO } from '../core/terms.ts';\n",
  'engine/worker.ts': "import '../ingest/read.ts';\nimport type { State } from '../core/terms.ts';\n",
  'engine/client.ts': "new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });\n",
  'store/store.ts': "import { create } from 'zustand';\nimport '../engine/client.ts';\n",
  'ui/Chart.tsx':
    "import type { State } from '../core/terms.ts';\nimport { type State as S } from '../core/terms.ts';\nimport './chart.module.css';\n",
  'pages/explore/Explore.tsx': "import { Bar } from './Bar.tsx';\nimport '../../ui/Chart.tsx';\n",
  'pages/explore/Bar.tsx': "import { useSearchParams } from 'wouter';\nexport const Bar = 1;\n",
  'pages/audit.tsx': "import '../store/store.ts';\n",
  'pages/index.ts': "export const pages = [import('./explore/Explore.tsx'), import('./audit.tsx')];\n",
  'cli/main.ts': "import { argv } from 'node:process';\nimport '../ingest/read.ts';\n",
  'app.tsx': "import './pages/index.ts';\nimport anything from 'anything';\n",
};

function check(planted: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'stopscope-layers-'));
  folders.push(folder);
  for (const [path, content] of Object.entries({ ...SOUND, ...planted })) {
    mkdirSync(dirname(join(folder, 'src', path)), { recursive: true });
    writeFileSync(join(folder, 'src', path), content);
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
  const lines = stdout.trimEnd().split('\n');
  return { status, stderr, violations: lines.slice(0, -1), summary: lines.at(-1) };
}

describe('the layer rule', () => {
  it('passes this very project', () => {
    const { status, stdout } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
    expect(stdout).toMatch(/^layers: \d+ files, 0 violations\n$/);
    expect(status).toBe(0);
  });

  it('passes a sound project', () => {
    const { status, summary, violations } = check({});
    expect(violations).toEqual([]);
    expect([status, summary]).toEqual([0, `layers: ${Object.keys(SOUND).length} files, 0 violations`]);
  });

  const store = '../store/store.ts';
  it.each([
    [
      'an upward import',
      'core/x.ts',
      `\nimport { a } from '${store}';`,
      ':2: core may not import store (store/store.ts)',
    ],
    ['a type-only upward import', 'core/x.ts', `import type { A } from '${store}';`, ':1: core may not import store'],
    [
      'an inline type import upward',
      'core/x.ts',
      `import { type A } from '${store}';`,
      ':1: core may not import store',
    ],
    ['a type query upward', 'core/x.ts', `type A = typeof import('${store}');`, ':1: core may not import store'],
    ['an upward re-export', 'core/x.ts', `export * from '${store}';`, ':1: core may not import store'],
    ['a named upward re-export', 'core/x.ts', `export {\n a,\n} from '${store}';`, ':1: core may not import store'],
    [
      'an upward re-export of a type',
      'core/x.ts',
      `export type { A } from '${store}';`,
      ':1: core may not import store',
    ],
    ['an upward import for its effect', 'core/x.ts', `import '${store}';`, ':1: core may not import store'],
    ['an upward dynamic import', 'core/x.ts', `const a = await import('${store}');`, ':1: core may not import store'],
    [
      'one inside a template',
      'core/x.ts',
      `const a = \`\${await import('${store}')}\`;`,
      ':1: core may not import store',
    ],
    [
      'a worker from above',
      'core/x.ts',
      "new URL('../engine/worker.ts', import.meta.url);",
      ':1: core may not import engine',
    ],
    [
      'a worker by suffix',
      'ui/x.ts',
      "import W from '../engine/worker.ts?worker';",
      ':1: ui may not import engine (engine/worker.ts)',
    ],
    ['an index of a folder', 'core/x.ts', "import '../pages';", ':1: core may not import pages (pages/index.ts)'],
    ['a package in core', 'core/x.ts', "import { z } from 'zod/mini';", ':1: core may not import the package zod'],
    [
      'a scoped package',
      'ingest/x.ts',
      "import '@scope/name/part';",
      ':1: ingest may not import the package @scope/name',
    ],
    ['node in core', 'core/x.ts', "import { join } from 'node:path';", ':1: core may not import node:path'],
    ['node without its prefix', 'cli/x.ts', "import { join } from 'path';", ':1: cli may not import the package path'],
    [
      'a test package outside of tests',
      'core/x.ts',
      "import fc from 'fast-check';",
      ':1: core may not import the package fast-check',
    ],
    ['an upward import in a test', 'core/x.test.ts', "import '../ingest/read.ts';", ':1: core may not import ingest'],
    [
      'a value from core in ui',
      'ui/x.ts',
      "import { ZERO } from '../core/terms.ts';",
      ':1: ui may import only types from core',
    ],
    [
      'a value among types in ui',
      'ui/x.ts',
      "import { type State, ZERO } from '../core/terms.ts';",
      ':1: ui may import only types',
    ],
    ['a store in ui', 'ui/x.ts', `import '${store}';`, ':1: ui may not import store'],
    [
      'a page in figures',
      'figures/x.ts',
      "import '../pages/audit.tsx';",
      ':1: figures may not import pages (pages/audit.tsx)',
    ],
    ['the engine in pages', 'pages/x.tsx', "import '../engine/client.ts';", ':1: pages may not import engine'],
    [
      'another page',
      'pages/x.tsx',
      "import '../pages/audit.tsx';",
      ':1: the page x may not import another page (pages/audit.tsx)',
    ],
    [
      'a part of another page',
      'pages/audit.tsx',
      "import './explore/Bar.tsx';",
      ':1: the page audit may not import another page',
    ],
    [
      'the list of pages in a page',
      'pages/x.tsx',
      "import './index.ts';",
      ':1: the page x may not import another page',
    ],
    ['the engine in the command line', 'cli/x.ts', "import '../engine/client.ts';", ':1: cli may not import engine'],
    [
      'a package in the tasks',
      'tasks/x.mjs',
      "import { build } from 'vite';",
      ':1: tasks may not import the package vite',
    ],
    ['core in the tasks', 'tasks/x.mjs', "import '../core/terms.ts';", ':1: tasks may not import core'],
    ['the app from below', 'pages/x.tsx', "import '../app.tsx';", ':1: pages may not import app'],
    [
      'something outside of src',
      'core/x.ts',
      "import a from '../../package.json';",
      ':1: imports ../package.json, which lies outside src',
    ],
    ['a computed path', 'core/x.ts', 'await import(name);', ':1: imports a computed path'],
    ['an absolute path', 'app.tsx', "import '/src/app.tsx';", ':1: imports /src/app.tsx: paths are relative here'],
    ['a folder that is no layer', 'utils/x.ts', 'export {};', ':1: src/utils is none of the layers'],
  ])('fails for %s', (_, path, content, words) => {
    const { status, summary, violations } = check({ [path]: content });
    expect(violations).toHaveLength(1);
    expect(violations[0]).toContain(`src/${path}${words}`);
    expect([status, summary]).toEqual([1, expect.stringMatching(/^layers: \d+ files, 1 violation$/)]);
  });

  it('names every violation of a file', () => {
    const { violations } = check({ 'core/x.ts': `import '${store}';\nimport a from 'b';\n` });
    expect(violations).toEqual([
      'src/core/x.ts:1: core may not import store (store/store.ts)',
      'src/core/x.ts:2: core may not import the package b',
    ]);
  });

  it('finds a circle and prints it', () => {
    const { status, violations } = check({
      'core/a.ts': "import './terms.ts';\nimport './b.ts';\n",
      'core/b.ts': "import type { C } from './deep/c.ts';\n",
      'core/deep/c.ts': "export const load = () => import('../a.ts');\n",
    });
    expect(status).toBe(1);
    expect(violations).toEqual([
      'src/core/a.ts:2: circle: src/core/a.ts -> src/core/b.ts -> src/core/deep/c.ts -> src/core/a.ts',
    ]);
  });

  it('finds a file that imports itself, and two circles apart', () => {
    const { violations } = check({
      'core/self.ts': "import './self.ts';\n",
      'ui/a.ts': "import './b.ts';\n",
      'ui/b.ts': "import './a.ts';\n",
    });
    expect(violations).toEqual([
      'src/core/self.ts:1: circle: src/core/self.ts -> src/core/self.ts',
      'src/ui/a.ts:1: circle: src/ui/a.ts -> src/ui/b.ts -> src/ui/a.ts',
    ]);
  });

  it('is not misled by text that looks like an import, and not blinded by odd text before a real one', () => {
    const real = "\nimport '../store/store.ts';";
    const odd = [
      "// import 'a';",
      "/* import 'a';\n import 'b' */",
      `const text = "import 'a'; don't";`,
      `const text = 'say \\'import "a"\\'';`,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a template as source text
      "const text = `import 'a'; ${'`'} ${`import 'b' ${1}`} } {`;",
      'const pattern = /[\'"`/]import \\/ "a/g;',
      "const quotient = a / b / c; const other = (a) / 'x'.length;",
      "const loaded = loader.import('a');",
      "const description = { import: 'a', from: 'b' };",
      'export const from = 1; const a = "x";',
      'export type Name = "x"; export default from; ("y");',
      'const first = "import"; const second = "from";',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a template as source text
      "label: for (const x of []) { const y = x ? `a${`b`}` : '}'; }",
    ];
    const files = (ending: string) => Object.fromEntries(odd.map((line, i) => [`core/odd-${i}.ts`, line + ending]));
    expect(check(files('')).violations).toEqual([]);
    const { violations } = check(files(real));
    expect(violations).toHaveLength(odd.length);
    for (const violation of violations) expect(violation).toContain('core may not import store');
    const element = "export const A = () => <p title='a'>Don't import / from {`x`} </p>;\nconst B = <br />;";
    expect(check({ 'ui/x.tsx': element }).violations).toEqual([]);
    expect(check({ 'ui/x.tsx': element + real }).violations).toHaveLength(1);
  });

  it('does not pass a project without sources', () => {
    const folder = mkdtempSync(join(tmpdir(), 'stopscope-layers-'));
    folders.push(folder);
    mkdirSync(join(folder, 'src'));
    const empty = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
    expect([empty.status, empty.stdout]).toEqual([1, expect.stringContaining('layers: no source files in')]);
    rmSync(join(folder, 'src'), { recursive: true });
    expect(spawnSync(process.execPath, [script, folder]).status).toBe(1);
  });
});
