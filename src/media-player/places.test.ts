// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { devicePlace, keepPlace, sendPlaces, takePlaces } from './places.ts';

let answer: () => Response = () => Response.json({});
beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('fetch', async () => answer());
});
afterEach(() => vi.unstubAllGlobals());

test('an answer that is none leaves a position as it is, to be sent again', async () => {
  answer = () => Response.json({});
  keepPlace(1, 5, 90_000);
  await sendPlaces(1);
  await takePlaces(1, 7);
  expect(devicePlace(1, 5)).toMatchObject({ positionMs: 90_000, sent: false });
});

test('a position without its numbers is no position', () => {
  localStorage.setItem('shuzhou.media-places.1', '{"5":{"sent":true},"6":null}');
  expect([devicePlace(1, 5), devicePlace(1, 6)]).toEqual([null, null]);
  keepPlace(1, 5, 30_000);
  expect(devicePlace(1, 5)?.positionMs).toBe(30_000);
});
