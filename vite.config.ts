import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { build as bundle, type Plugin } from 'vite';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

/**
 * `import code from './x.ts?inline-script'`: the module and all that it imports as the text of one classic script, to be
 * written into a file that must stand alone.
 */
const inlineScript = (): Plugin => {
  const made = new Map<string, Promise<string>>();
  const make = async (entry: string): Promise<string> => {
    const built = await bundle({
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      build: {
        write: false,
        target: 'es2022',
        lib: { entry, formats: ['iife'], name: 'stopscope' },
      },
    });
    const [only, ...more] = (Array.isArray(built) ? built : [built]).flatMap((it) => ('output' in it ? it.output : []));
    if (only?.type !== 'chunk' || more.length > 0) throw new Error(`${entry} is not one script`);
    return only.code;
  };
  return {
    name: 'inline-script',
    enforce: 'pre',
    async load(id) {
      const [path = '', query] = id.split('?');
      if (query !== 'inline-script') return null;
      if (!made.has(path)) made.set(path, make(path));
      return `export default ${JSON.stringify(await made.get(path))};`;
    },
  };
};

/** The app: static files that work at any address, however deep, and on any static host. */
const app: ViteUserConfig = {
  base: './',
  plugins: [react(), inlineScript()],
  define: { __STOPSCOPE_VERSION__: JSON.stringify(version) },
  worker: { format: 'es', plugins: () => [inlineScript()] },
  build: {
    target: 'es2022',
    // Nothing inlined as data: URLs, so that the Content-Security-Policy can stay at 'self' for fonts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_000,
  },
  server: { host: '127.0.0.1' },
  test: {
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}'],
    // Style sheets are empty in tests, but for those that a report carries as text.
    css: { include: [/\.css\?raw$/] },
  },
};

/** The command line (`--mode cli`): one file for Node 20 that needs no node_modules. */
const cli: ViteUserConfig = {
  publicDir: false,
  plugins: [inlineScript()],
  ssr: { noExternal: true },
  build: {
    ssr: 'src/cli/main.ts',
    target: 'node20',
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'stopscope.js', codeSplitting: false } },
  },
};

/** The benchmarks (`--mode bench`): run in the project's folder, where Playwright is found. */
const bench: ViteUserConfig = {
  publicDir: false,
  plugins: [inlineScript()],
  ssr: { noExternal: true, external: ['playwright-core'] },
  build: {
    ssr: 'src/bench/main.ts',
    target: 'node20',
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'bench.js', codeSplitting: false } },
  },
};

/** What a benchmark runs in a worker of the browser (`--mode bench-worker`). */
const benchWorker: ViteUserConfig = {
  publicDir: false,
  build: {
    lib: { entry: 'src/bench/ingest-worker.ts', formats: ['es'], fileName: 'ingest-worker' },
    target: 'es2022',
    emptyOutDir: false,
  },
};

export default defineConfig(({ mode }) => ({ cli, bench, 'bench-worker': benchWorker })[mode] ?? app);
