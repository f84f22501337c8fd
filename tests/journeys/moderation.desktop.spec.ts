import { adminPage } from '../support/admin-shell.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { expect, type Page, test } from '../support/journey.ts';

test.use({ serviceWorkers: 'block' });
let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

const openText = (page: Page) => page.locator('.moderation-item.open .moderation-text');

test('#43.14 key J moves one row in the moderation list, on a slow network and while a decision is sent', async ({ browser }) => {
  const page = await adminPage(browser, server, 'opsadmin', '/cms/comment/moderation');
  const texts = page.locator('.moderation-text');
  await expect(texts.nth(4)).toBeVisible();
  const [first, second, third, fourth] = await texts.allInnerTexts();
  await page.keyboard.press('j');
  await expect(openText(page)).toHaveText(first ?? '');
  // Two presses before the server has locked the first row move two rows, not one.
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/cms/comment/moderation/claim/**', async (route) => (await held, route.continue()));
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  release();
  await expect(openText(page)).toHaveText(third ?? '');
  await page.keyboard.press('k');
  await expect(openText(page)).toHaveText(second ?? '');
  await page.unroute('**/cms/comment/moderation/claim/**');
  // The row that was left is free for colleagues.
  const colleague = await adminPage(browser, server, 'admin', '/cms/comment/moderation');
  await expect(colleague.getByText('正在审核')).toHaveCount(1);
  // A decision opens the next row itself.
  await page.keyboard.press('p');
  await page.keyboard.press('j');
  await expect(openText(page)).toHaveText(third ?? '');
  await expect(texts.filter({ hasText: second ?? '' })).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(openText(page)).toHaveText(fourth ?? '');
});

test('#43.15 no text of the moderation list is narrower than four characters on a phone', async ({ browser }) => {
  const page = await adminPage(browser, server, 'opsadmin', '/cms/comment/moderation', { width: 390, height: 844 });
  await page.locator('.moderation-item').first().waitFor();
  const narrow = await page.locator('.moderation *').evaluateAll((all) =>
    all
      .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && (node.textContent ?? '').trim().length > 4))
      .filter((one) => one.getClientRects().length > 0 && one.getBoundingClientRect().width < 4 * Number.parseFloat(getComputedStyle(one).fontSize))
      .map((one) => one.textContent),
  );
  expect(narrow).toEqual([]);
});
