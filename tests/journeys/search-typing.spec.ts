import { expect, type Page, roundTrip, test } from '../support/journey.ts';
import { makeBook } from '../bench/reader-book.ts';
import { faults } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';

test.use({ serviceWorkers: 'block' });

let server: BrowserServer;
let work = 0;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
  const publish = async (title: string) => server.publish((await makeBook({ title, chapters: 2, characters: 300 })).epub);
  work = await publish('長夜行船');
  await publish('长夜未央');
});
test.afterAll(() => server.close());

const field = (page: Page) => page.getByRole('combobox', { name: '搜索', exact: true });
const rows = (page: Page) => page.getByRole('listbox', { name: '搜索建议' }).getByRole('option');

test('the search shows suggestions while the user types, and the keyboard alone selects one', async ({ page }) => {
  await page.goto(`${server.origin}/cms/main/search`);
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false');
  await field(page).pressSequentially('长夜', { delay: 60 });
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).locator('mark')).toHaveText(['长夜', '長夜']);
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByText('2 条建议，用上下箭头选择')).toBeAttached();
  expect(await faults(page, 'suggestions')).toEqual([]);
  for (const box of await Promise.all((await rows(page).all()).map((row) => row.boundingBox()))) expect(box?.height).toBeGreaterThanOrEqual(44);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const chosen = rows(page).filter({ hasText: '長夜行船' }).and(page.locator('[aria-selected="true"]'));
  await expect(chosen).toHaveCount(1);
  expect(await field(page).getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${server.origin}/cms/main/bookDetail/${work}`);

  await page.goto(`${server.origin}/cms/main/search`);
  await field(page).fill('长夜');
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(rows(page)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/keyword=/);
  await expect(page.locator('.found-work')).toHaveCount(2);
  await page.goto(`${server.origin}/cms/main/search`);
  await field(page).fill('长');
  await expect(rows(page).first()).toHaveText(/长夜，搜索过/);
  await rows(page).first().click();
  await expect(page).toHaveURL(/keyword=/);
  await expect(field(page)).toHaveValue('长夜');
  await expect(rows(page)).toHaveCount(0);
});

test('sends no request during IME composition, after a single letter, or between two quick keys', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/cms/search/suggest')) asked.push(url.searchParams.get('keyword') ?? '');
  });
  await page.clock.install();
  await page.goto(`${server.origin}/cms/main/search`);
  await field(page).focus();
  const keys = await page.context().newCDPSession(page);
  await keys.send('Input.imeSetComposition', { text: 'chang', selectionStart: 5, selectionEnd: 5 });
  await page.clock.runFor(500);
  expect(asked).toEqual([]);
  await keys.send('Input.insertText', { text: '长夜' });
  await expect(rows(page)).toHaveCount(2);
  await field(page).fill('b');
  await page.clock.runFor(500);
  await expect(rows(page)).toHaveCount(0);
  await field(page).fill('');
  await field(page).pressSequentially('未央', { delay: 30 });
  await expect(rows(page)).toHaveCount(1);
  expect(asked).toEqual(['长夜', '未央']);
});

test('ignores a late response, and without one shows the user’s own earlier searches only', async ({ page }) => {
  await page.goto(`${server.origin}/cms/main/search?keyword=${encodeURIComponent('长夜未央')}`);
  await expect(page.locator('.found-work')).toHaveCount(1);
  await page.goto(`${server.origin}/cms/main/search`);
  const late: (() => void)[] = [];
  await page.route(/search\/suggest\?keyword=%E9%95%BF$/, async (route) => {
    await new Promise<void>((resolve) => void late.push(resolve));
    await route.continue().catch(() => undefined);
  });
  await field(page).fill('长');
  await expect.poll(() => late.length).toBe(1);
  await field(page).fill('行船');
  await expect(rows(page)).toHaveText([/長夜行船/]);
  late[0]?.();
  await roundTrip(page);
  await expect(rows(page)).toHaveText([/長夜行船/]);
  await page.context().setOffline(true);
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/search/suggest'));
  await field(page).fill('未央');
  await failed;
  await roundTrip(page);
  await expect(rows(page)).toHaveText([/长夜未央，搜索过/]);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
