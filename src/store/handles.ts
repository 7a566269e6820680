/** What pages may know of the engine: the shapes of its answers. */
export type { ApComparison } from '../engine/ap-comparison.ts';
export type { CurveBands } from '../engine/bands.ts';
export type { CompareCurve, ComparedSide, CompareReply } from '../engine/compare-jobs.ts';
export type { Curves, JudgeCurves, PolicyPoint } from '../engine/evaluate.ts';
export type { Preview, Reading, TableLook } from '../engine/intake-jobs.ts';
export type { DatasetHandle, JudgeHandle, ProblemGroup } from '../engine/jobs.ts';
export type { CertifyRequest, PolicyUsage, RankingReply, RecordedDecisions } from '../engine/lab-judges.ts';
export type { BaselineTable, PolicyEffect } from '../engine/lab-rules.ts';
export type { SignalReading } from '../engine/lab-signals.ts';
export type { SufficiencyReply, TextsReply } from '../engine/lab-texts.ts';
export type { FlipReply, GapReply, SliceReply } from '../engine/questions/ledger-jobs.ts';
export type { TableReply } from '../engine/questions/tables.ts';
export type { ReportView } from '../engine/report.ts';
export type { ReportParts } from '../engine/report-parts.ts';
