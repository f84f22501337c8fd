import { expect, test, vi } from 'vitest';
import { startJobs } from './jobs.ts';

test('a lane does nothing before the first wake, then works at every tick until it is stopped', async () => {
  vi.useFakeTimers();
  try {
    const worker = vi.fn(async () => false);
    const jobs = startJobs(
      () => null,
      [{ name: 'count', title: '计数', workers: [worker], everyMs: 1_000 }],
      () => {},
    );
    await vi.advanceTimersByTimeAsync(5_000);
    expect(worker).not.toHaveBeenCalled();
    jobs.wake();
    await vi.advanceTimersByTimeAsync(2_500);
    expect(worker).toHaveBeenCalledTimes(3);
    await jobs.stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(worker).toHaveBeenCalledTimes(3);
  } finally {
    vi.useRealTimers();
  }
});

test('an error of a worker is reported, and the others go on', async () => {
  const errors: unknown[] = [];
  const second = vi.fn(async () => false);
  const first = async () => {
    throw new Error('no');
  };
  const jobs = startJobs(
    () => null,
    [{ name: 'count', title: '计数', workers: [first, second], everyMs: 60_000 }],
    (error) => errors.push(error),
  );
  jobs.wake();
  await jobs.settled();
  expect(errors).toEqual([new Error('no')]);
  expect(second).toHaveBeenCalledOnce();
  await jobs.stop();
});

test('lanes with the same work have different names in metrics and on 运行状态', async () => {
  const lane = { name: 'count', title: '计数', workers: [async () => false], everyMs: 60_000 };
  const jobs = startJobs(
    () => null,
    [lane, lane],
    () => {},
  );
  expect(jobs.reports().map(({ name, title }) => `${name} ${title}`)).toEqual(['count 计数', 'count-2 计数（2）']);
  await jobs.stop();
});
