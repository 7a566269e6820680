/**
 * The layer rule. Which layer may import what is the table below; everything that is not allowed is forbidden, also
 * for types, dynamic imports and workers. A circle of files is forbidden as well.
 *
 * `node src/tasks/layers.mjs [PROJECT]`
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path';
import { findCircles } from './circles.mjs';
import { findImports } from './imports.mjs';
import { isMain, main, root } from './process.mjs';

const REACT = ['react', 'react-dom', 'recharts', '@tanstack/*', '@base-ui/react', 'lucide-react'];

/**
 * `layers`: what may be imported besides the own layer. `typesFrom`: layers of which only types may be. `packages`: of
 * npm, `node:` standing for Node's own.
 */
const LAYERS = {
  core: { layers: [], packages: [] },
  ingest: {
    layers: ['core'],
    packages: ['papaparse', 'fflate', 'hyparquet', 'hyparquet-compressors', 'fzstd'],
  },
  engine: { layers: ['core', 'ingest'], packages: [] },
  store: { layers: ['core', 'engine'], packages: ['zustand', 'idb'] },
  ui: { layers: [], typesFrom: ['core'], packages: [...REACT, '@fontsource-variable/*'] },
  // Figures of the view in words and as chart data: what several pages show alike.
  figures: { layers: ['core', 'store', 'ui'], packages: ['react'] },
  // Reports as files for readers: drawn and written without a DOM, so that the command line makes them too; and the
  // script inside them.
  reader: { layers: ['core', 'ui', 'figures'], packages: [] },
  pages: { layers: ['core', 'store', 'ui', 'figures', 'reader'], packages: [...REACT, 'wouter'] },
  cli: { layers: ['core', 'ingest', 'reader'], packages: ['node:'] },
  bench: {
    layers: ['core', 'ingest', 'engine'],
    packages: ['node:', 'playwright-core', 'papaparse', 'fflate', 'fzstd', 'hyparquet'],
  },
  tasks: { layers: [], packages: ['node:'] },
  // app.tsx, main.tsx: the shell that puts everything together.
  app: { layers: ['core', 'ingest', 'engine', 'store', 'ui', 'figures', 'reader', 'pages'], packages: ['*'] },
};

/** Tests and their helpers may use these besides. */
const TEST_PACKAGES = ['vitest', 'fast-check', 'node:'];

const isSource = (name) => /\.(ts|tsx|mts|mjs|js|jsx)$/.test(name);
const isTest = (path) => /\.test\.[a-z]+$/.test(path) || path.split('/').includes('testing');

function listSources(directory) {
  return readdirSync(directory, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) return listSources(path);
      return isSource(entry.name) ? [path] : [];
    });
}

/** Paths here are relative to src, with `/`. */
const layerOf = (path) => (path.includes('/') ? path.split('/')[0] : 'app');

/** The page that a file belongs to: `pages/explore.tsx`, `pages/explore.test.tsx` and `pages/explore/*` are one. */
const pageOf = (path) => path.split('/')[1].split('.')[0].toLowerCase();

/** `@scope/name/part` -> `@scope/name`; `node:fs` -> `node:`. */
const packageOf = (specifier) => {
  if (specifier.startsWith('node:')) return 'node:';
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
};

const matches = (pattern, name) =>
  pattern === '*' || pattern === name || (pattern.endsWith('/*') && name.startsWith(pattern.slice(0, -1)));

const isFile = (path) => existsSync(path) && statSync(path).isFile();

/** The file that a relative specifier means, relative to src; it may lie outside or not exist. */
function resolveRelative(source, from, specifier) {
  const target = posix.normalize(posix.join(posix.dirname(from), specifier.replace(/[?#].*$/, '')));
  const candidates = ['', '.ts', '.tsx', '.mjs', '/index.ts', '/index.tsx'].map((ending) => target + ending);
  return candidates.find((candidate) => isFile(join(source, candidate))) ?? target;
}

function judgePackage(from, specifier) {
  const layer = layerOf(from);
  const allowed = [...LAYERS[layer].packages, ...(isTest(from) ? TEST_PACKAGES : [])];
  const name = packageOf(specifier);
  if (allowed.some((pattern) => matches(pattern, name))) return null;
  const shown = name === 'node:' ? specifier : `the package ${name}`;
  return `${layer} may not import ${shown}`;
}

function judgeFile(from, target, isTypeOnly) {
  const layer = layerOf(from);
  if (target.startsWith('../')) return `imports ${target}, which lies outside src`;
  const other = layerOf(target);
  if (other === layer) {
    if (layer !== 'pages' || /^pages\/index\.tsx?$/.test(from) || pageOf(from) === pageOf(target)) return null;
    return `the page ${pageOf(from)} may not import another page (${target})`;
  }
  const { layers, typesFrom = [] } = LAYERS[layer];
  if (layers.includes(other)) return null;
  if (!typesFrom.includes(other)) return `${layer} may not import ${other} (${target})`;
  return isTypeOnly ? null : `${layer} may import only types from ${other} (${target})`;
}

/** -> {count, violations: ['src/core/x.ts:3: …']} */
export function checkLayers(project) {
  const source = join(project, 'src');
  const files = listSources(source).map((path) => relative(source, path).split(sep).join('/'));
  const violations = [];
  const graph = new Map(files.map((file) => [file, new Map()]));
  for (const file of files) {
    if (LAYERS[layerOf(file)] === undefined) {
      violations.push(`src/${file}:1: src/${layerOf(file)} is none of the layers`);
      continue;
    }
    for (const { specifier, isTypeOnly, isUrl, line } of findImports(readFileSync(join(source, file), 'utf8'))) {
      const complain = (words) => words !== null && violations.push(`src/${file}:${line}: ${words}`);
      if (specifier === null) complain('imports a computed path, which nobody can check');
      else if (/^\.{1,2}(\/|$)/.test(specifier)) {
        const target = resolveRelative(source, file, specifier);
        if (isUrl && !graph.has(target)) continue;
        complain(judgeFile(file, target, isTypeOnly));
        if (graph.has(target) && !graph.get(file).has(target)) graph.get(file).set(target, line);
      } else if (specifier.startsWith('/')) complain(`imports ${specifier}: paths are relative here`);
      else if (!isUrl) complain(judgePackage(file, specifier));
    }
  }
  for (const circle of findCircles(graph)) {
    const [first, second = first] = circle;
    const line = graph.get(first).get(second);
    violations.push(`src/${first}:${line}: circle: ${[...circle, first].map((file) => `src/${file}`).join(' -> ')}`);
  }
  return { count: files.length, violations };
}

if (isMain(import.meta.url)) {
  await main(([project = root]) => {
    const { count, violations } = checkLayers(resolve(project));
    for (const violation of violations) console.log(violation);
    // A rule that read nothing has proved nothing.
    if (count === 0) console.log(`layers: no source files in ${basename(dirname(resolve(project, 'src')))}/src`);
    else
      console.log(
        `layers: ${count} files, ${violations.length} ${violations.length === 1 ? 'violation' : 'violations'}`,
      );
    return count === 0 || violations.length > 0 ? 1 : 0;
  });
}
