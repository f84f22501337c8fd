import { expect, test } from 'vitest';
import { turnQueue } from './turn-queue.ts';

test('turns wait for the one on its way, in their order, two at most', async () => {
  const turns = turnQueue();
  const made: string[] = [];
  let arrive: () => void = () => {};
  const slow = turns.until(new Promise<void>((resolve) => (arrive = resolve)));
  expect(turns.busy).toBe(true);
  const next = async (name: string): Promise<boolean> => {
    while (turns.busy) if (!(await turns.pass())) return false;
    made.push(`${name} begins`);
    await turns.until(new Promise<void>((resolve) => setTimeout(resolve, 5)));
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

test('a turn that fails keeps nobody waiting', async () => {
  const turns = turnQueue();
  await expect(turns.until(Promise.reject(new Error('no file')))).rejects.toThrow('no file');
  expect(turns.busy).toBe(false);
});
