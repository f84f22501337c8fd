import { prepareNext, sweepUploads } from '../catalog/preparation-run.service.ts';
import type { House } from '../house.ts';
import type { Worker } from './jobs.ts';

/** What runs after answers, in this order. */
export const WORKERS: readonly Worker<House>[] = [prepareNext, sweepUploads];
