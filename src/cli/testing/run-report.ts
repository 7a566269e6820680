import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runReport } from '../report.ts';

/** Helpers for tests only. */

export interface ReportRun {
  readonly code: number;
  readonly output: string;
  /** Lines of the standard error. */
  readonly complaints: readonly string[];
}

export async function report(...args: readonly string[]): Promise<ReportRun> {
  const output: string[] = [];
  const complaints: string[] = [];
  const code = await runReport(args, {
    print: (text) => output.push(text),
    complain: (line) => complaints.push(...line.split('\n')),
  });
  return { code, output: output.join(''), complaints };
}

type Json = Readonly<Record<string, unknown>>;

/** The report as parsed JSON; throws with what was complained about when there is none. */
export async function reportJson(...args: readonly string[]): Promise<Json> {
  const { code, output, complaints } = await report(...args);
  if (code !== 0) throw new Error(`exit ${code}: ${complaints.join('\n')}`);
  return JSON.parse(output) as Json;
}

export const readJson = (path: string): Json => JSON.parse(readFileSync(path, 'utf8')) as Json;

/** A part of a report. */
export const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (part, key) => (typeof part === 'object' && part !== null ? (part as Json)[key] : undefined),
    value,
  );

/** Only the keys that a published report has: ours adds blocks beside them. */
export const onlyKeysOf = (actual: unknown, expected: Json): unknown =>
  Object.fromEntries(Object.keys(expected).map((key) => [key, at(actual, key)]));

export const projectPath = (...parts: readonly string[]): string => resolve(process.cwd(), ...parts);
export const isThere = (path: string): boolean => existsSync(path);
