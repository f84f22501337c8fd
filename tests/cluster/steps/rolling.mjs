// One server after the other is stopped (SIGTERM) and started while people work: no request fails and no acknowledged write is lost.
import { setTimeout as pause } from 'node:timers/promises';
import { ANSWER_MS, signIn } from '../client.mjs';
import { startLoad, summary } from '../ledger.mjs';
import { freeBook } from './journeys.mjs';

const ROUNDS = 2;

export async function rolling(cluster, { check, figure, skip }) {
  if (!cluster.proxy) return skip('rolling restart', 'HAProxy is missing');
  const book = await freeBook(cluster);
  const readers = await Promise.all([9, 10, 11, 12, 13, 14].map((n) => signIn(cluster, `reader${n}`)));
  const editor = await signIn(cluster, 'editor2');
  const load = startLoad({ origin: cluster.origin, readers, editor, book });
  const stops = [];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const server of cluster.servers) {
      await pause(2_000);
      const from = performance.now();
      await server.kill('SIGTERM');
      stops.push(performance.now() - from);
      await pause(1_000);
      await server.start();
      // The proxy takes it back after its next check.
      await pause(2_500);
    }
  await load.stop();
  const all = summary(load.answers);
  const failed = all.wrong + all.said;
  const lost = await load.lost();
  check(
    'rolling restart: no request fails through the proxy',
    failed === 0,
    `${ROUNDS * 2} restarts, ${all.count} requests, ${failed} failed (${all.said} said so) ${all.words.slice(0, 4).join(' | ')}`,
  );
  check('rolling restart: no acknowledged write is lost', lost.length === 0, `${load.acknowledged()} acknowledged`);
  figure(
    'rolling restart',
    `${failed} of ${all.count} requests failed, slowest ${Math.round(all.slowest)} ms (limit ${ANSWER_MS}), a stop takes ${(Math.max(...stops) / 1000).toFixed(1)} s`,
  );
}
