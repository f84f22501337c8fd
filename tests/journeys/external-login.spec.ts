import { faults } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { type OpenIdServer, openIdServer } from '../support/openid-server.ts';

let provider: OpenIdServer;
let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  provider = await openIdServer();
  const { name, issuer, clientId, clientSecret } = provider.settings;
  server = await browserServer({
    OIDC_PROVIDERS: 'campus',
    OIDC_CAMPUS_NAME: name,
    OIDC_CAMPUS_ISSUER: issuer,
    OIDC_CAMPUS_CLIENT_ID: clientId,
    OIDC_CAMPUS_CLIENT_SECRET: clientSecret,
  });
});
test.afterAll(async () => {
  await server?.close();
  await provider?.close();
});

test('S2.1.1 S2.2.3 a reader signs in through a provider, lands on the requested page, and opens /user/profile', async ({ page }) => {
  await page.goto(`${server.origin}/user/profile`);
  await expect(page).toHaveURL(/cmsLogin\?redirect=%2Fuser%2Fprofile$/);
  await page.getByRole('button', { name: '用校园账号登录' }).click();
  await expect(page).toHaveURL(`${server.origin}/user/profile`);
  await expect(page.getByRole('heading', { name: '我的资料' })).toBeVisible();
  await expect(page.getByText('其他登录方式')).toBeVisible();
  await expect(page.getByText(/周渡 · \d{4}-\d\d-\d\d 绑定/)).toBeVisible();
  expect(await faults(page, 'external login')).toEqual([]);
  await page.getByRole('button', { name: '解除绑定校园账号' }).click();
  await page.getByRole('dialog').getByText('解除绑定').last().click();
  await expect(page.locator('#spoken')).toHaveText(/这是您唯一的登录方式/);
});

test('S2.1.1 a forged or repeated response is rejected, and leads back to the sign-in page', async ({ page }) => {
  await page.goto(`${server.origin}/auth-redirect?code=forged&state=forged`);
  await expect(page.getByRole('alert')).toHaveText('登录信息已失效，请重新登录');
  expect(await faults(page, 'external login')).toEqual([]);
  await page.getByRole('link', { name: '重新登录' }).click();
  await expect(page).toHaveURL(/\/cmsLogin$/);
});
