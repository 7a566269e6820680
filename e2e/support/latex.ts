import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Faults of LaTeX tables: by pdflatex where there is one, else by reading their structure. */
export async function checkLatex(source: string, folder: string): Promise<string[]> {
  const compiled = await compile(source, folder);
  return compiled ?? readStructure(source);
}

/** null: no TeX here. */
async function compile(source: string, folder: string): Promise<string[] | null> {
  const path = resolve(folder, 'table.tex');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path,
    `\\documentclass{article}\\usepackage{booktabs}\\usepackage{graphicx}\\begin{document}\n${source}\n\\end{document}\n`,
  );
  try {
    await run('pdflatex', ['-halt-on-error', '-interaction=nonstopmode', '-output-directory', folder, path]);
    return [];
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    return [error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)];
  }
}

/** Environments nest, braces and $ are paired, every row has as many cells as the preamble has columns. */
export function readStructure(source: string): string[] {
  const faults: string[] = [];
  const text = source
    .split('\n')
    .map((line) => line.replace(/(?<!\\)%.*$/, ''))
    .join('\n');
  const open: string[] = [];
  for (const [, what, name = ''] of text.matchAll(/\\(begin|end)\{(\w+)\}/g)) {
    if (what === 'begin') open.push(name);
    else if (open.pop() !== name) faults.push(`\\end{${name}} closes nothing`);
  }
  faults.push(...open.map((name) => `\\begin{${name}} stays open`));
  const bare = text.replace(/\\[\\{}$&%#_]/g, '');
  let depth = 0;
  for (const character of bare) {
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (depth < 0) break;
  }
  if (depth !== 0) faults.push('braces are not paired');
  if ((bare.match(/\$/g) ?? []).length % 2 !== 0) faults.push('$ is not paired');
  if (/[#_^~](?!\w*\})/.test(bare.replace(/\\(label|usepackage)\{[^}]*\}/g, '')))
    faults.push('a special character is bare');
  for (const [, columns = '', body = ''] of text.matchAll(
    /\\begin\{tabular\}\{([lrc]+)\}([\s\S]*?)\\end\{tabular\}/g,
  )) {
    const rows = body.split('\\\\').slice(0, -1);
    if (rows.length < 2) faults.push('a table without rows');
    for (const row of rows) {
      const cells = row.replace(/\\(top|mid|bottom)rule/g, '').split(/(?<!\\)&/).length;
      if (cells !== columns.length) faults.push(`${cells} cells in a table of ${columns.length}: ${row.trim()}`);
    }
  }
  return faults;
}
