import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createOutbox } from './outbox.ts';

type Answer = 'done' | 'later' | Error;

/** An outbox whose rounds end with given results. */
function line() {
  const rounds: ((answer: Answer) => Promise<void>)[] = [];
  const round = (): Promise<'done' | 'later'> =>
    new Promise((resolve, reject) => {
      rounds.push(async (answer) => {
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
        await vi.advanceTimersByTimeAsync(0);
      });
    });
  return { rounds, ...createOutbox({ round, alone: (work) => work() }) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each<Answer>(['later', new Error('away')])('starts another round at once when it was requested while a round failed (%s)', async (failure) => {
  const { rounds, sendNow } = line();
  void sendNow();
  void sendNow();
  await rounds[0]?.(failure);
  expect(rounds).toHaveLength(2);
  await rounds[1]?.('done');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(rounds, 'nothing is left').toHaveLength(2);
});

it.each<Answer>(['later', new Error('away')])('retries a failed round (%s) after a growing delay', async (failure) => {
  const { rounds, sendNow } = line();
  void sendNow();
  await rounds[0]?.(failure);
  await vi.advanceTimersByTimeAsync(900);
  expect(rounds).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(rounds).toHaveLength(2);
  await rounds[1]?.(failure);
  await vi.advanceTimersByTimeAsync(1_900);
  expect(rounds).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(200);
  expect(rounds).toHaveLength(3);
});

it('runs one more round, not two, when requested during a successful round', async () => {
  const { rounds, sendNow } = line();
  void sendNow();
  void sendNow();
  void sendNow();
  await rounds[0]?.('done');
  await rounds[1]?.('done');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(rounds).toHaveLength(2);
});
