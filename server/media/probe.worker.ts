import { runIsolatedWork } from '../files/run-isolated.ts';
import { probe } from './probe.ts';
import { MediaError, type Probed } from './probed.ts';

export type ProbeAnswer = { readonly found: Probed } | { readonly problem: string };

runIsolatedWork<{ readonly path: string }>(async ({ path }): Promise<ProbeAnswer> => {
  try {
    return { found: await probe(path) };
  } catch (error) {
    if (error instanceof MediaError) return { problem: error.message };
    throw error;
  }
});
