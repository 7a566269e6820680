import type { Policy } from '../policies/index.ts';
import type { JudgeThreshold } from '../report/evaluation-types.ts';
import type { SplitRole } from '../terms.ts';

/** Which questions belong to a split. */
export type SplitSource =
  /** Question indices, both ends included. */
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  /** Questions whose metadata column has this value; the column `split` is the files' own. */
  | { readonly kind: 'column'; readonly column: string; readonly value: string }
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  /**
   * A random part of the questions, drawn with CPython's generator; `rest` is what the draw of the same seed and share
   * leaves over.
   */
  | {
      readonly kind: 'draw';
      readonly seed: number;
      readonly share: number;
      readonly part: 'drawn' | 'rest';
      readonly within: { readonly from: number; readonly to: number } | null;
    };

export interface SplitDefinition {
  readonly name: string;
  readonly role: SplitRole;
  readonly source: SplitSource;
}

/** A file as it was when something was frozen. */
export interface FileHash {
  readonly name: string;
  /** After decompression, as the hash. */
  readonly bytes: number;
  readonly sha256: string;
}

/** A policy that can be deployed. Thresholds are finite; never stopping is `native`. */
export type FrozenPolicy = Extract<Policy, { readonly kind: 'native' | 'budget' | 'threshold' | 'rule' | 'decisions' }>;

/** How one judge's threshold was chosen, and what it does where it was chosen. */
export interface ChosenThreshold {
  readonly judge: string;
  readonly threshold: number;
  /** Nothing qualified: the threshold is the highest score there plus one, and never stops there. */
  readonly isSentinel: boolean;
  readonly stops: number;
  readonly hits: number;
  readonly precision: number;
  readonly recall: number;
}

/** The rule that chose the thresholds, and the questions it looked at. */
export interface ThresholdChoice {
  readonly split: string;
  readonly minimumPrecision: number;
  readonly minimumStops: number;
  readonly states: number;
  readonly positives: number;
  readonly chosen: readonly ChosenThreshold[];
}

export interface Hypothesis {
  readonly id: string;
  readonly text: string;
}

/** What is fixed before anybody looks at the confirmatory labels. */
export interface Freeze {
  /** The split that is looked at once. */
  readonly confirmatory: string;
  readonly policy: FrozenPolicy;
  /** Of every judge, in the order along which published seeds count. */
  readonly thresholds: readonly JudgeThreshold[];
  /** null: the thresholds came with the data or were typed. */
  readonly choice: ThresholdChoice | null;
  readonly answerRule: string;
  /** EM may fall by this share. */
  readonly margin: number;
  readonly seed: number;
  readonly repeats: number;
  /** What a question ends with that nothing stops. */
  readonly fallback: 'native';
  /** Selected-stop risk to certify: at most alpha with confidence 1 - delta. */
  readonly risk: { readonly alpha: number; readonly delta: number };
  /** What a judge call costs in searches; null: not in the data, so no total cost is claimed. */
  readonly judgeCallInSearches: number | null;
  readonly hypotheses: readonly Hypothesis[];
  readonly note: string;
  readonly files: readonly FileHash[];
  readonly programVersion: string;
}

/** A split with what it resolved to: its questions can be compared later without keeping them all. */
export interface ResolvedCount {
  readonly name: string;
  readonly questions: number;
  /** SHA-256 over the question ids, a line each. */
  readonly idsSha256: string;
}

/** What a step records. Append-only: a step that was taken is never taken back. */
export type Step =
  | {
      readonly kind: 'opened';
      readonly dataset: string;
      readonly notice: string | null;
      readonly questions: number;
      readonly states: number;
      readonly files: readonly { readonly name: string; readonly bytes: number }[];
    }
  | {
      readonly kind: 'splits';
      readonly splits: readonly SplitDefinition[];
      readonly counts: readonly ResolvedCount[];
    }
  | {
      readonly kind: 'sealed';
      /** all: also what belongs to no split yet. */
      readonly scope: 'confirmatory' | 'all';
      readonly questions: number;
      /** SHA-256 over the sealed labels, so that they cannot be exchanged before the unseal. */
      readonly labelsSha256: string;
      /** Correctness of some of these questions had been computed in this session before. */
      readonly wereSeen: boolean;
    }
  | { readonly kind: 'frozen'; readonly freeze: Freeze }
  | {
      readonly kind: 'unsealed';
      readonly split: string;
      /** Hash of the log entry with the freeze. */
      readonly freezeHash: string;
      readonly labelsSha256: string;
      readonly reportSha256: string;
    }
  /** Something else than what was frozen was looked at after the unseal. */
  | { readonly kind: 'post-hoc'; readonly what: string }
  /** A pool of exploratory and confirmatory questions was looked at, and called descriptive. */
  | { readonly kind: 'descriptive'; readonly what: string }
  | { readonly kind: 'resumed'; readonly how: 'import' | 'reload' };

export interface LogEntry {
  readonly index: number;
  /** ISO 8601, UTC, by the clock of the machine. */
  readonly time: string;
  readonly step: Step;
  /** Hash of the entry before; 64 zeros at the first. */
  readonly previous: string;
  /** SHA-256 over the canonical JSON of index, time, step and previous. */
  readonly hash: string;
}

/** The whole protocol is its log: what holds now follows from it. */
export interface Protocol {
  readonly stopscope: 'protocol';
  readonly version: 1;
  readonly entries: readonly LogEntry[];
}
