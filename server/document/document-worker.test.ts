import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { runForOwner } from '../http/request-owner.ts';
import { DocumentThreads } from './document-worker.ts';
import type { Order } from './document-operations.ts';

/** A thread that finishes its operation when the test says so. */
class ManualWorker extends EventEmitter {
  readonly orders: Order[] = [];
  ref(): void {}
  unref(): void {}
  async terminate(): Promise<number> {
    return 0;
  }
  postMessage(order: Order): void {
    this.orders.push(order);
  }
}

function threads(count: number) {
  const workers: ManualWorker[] = [];
  const pool = new DocumentThreads(count, () => {
    const worker = new ManualWorker();
    workers.push(worker);
    return worker as unknown as Worker;
  });
  const done: string[] = [];
  const ask = (userId: number, name: string) => runForOwner(userId, () => pool.run('text', Buffer.from(name)).then(() => void done.push(name)));
  const started = () => workers.flatMap(({ orders }) => orders.map(({ args }) => String(args[0])));
  const finish = async (worker = 0) => {
    workers[worker]?.emit('message', { result: '' });
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { workers, ask, started, finish, done };
}

test('45.1 takes waiting documents from each user in turn', async () => {
  const pool = threads(1);
  const all = [pool.ask(1, 'a1'), pool.ask(1, 'a2'), pool.ask(1, 'a3'), pool.ask(2, 'b1'), pool.ask(3, 'c1')];
  for (let count = 0; count < 5; count += 1) await pool.finish();
  await Promise.all(all);
  expect(pool.started()).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
});

test('45.1 works on several documents at once, and ends a thread that failed', async () => {
  const pool = threads(2);
  const first = pool.ask(1, 'slow');
  const second = pool.ask(2, 'quick');
  expect(pool.started()).toEqual(['slow', 'quick']);
  await pool.finish(1);
  await second;
  expect(pool.done).toEqual(['quick']);
  pool.workers[0]?.emit('error', new Error('out of memory'));
  await expect(first).rejects.toThrow('文稿过大');
  const third = pool.ask(1, 'next');
  await pool.finish(2);
  await third;
});

test('45.1 refuses the twenty-second document of one user while others are taken', async () => {
  const pool = threads(1);
  const own = Array.from({ length: 21 }, (_none, index) => pool.ask(1, `a${index}`));
  await expect(pool.ask(1, 'a21')).rejects.toThrow('请稍后再试');
  const other = pool.ask(2, 'b');
  for (let count = 0; count < 22; count += 1) await pool.finish();
  await Promise.all([...own, other]);
  expect(pool.done).toHaveLength(22);
});
