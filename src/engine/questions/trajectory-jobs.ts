import { type Policy, replay } from '../../core/policies/index.ts';
import { describeTrajectory, type QuestionText, type StateText, type Trajectory } from '../../core/trajectory/index.ts';
import type { JobContext, Reply } from '../job-context.ts';
import { FULL, SHORT } from './texts.ts';
import { type OpenWorkspace, plain, ruleOf } from './workspace.ts';

/** One question: its timeline, and the texts behind it. */
export const trajectoryJobs = (open: OpenWorkspace) => ({
  /** One question under a policy, without texts. null: there is no such question. */
  trajectory: async (
    _: JobContext,
    params: { readonly datasetId: number; readonly answerRule: string; readonly policy: Policy; readonly id: string },
  ): Promise<Reply<Trajectory | null>> => {
    const { ingested, evaluator } = open(params.datasetId);
    const question = ingested.dataset.questions.ids.indexOf(params.id);
    if (question < 0) return plain(null);
    const evaluation = evaluator.under(params.answerRule);
    const outcome = replay(params.policy, evaluation, question);
    const stop = outcome.kind === 'native' ? -1 : outcome.state;
    return plain(describeTrajectory(evaluation, ruleOf(params.answerRule), question, stop));
  },

  /** Texts of some states of a question, read from the files. `isFull`: without cutting long ones. */
  trajectoryTexts: async (
    { signal }: JobContext,
    params: {
      readonly datasetId: number;
      readonly answerRule: string;
      readonly question: number;
      readonly from: number;
      readonly to: number;
      readonly isFull: boolean;
    },
  ): Promise<Reply<{ readonly whole: QuestionText; readonly states: readonly StateText[] }>> => {
    const { texts } = open(params.datasetId);
    const { question, from, to } = params;
    const limits = params.isFull ? FULL : SHORT;
    const states = await texts.states(question, from, to, ruleOf(params.answerRule), limits, signal);
    return plain({ whole: await texts.whole(question), states });
  },
});
