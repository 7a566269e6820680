export type { Policy } from './policy.ts';
export { type Outcome, replay, replayAll } from './replay.ts';
