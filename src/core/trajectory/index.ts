export { type AnswerDiff, type DiffPiece, type DiffReason, explainAnswer } from './answer-diff.ts';
export { type Block, parseBlocks } from './blocks.ts';
export {
  describeTrajectory,
  type FinalAnswer,
  type JudgeReading,
  type Trajectory,
  type TrajectoryState,
  type Verdict,
} from './model.ts';
export { type Passage, parsePassages } from './passages.ts';
export { findAnswerSpans, type Span } from './spans.ts';
export {
  type CutText,
  cutText,
  type JudgeText,
  type PassageText,
  type QuestionText,
  type StateText,
} from './texts.ts';
