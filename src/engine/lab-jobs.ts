import type { JobContext } from './job-context.ts';
import type { FindLabData } from './lab-context.ts';
import { runCertify, runDecisions, runRanking, runSolver, runUsage } from './lab-judges.ts';
import { runBaselines, runPolicy, runStudy } from './lab-rules.ts';
import { readSignals } from './lab-signals.ts';
import { readTexts } from './lab-texts.ts';

type LabFunction<P, R> = (context: JobContext, find: FindLabData, params: P) => Promise<R>;

/** All jobs of the policy lab. */
export function labJobs(find: FindLabData) {
  const on =
    <P, R>(run: LabFunction<P, R>) =>
    (context: JobContext, params: P): Promise<R> =>
      run(context, find, params);
  return {
    labSignals: on(readSignals),
    labPolicy: on(runPolicy),
    labBaselines: on(runBaselines),
    labStudy: on(runStudy),
    labRanking: on(runRanking),
    labCertify: on(runCertify),
    labUsage: on(runUsage),
    labSolve: on(runSolver),
    labDecisions: on(runDecisions),
    labTexts: on(readTexts),
  };
}
