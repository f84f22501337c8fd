import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { type BrowserContext, chromium, expect, limit, test } from '../support/journey.ts';

/** Data folder and browser profile of version 0.1.0 before the renaming of modules: `reader1` has 《桥上的灯》 on the device and has turned
 * a page offline, in chapter 2. Recorded at this origin, without secret, sessions and cookies. */
const RECORDING = join(import.meta.dirname, '..', 'fixtures', 'recorded-profile.tar.gz');
const PORT = 18_099;
const BOOK = 1;

let folder = '';
let server: BrowserServer;
let device: BrowserContext;

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shuzhou-recorded-'));
  execFileSync('tar', ['-xzf', RECORDING, '-C', folder]);
  server = await browserServer({}, { data: join(folder, 'data'), port: PORT });
  device = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'zh-CN',
  });
});
test.afterEach(async () => {
  await device?.close().catch(() => undefined);
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

test('a database, a browser profile and a downloaded book of the version before open without loss', async () => {
  const token = await server.logIn('reader1');
  await device.addCookies([{ name: 'Admin-Token', value: token, url: server.origin, expires: Math.floor(Date.now() / 1000) + 86_400 }]);
  const page = device.pages()[0] ?? (await device.newPage());
  await page.goto(`${server.origin}/personalCenter/favorite?tab=kept`);
  await expect(page.getByText('桥上的灯').first()).toBeVisible({ timeout: limit(30_000) });
  // The position that was not sent before the update reaches the account.
  await expect
    .poll(async () => JSON.stringify(await server.call(token, 'GET', `/info/progress?publishId=${BOOK}`)), { timeout: limit(30_000) })
    .toContain('第二章');

  await device.setOffline(true);
  await server.stop();
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${BOOK}`);
  await expect(page.locator('.reader-main > output.unseen')).toContainText('第二章', { timeout: limit(30_000) });
});
