import { expect, test, vi } from 'vitest';
import { eventLoopTurns } from '../../tests/support/event-loop.ts';
import { turnQueue } from './turn-queue.ts';

test('queues turns behind the running one in order, two at most', async () => {
  const turns = turnQueue();
  const made: string[] = [];
  let arrive: () => void = () => {};
  const slow = turns.until(new Promise<void>((resolve) => (arrive = resolve)));
  expect(turns.busy).toBe(true);
  const next = async (name: string): Promise<boolean> => {
    while (turns.busy) if (!(await turns.pass())) return false;
    made.push(`${name} begins`);
    await turns.until(eventLoopTurns());
    made.push(`${name} is made`);
    return true;
  };
  const asked = [next('one'), next('two'), next('three')];
  expect(await asked[2]).toBe(false);
  expect(made).toEqual([]);
  arrive();
  await slow;
  expect(await Promise.all(asked)).toEqual([true, true, false]);
  expect(made).toEqual(['one begins', 'one is made', 'two begins', 'two is made']);
  expect(turns.busy).toBe(false);
});

test('a failed turn does not block the next one', async () => {
  const turns = turnQueue();
  await expect(turns.until(Promise.reject(new Error('no file')))).rejects.toThrow('no file');
  expect(turns.busy).toBe(false);
});

test('reports a late turn, discards requests made meanwhile, and can abandon the turn', async () => {
  vi.useFakeTimers();
  const notified: boolean[] = [];
  const turns = turnQueue((late) => notified.push(late));
  let arrive: () => void = () => {};
  const slow = turns.until(new Promise<void>((resolve) => (arrive = resolve)));
  const early = turns.pass();
  await vi.advanceTimersByTimeAsync(900);
  expect(notified).toEqual([true]);
  expect([await early, await turns.pass()]).toEqual([false, false]);
  turns.leave();
  expect([turns.busy, notified]).toEqual([false, [true, false]]);
  // An abandoned turn reports nothing any more.
  const other = turns.until(new Promise<void>((resolve) => setTimeout(resolve, 900)));
  arrive();
  await slow;
  expect(turns.busy).toBe(true);
  await vi.advanceTimersByTimeAsync(900);
  await other;
  expect(notified).toEqual([true, false, true, false]);
  vi.useRealTimers();
});
