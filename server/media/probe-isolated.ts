import { IsolatedRunError, runIsolated } from '../files/run-isolated.ts';
import type { ProbeAnswer } from './probe.worker.ts';
import { corrupt, MediaError, type Probed } from './probed.ts';

/** An MP3 of 2 GB is read in a few seconds; a slow disk needs more. */
const LIMIT = { heapMb: 256, ms: 5 * 60_000 };

/** Detects a file's format in a separate process, so that a hostile file cannot stop the server. Throws `MediaError`. */
export async function probeIsolated(path: string): Promise<Probed> {
  const module = new URL('./probe.worker.ts', import.meta.url);
  const answer = await runIsolated<ProbeAnswer>(module, { path }, LIMIT).catch((error: unknown) => {
    // Another attempt would end in the same way.
    if (error instanceof IsolatedRunError && error.why !== 'broken') throw corrupt();
    throw error;
  });
  if ('problem' in answer) throw new MediaError(answer.problem);
  return answer.found;
}
