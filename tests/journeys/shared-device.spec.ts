import { expect, type Page, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { limit } from '../support/machine-speed.ts';

test.use({ serviceWorkers: 'block' });

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

/** Stores a draft as the comment form does, and returns the text that the local storage and the drafts contain. */
const draft = (page: Page, userId: number) =>
  page.evaluate(
    async (id) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('shuzhou-drafts');
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('drafts'));
        opening.addEventListener('error', () => reject(opening.error ?? new Error('no database')));
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction('drafts', 'readwrite');
          writing.objectStore('drafts').put({ text: '"甲的草稿"', at: Date.now() }, `${id} 评论 1`);
          writing.addEventListener('complete', () => (opening.result.close(), resolve()));
        });
      }),
    userId,
  );
const stored = (page: Page): Promise<string> => page.evaluate(() => JSON.stringify({ ...localStorage }));
const history = (page: Page) => page.getByRole('region', { name: '搜索历史' });

test('#44.12 A searches and signs out; B signs in on the same device and sees nothing of A', async ({ page, context }) => {
  const signIn = async (name: string): Promise<number> => {
    const token = await server.logIn(name);
    await context.addCookies([{ name: 'Admin-Token', value: encodeURIComponent(token), url: server.origin }]);
    const answer = await server.call(token, 'GET', '/getInfo');
    return (answer['user'] as { userId: number }).userId;
  };
  const userA = await signIn('reader2');
  await page.goto(`${server.origin}/cms/main/search`);
  await page.getByRole('combobox', { name: '搜索', exact: true }).fill('甲找过的书');
  await page.keyboard.press('Enter');
  // The term is stored when it is known whose it is, which may be after the address changed.
  await expect.poll(() => stored(page)).toContain('甲找过的书');
  await page.goto(`${server.origin}/cms/main/search`);
  await expect(history(page)).toContainText('甲找过的书');

  await page.goto(`${server.origin}/personalCenter/default`);
  await expect(page.getByRole('button', { name: '退出登录' })).toBeVisible();
  await draft(page, userA);
  const question = page.getByRole('dialog', { name: '提示' });
  await page.getByRole('button', { name: '退出登录' }).click();
  await expect(question).toContainText('退出后会删除：1 份没有提交的草稿（评论、表单等）。', { timeout: limit(8_000) });
  await question.getByRole('button', { name: '取消' }).click();
  await expect(page).toHaveURL(/personalCenter/);
  await page.getByRole('button', { name: '退出登录' }).click();
  await question.getByRole('button', { name: '确定' }).click();
  await expect(page).toHaveURL(`${server.origin}/`);
  await expect.poll(() => stored(page), { timeout: limit(8_000) }).not.toContain('甲找过的书');
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          new Promise((resolve) => {
            const opening = indexedDB.open('shuzhou-drafts');
            opening.addEventListener('success', () => {
              const keys = opening.result.transaction('drafts').objectStore('drafts').getAllKeys();
              keys.addEventListener('success', () => (opening.result.close(), resolve(keys.result)));
            });
          }),
      ),
    )
    .toEqual([]);

  await signIn('reader3');
  await page.goto(`${server.origin}/cms/main/search`);
  await expect(page.getByRole('combobox', { name: '搜索', exact: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(history(page)).toHaveCount(0);
  expect(await stored(page)).not.toContain('甲找过的书');
});
