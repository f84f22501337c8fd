import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';

/** A new service worker or page, which only has the stored state. */
async function begun(): Promise<typeof import('./license-clock.ts')> {
  vi.resetModules();
  return import('./license-clock.ts');
}
const MINUTE = 60_000;

it('a license that has expired is expired for the next service worker too, whatever its clock shows', async () => {
  const first = await begun();
  await first.setServerTime(new Date(100 * MINUTE).toUTCString());
  const ends = 100 * MINUTE + 20_000;
  expect(await first.isExpired(ends, ends - 1)).toBe(false);
  expect(await first.isExpired(ends, ends + 1)).toBe(true);
  const next = await begun();
  expect(await next.isExpired(ends, 0)).toBe(true);
  // Only the server can set it back.
  await next.setServerTime(new Date(100 * MINUTE).toUTCString());
  expect(await next.isExpired(ends, 0)).toBe(false);
});

it('a page that started earlier does not set back the time that the service worker has written since', async () => {
  const page = await begun();
  await page.setServerTime(new Date(100 * MINUTE).toUTCString());
  const worker = await begun();
  expect(await worker.latestTime(500 * MINUTE)).toBe(500 * MINUTE);
  // The clock was set back between the two.
  await page.latestTime(300 * MINUTE);
  expect(await (await begun()).latestTime(0)).toBe(500 * MINUTE);
});
