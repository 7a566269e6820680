import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { findAnswerRule } from '../../core/answers/index.ts';
import { type Evaluation, judgeAnswers } from '../../core/correctness.ts';
import type { Dataset } from '../../core/terms.ts';
import { type ByteSource, fromBlob } from '../byte-source.ts';

/** Helpers for tests only. */

export const fileAt = (folder: string, ...parts: readonly string[]): ByteSource =>
  fromBlob(parts.at(-1)!, new Blob([readFileSync(resolve(folder, ...parts))]));

export const jsonAt = (folder: string, ...parts: readonly string[]) =>
  JSON.parse(readFileSync(resolve(folder, ...parts), 'utf8'));

export const under = (dataset: Dataset, rule: string): Evaluation => judgeAnswers(dataset, findAnswerRule(rule)!);

export const countOnes = (em: Uint8Array): number => em.reduce((sum, value) => (value === 1 ? sum + 1 : sum), 0);
export const sum = (values: ArrayLike<number>): number => Array.from(values).reduce((total, value) => total + value, 0);
export const mean = (values: ArrayLike<number>): number => sum(values) / values.length;
