import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

/** The app: static files that work at any address, however deep, and on any static host. */
const app: ViteUserConfig = {
  base: './',
  plugins: [react()],
  define: { __STOPSCOPE_VERSION__: JSON.stringify(version) },
  worker: { format: 'es' },
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
  },
};

/** The command line (`--mode cli`): one file for Node 20 that needs no node_modules. */
const cli: ViteUserConfig = {
  publicDir: false,
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
