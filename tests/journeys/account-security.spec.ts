import { totpCode } from '../../server/identity/second-factor/totp.ts';
import { faults } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { expect, type Page, test } from '../support/journey.ts';

test.use({ serviceWorkers: 'block' });

let server: BrowserServer;
let origin = '';
test.beforeAll(async () => {
  test.setTimeout(120_000);
  // A passkey is bound to a domain name, never to an IP address.
  server = await browserServer({ PUBLIC_URL: 'http://localhost:{port}' });
  origin = server.origin.replace('127.0.0.1', 'localhost');
});
test.afterAll(() => server?.close());

async function signIn(page: Page): Promise<void> {
  await page.goto(`${origin}/cmsLogin?redirect=${encodeURIComponent('/personalCenter/profile')}`);
  await page.getByLabel('用户名').fill('reader1');
  await page.getByLabel('密码', { exact: true }).fill(server.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

/** The browser forgets the signed-in user; its passkeys stay. */
async function leave(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
}

test('#33.32 a reader turns on two-step sign-in and a passkey, and signs in with each', async ({ page }) => {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true } as const;
  await devTools.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, automaticPresenceSimulation: true } });
  const shot = async (name: string): Promise<void> => {
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` });
  };

  await signIn(page);
  const part = page.getByRole('region', { name: '登录安全' });
  await part.getByRole('button', { name: '开启两步验证' }).click();
  await expect(part.getByRole('img', { name: '两步验证的二维码' })).toBeVisible();
  await part.scrollIntoViewIfNeeded();
  await shot('setup');
  expect(await faults(page, 'two-step set-up')).toEqual([]);
  const secret = (await part.locator('code').innerText()).replaceAll(' ', '');
  // The code of the previous 30 seconds is also accepted; using it here leaves the current and the next one for the sign-in.
  await part.getByLabel('应用里的6位数字').fill(totpCode(secret, Date.now() - 30_000));
  await part.getByRole('button', { name: '开启', exact: true }).click();
  await expect(part.getByRole('heading', { name: '请保存恢复码' })).toBeFocused();
  const codes = await part.locator('.account-codes code').allInnerTexts();
  expect(codes).toHaveLength(10);
  await shot('codes');
  expect(await faults(page, 'recovery codes')).toEqual([]);
  await part.getByRole('button', { name: '我已保存' }).click();
  await expect(part.getByText('已开启，还剩10个恢复码')).toBeVisible();

  await part.getByRole('button', { name: '添加通行密钥' }).click();
  await part.getByRole('button', { name: /^重命名/ }).click();
  await part.getByLabel('名字').fill('我的手机');
  await part.getByRole('button', { name: '保存' }).click();
  await expect(part.getByText('我的手机')).toBeVisible();
  await shot('passkeys');
  expect(await faults(page, 'passkeys')).toEqual([]);

  await leave(page);
  await signIn(page);
  await expect(page.getByRole('heading', { name: '两步验证' })).toBeVisible();
  await shot('second-step');
  expect(await faults(page, 'second step')).toEqual([]);
  await page.getByLabel('验证码').fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/验证码错误，还可以试\d次/);
  await page.getByLabel('验证码').fill(totpCode(secret, Date.now()));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${origin}/personalCenter/profile`);

  await leave(page);
  await signIn(page);
  await page.getByRole('button', { name: '用恢复码' }).click();
  await page.getByLabel('恢复码', { exact: true }).fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(part.getByText('已开启，还剩9个恢复码')).toBeVisible();

  await leave(page);
  await page.goto(`${origin}/cmsLogin?redirect=${encodeURIComponent('/personalCenter/profile')}`);
  await page.getByRole('button', { name: '使用通行密钥' }).click();
  await expect(part.getByText(/用过/)).toBeVisible();

  // The sign-in is long ago: the action asks for confirmation, and is performed once that is given.
  let calls = 0;
  await page.route('**/secondFactor/codes', (route) =>
    (calls += 1) === 1 ? route.fulfill({ json: { code: 428, msg: '为了安全，请重新输入密码确认身份' } }) : route.continue(),
  );
  await part.getByRole('button', { name: '换一组恢复码' }).click();
  const dialog = page.getByRole('dialog', { name: '确认是您本人' });
  await expect(dialog.getByLabel('密码')).toBeFocused();
  await shot('confirm');
  expect(await faults(page, 'confirm')).toEqual([]);
  await dialog.getByLabel('密码').fill('wrong-pass-1');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('密码错误，请重新输入');
  await dialog.getByRole('button', { name: '用通行密钥确认' }).click();
  await expect(part.getByRole('heading', { name: '请保存恢复码' })).toBeVisible();
  expect(calls).toBe(2);
});

test('#33.32 an editor without a second factor sees only its set-up while the configuration requires it', async ({ page }) => {
  const admin = await server.logIn('admin');
  const { rows } = (await server.call(admin, 'GET', '/system/config/list?configKey=sys.account.secondFactor&pageNum=1&pageSize=10')) as {
    rows: Record<string, unknown>[];
  };
  await page.context().addCookies([{ name: 'Admin-Token', value: admin, url: origin }]);
  await page.goto(`${origin}/user/profile?tab=security`);
  await expect(page.getByRole('region', { name: '登录安全' })).toBeVisible();
  expect(await faults(page, 'desk security')).toEqual([]);
  await server.call(admin, 'PUT', '/system/config', { ...rows[0], configValue: 'staff' });
  await page.goto(`${origin}/index`);
  await expect(page).toHaveURL(`${origin}/user/profile?tab=security`);
  await expect(page.getByText('您的账号须先设置两步验证或通行密钥')).toBeVisible();
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/due.png` });
  expect(await faults(page, 'second factor due')).toEqual([]);
});
