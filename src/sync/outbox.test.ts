import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createOutbox } from './outbox.ts';

type Answer = 'done' | 'later' | Error;

/** A line whose rounds end as they are told. */
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

it.each<Answer>(['later', new Error('away')])('asked for while a round fails (%s), another begins behind it at once', async (failure) => {
  const { rounds, sendNow } = line();
  void sendNow();
  void sendNow();
  await rounds[0]?.(failure);
  expect(rounds).toHaveLength(2);
  await rounds[1]?.('done');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(rounds, 'nothing is left').toHaveLength(2);
});

it.each<Answer>(['later', new Error('away')])('a round that fails (%s) is tried again after a pause that grows', async (failure) => {
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

it('asked for while a round goes well, one more runs, and no third', async () => {
  const { rounds, sendNow } = line();
  void sendNow();
  void sendNow();
  void sendNow();
  await rounds[0]?.('done');
  await rounds[1]?.('done');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(rounds).toHaveLength(2);
});
