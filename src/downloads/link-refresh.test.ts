import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refreshLink, type Link } from './link-refresh.ts';

const LIFE_MS = 600_000;
const link = (url: string): Link => ({
  url,
  streamUrl: '',
  mime: 'video/mp4',
  whole: true,
  playSec: 60,
  captions: '',
  until: Date.now() + LIFE_MS,
  rightUntil: Infinity,
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('renews a link once before it expires and uses it when the player next needs one', async () => {
  let asked = 0;
  const keeper = refreshLink(link('/1'), async () => link(`/${(asked += 1) + 1}`));
  expect(await keeper.fresh()).toBeNull();
  await vi.advanceTimersByTimeAsync(LIFE_MS * 0.8 + 10);
  expect(asked).toBe(1);
  expect((await keeper.fresh())?.url).toBe('/2');
  expect(await keeper.fresh()).toBeNull();
  await vi.advanceTimersByTimeAsync(LIFE_MS * 0.8 + 10);
  expect((await keeper.fresh())?.url).toBe('/3');
  keeper.stop();
  await vi.advanceTimersByTimeAsync(LIFE_MS * 2);
  expect(asked).toBe(2);
});

test('retries a failed renewal at the next use', async () => {
  let fails = true;
  const keeper = refreshLink(link('/1'), () => (fails ? Promise.reject(new Error('away')) : Promise.resolve(link('/2'))));
  await vi.advanceTimersByTimeAsync(LIFE_MS);
  await expect(keeper.fresh()).rejects.toThrow('away');
  fails = false;
  expect((await keeper.fresh())?.url).toBe('/2');
  keeper.stop();
});

test('requests another link after a pause in which the renewed link expired too', async () => {
  let asked = 1;
  const keeper = refreshLink(link('/1'), async () => link(`/${(asked += 1)}`));
  await vi.advanceTimersByTimeAsync(LIFE_MS * 3);
  expect(asked).toBe(2);
  const fresh = await keeper.fresh();
  expect(fresh?.url).toBe('/3');
  expect(fresh?.until).toBe(Date.now() + LIFE_MS);
  keeper.stop();
});
