import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/**
 * How many times slower this machine is now than an idle machine of the reference kind, from 1 to 10. Limits against hanging are multiplied
 * with it. It is measured once per run; child processes get the result in an environment variable.
 */
const VARIABLE = 'MACHINE_FACTOR';

/** Time of the workload on an idle machine with two cores (AMD EPYC), in milliseconds. */
const REFERENCE_MS = 100;
const LARGEST_FACTOR = 10;
/** The median of three samples ignores one short interruption. */
const SAMPLES = 3;
/** Journeys at a time on two cores: one of three often waits for audio that plays or a connection that stalls, and two wait longer than they work. */
const JOURNEYS_PER_CORE = 1.5;
/** On a machine that is slower than this, one less. Limits are longer there, so one busy moment at the start does not leave a core idle for an hour. */
const MUCH_SLOWER = 4;
/** From here on the log says that limits are longer. */
const SLOWER = 1.5;

const WORKLOAD = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', () => {
    const started = performance.now();
    let hash = 1;
    for (let step = 0; step < 100_000_000; step += 1) hash = Math.imul(hash ^ step, 16_777_619);
    parentPort.postMessage({ ms: performance.now() - started, hash });
  });
`;

/** Runs the workload once in each worker at the same time; returns the longest time, in milliseconds. */
async function sample(workers: readonly Worker[]): Promise<number> {
  const times = workers.map(
    (worker) =>
      new Promise<number>((resolve, reject) => {
        worker.once('message', ({ ms }: { ms: number }) => resolve(ms));
        worker.once('error', reject);
        worker.postMessage('start');
      }),
  );
  return Math.max(...(await Promise.all(times)));
}

async function measure(): Promise<number> {
  const workers = Array.from({ length: availableParallelism() }, () => new Worker(WORKLOAD, { eval: true }));
  try {
    // The first pass includes the start of the thread and the compilation.
    await sample(workers);
    const times: number[] = [];
    for (let count = 0; count < SAMPLES; count += 1) times.push(await sample(workers));
    times.sort((one, other) => one - other);
    return (times[Math.floor(SAMPLES / 2)] ?? REFERENCE_MS) / REFERENCE_MS;
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** The factor of this run. The first call measures it, which takes about half a second on an idle machine. */
export async function machineFactor(): Promise<number> {
  if (!process.env[VARIABLE]) {
    const factor = Math.min(LARGEST_FACTOR, Math.max(1, await measure()));
    process.env[VARIABLE] = factor.toFixed(1);
    if (factor >= SLOWER) console.log(`This machine is ${process.env[VARIABLE]} times slower than an idle one: limits of tests are longer.`);
  }
  return knownFactor();
}

/** The factor measured earlier in this run, and 1 without a measure. */
export const knownFactor = (): number => Number(process.env[VARIABLE] ?? 1);

/** A limit against hanging, in milliseconds, for this machine. */
export const limit = (ms: number): number => Math.round(ms * knownFactor());

/** How many journeys this machine runs at a time. */
export const journeyWorkers = (factor: number): number =>
  Math.max(1, Math.round(availableParallelism() * JOURNEYS_PER_CORE) - (factor > MUCH_SLOWER ? 1 : 0));
