import { Engine } from './jobs.ts';
import { serveJobs, type WorkerScope } from './worker-loop.ts';

serveJobs(self as unknown as WorkerScope, new Engine().jobs);
