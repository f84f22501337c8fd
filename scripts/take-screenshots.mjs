// Takes the screenshots for the web manifest and the README from a running server: npm run screenshots -- http://127.0.0.1:8080
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { findBrowser } from './find-browser.mjs';
import { root } from './install.mjs';

const origin = process.argv[2] ?? 'http://127.0.0.1:8080';
const folder = join(root, 'public', 'screenshots');
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });
for (const [name, path, width, height, deviceScaleFactor] of [
  ['phone-home', '/', 390, 844, 2],
  ['phone-reader', '/cms/main/epubRead?publishId=1', 390, 844, 2],
  ['desktop-home', '/', 1440, 900, 1],
]) {
  const touch = width < 768;
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor, locale: 'zh-CN', isMobile: touch, hasTouch: touch });
  const page = await context.newPage();
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  await page.waitForTimeout(1500);
  await sharp(await page.screenshot())
    .png({ palette: true, quality: 90, effort: 9 })
    .toFile(join(folder, `${name}.png`));
  await context.close();
}
await browser.close();
