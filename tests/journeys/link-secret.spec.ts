import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { expect, test } from '../support/journey.ts';

// The service worker has its own tests.
test.use({ serviceWorkers: 'block' });
let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

const SECRET = 'Zq'.repeat(16);
const INVITATION = '/cms/main/cmsPeriodical/invitation';

for (const [title, address, path, heading] of [
  ['a link for a new password', `/findPassword#token=${SECRET}`, '/findPassword', '设置新密码'],
  ['a link for a new password of an earlier release', `/findPassword?token=${SECRET}`, '/findPassword', '设置新密码'],
  ['a review invitation', `${INVITATION}#token=${SECRET}`, INVITATION, '审稿邀请'],
  ['a review invitation of an earlier release', `${INVITATION}/${SECRET}`, INVITATION, '审稿邀请'],
] as const)
  test(`#43.1 ${title} leaves no secret in the address, in later requests and in the storage of the browser`, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (!request.isNavigationRequest()) asked.push(`${request.url()} ${request.headers()['referer'] ?? ''}`);
    });
    await page.goto(server.origin + address);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    await expect(page).toHaveURL(server.origin + path);
    if (path === INVITATION) await expect(page.getByText('邀请链接已经失效')).toBeVisible();
    expect(asked.filter((one) => one.includes('/prod-api/') && one.includes(SECRET))).toEqual([]);
    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]))).not.toContain(SECRET);
    await page.reload();
    await expect(page.getByRole('heading', { name: path === INVITATION ? '审稿邀请' : '找回密码' }).first()).toBeVisible();
  });

test('#43.3 the page of a co-author asks for signing in and shows only the own confirmation', async ({ page }) => {
  await page.goto(`${server.origin}/cms/main/authorConfirm?id=1`);
  await expect(page).toHaveURL(`${server.origin}/cmsLogin?redirect=${encodeURIComponent('/cms/main/authorConfirm?id=1')}`);
  await page.context().addCookies([{ name: 'Admin-Token', value: await server.logIn('reader1'), url: server.origin }]);
  await page.goto(`${server.origin}/cms/main/authorConfirm?id=1`);
  await expect(page.getByText('这里没有等您确认的署名')).toBeVisible();
});
