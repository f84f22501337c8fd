import { faults, nothingSeen } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { type Browser, type BrowserContext, expect, limit, type Page, test } from '../support/journey.ts';

const DAY_MS = 86_400_000;
const TITLE = '渡口英语听说';
const DAILY = '/cms/main/dailyReview';
const READER = 'reader20';

interface Question {
  readonly questionId: number;
  readonly versionId: number;
  readonly shown: { readonly kind: string; readonly stem: string; readonly options?: readonly { readonly id: string; readonly html: string }[] };
  readonly key: { readonly right?: readonly string[] };
}
interface Stored {
  readonly setId: number;
  readonly documentIndex: number;
  readonly questions: readonly Question[];
}

let server: BrowserServer;
let publishId = 0;
/** Single choices of one exercise, which the reader has missed two days ago. */
let missed: readonly (Question & { readonly setId: number })[] = [];

test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
  const { rows } = (await server.call(null, 'GET', '/cms/publish/queryPublishList?kind=textbook&pageSize=20')) as {
    rows: { publishId: number; title: string }[];
  };
  publishId = rows.find(({ title }) => title === TITLE)?.publishId ?? 0;
  await server.call(await server.logIn('worksadmin'), 'POST', '/cms/publish/entitlement', { publishId, userName: READER });
  const token = await server.logIn(READER);
  const { data } = (await server.call(token, 'GET', `/cms/exercise/kept/${publishId}`)) as { data: Stored[] };
  missed = data
    .flatMap(({ setId, questions }) => questions.filter(({ shown }) => shown.kind === 'single').map((one) => ({ ...one, setId })))
    .slice(0, 2);
  await server.call(token, 'POST', '/cms/review/sync', {
    sentAt: Date.now(),
    cursor: 0,
    rows: missed.map(({ questionId, versionId, setId }, at) => ({
      id: `80000000-0000-4000-8000-00000000000${at}`,
      questionId,
      versionId,
      setId,
      publishId,
      at: Date.now() - 2 * DAY_MS + at,
      rating: 1,
      verdict: 'wrong',
      tries: 2,
      ms: 1,
      deviceId: 'journey-0001',
      kind: 'practice',
    })),
  });
});
test.afterAll(() => server?.close());

async function device(browser: Browser, userName: string, more: object = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    ...more,
  });
  const value = await server.logIn(userName);
  await context.addCookies([{ name: 'Admin-Token', value, url: server.origin, expires: Math.floor(Date.now() / 1000) + 3600 }]);
  return context;
}

const plain = (html: string): string => html.replace(/<[^>]*>/g, '').trim();
const start = (page: Page) => page.getByRole('button', { name: /^(开始|接着)复习$/ });
const daily = async (): Promise<unknown> =>
  ((await server.call(await server.logIn(READER), 'GET', '/cms/review/dailyCount')) as { data: { total: number } }).data.total;

/** Chooses the right option of the question that is shown, by keyboard. */
async function answerByKeyboard(page: Page, at: number): Promise<void> {
  const question = missed[at];
  if (!question) throw new Error('the demo has too few single choices');
  const right = plain(question.shown.options?.find(({ id }) => question.key.right?.includes(id))?.html ?? '');
  await expect(page.getByText(`第 ${at + 1} 个，共 2 个`).first()).toBeVisible({ timeout: limit(20_000) });
  await page.getByRole('radio', { name: right }).first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page.getByText('答对了').first()).toBeVisible({ timeout: limit(20_000) });
}

test('T4 a review without a network by keyboard is on the server afterwards, and the other device has nothing left to do', async ({ browser }) => {
  test.setTimeout(limit(240_000));
  const phone = await device(browser, READER);
  let page = await phone.newPage();
  await page.goto(server.origin);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.goto(`${server.origin}/cms/main/bookDetail/${publishId}`);
  await page.getByRole('region', { name: '存到本机' }).getByRole('button', { name: '下载' }).click();
  await expect(page.getByRole('region', { name: '存到本机' })).toContainText('已存到本机', { timeout: limit(60_000) });
  // The log comes to this device with the first look.
  await page.goto(server.origin + DAILY);
  await expect(start(page)).toBeVisible({ timeout: limit(20_000) });
  await expect(page.getByText('新题 2 题')).toBeVisible();
  await page.close();

  await phone.setOffline(true);
  page = await phone.newPage();
  await page.goto(server.origin + DAILY);
  await expect(page.getByText('现在没有网络，复习的是存在本机的教材、离线包和生词。')).toBeVisible({ timeout: limit(20_000) });
  await start(page).focus();
  await page.keyboard.press('Enter');
  await answerByKeyboard(page, 0);
  await expect(page.getByText(/^一次做对，(明天|\d+ 天后)再来。$/)).toBeVisible();
  await page.keyboard.press('Enter');
  await answerByKeyboard(page, 1);
  await page.getByRole('button', { name: '太简单' }).click();
  await expect(page.getByRole('heading', { name: /^今天的复习做完了，明天/ })).toBeVisible({ timeout: limit(20_000) });
  await expect(page.getByRole('region', { name: '这一次的复习' })).toContainText('一次做对2');
  expect(await daily()).toBe(2);

  await phone.setOffline(false);
  await expect.poll(daily, { timeout: limit(60_000) }).toBe(0);
  const tablet = await device(browser, READER, { serviceWorkers: 'block', viewport: { width: 820, height: 1180 } });
  const other = await tablet.newPage();
  await other.goto(server.origin + DAILY);
  await expect(other.getByRole('heading', { name: /^今天的复习做完了，明天/ })).toBeVisible({ timeout: limit(20_000) });
  await expect(other.getByText('今天复习了 2 题。')).toBeVisible();
  const { data } = (await server.call(await server.logIn(READER), 'POST', '/cms/review/sync', { sentAt: Date.now(), cursor: 2, rows: [] })) as {
    data: { rows: { kind: string; rating: number }[] };
  };
  expect(data.rows.map(({ kind, rating }) => `${kind} ${rating}`).toSorted()).toEqual(['review 3', 'review 4']);
});

test('T4 the pack of a class brings the review and the files of the textbook: both open without a network and without the textbook', async ({
  browser,
}) => {
  test.setTimeout(limit(240_000));
  const member = 'reader12';
  await server.call(await server.logIn('worksadmin'), 'POST', '/cms/publish/entitlement', { publishId, userName: member });
  const token = await server.logIn(member);
  const { data: sets } = (await server.call(token, 'GET', `/cms/exercise/kept/${publishId}`)) as { data: Stored[] };
  const all = sets.flatMap(({ setId, questions }) => questions.filter(({ shown }) => shown.kind === 'single').map((one) => ({ ...one, setId })));
  await server.call(token, 'POST', '/cms/review/sync', {
    sentAt: Date.now(),
    cursor: 0,
    rows: all.map(({ questionId, versionId, setId }, at) => ({
      id: `90000000-0000-4000-8000-0000000000${String(at).padStart(2, '0')}`,
      questionId,
      versionId,
      setId,
      publishId,
      at: Date.now() - 2 * DAY_MS + at,
      rating: 1,
      verdict: 'wrong',
      tries: 2,
      ms: 1,
      deviceId: 'journey-0002',
      kind: 'practice',
    })),
  });
  const { data: classes } = (await server.call(token, 'GET', '/cms/courseClass/mine')) as { data: { classId: number; className: string }[] };
  const classId = classes.find(({ className }) => className === '英语听说1班')?.classId ?? 0;
  const tablet = await device(browser, member, { viewport: { width: 820, height: 1180 } });
  const classPage = `${server.origin}/cms/main/courseClass/${classId}`;
  let page = await tablet.newPage();
  await page.goto(server.origin);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.goto(`${classPage}?tab=materials`);
  await expect(page.getByRole('checkbox', { name: /连教材的资料一起存（1 个/ })).toBeChecked({ timeout: limit(20_000) });
  await page.getByRole('button', { name: '存到本机' }).click();
  await expect(page.getByRole('region', { name: '离线包' })).toContainText(/复习 \d+ 题，资料 1 个/, { timeout: limit(60_000) });
  await expect(page.getByText('已存到本机', { exact: false }).first()).toBeVisible();
  await page.close();

  await tablet.setOffline(true);
  page = await tablet.newPage();
  await page.goto(server.origin + DAILY);
  await expect(page.getByText('现在没有网络，复习的是存在本机的教材、离线包和生词。')).toBeVisible({ timeout: limit(20_000) });
  await start(page).click();
  const stem = page.locator('.question-html').first();
  await expect(stem).toBeVisible({ timeout: limit(20_000) });
  const asked = (await stem.innerText()).replace(/\s+/g, '');
  const shown = all.find((one) => plain(one.shown.stem).replace(/\s+/g, '') === asked);
  const right = plain(shown?.shown.options?.find(({ id }) => shown.key.right?.includes(id))?.html ?? '');
  await page.getByRole('radio', { name: right }).first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page.getByText('答对了').first()).toBeVisible({ timeout: limit(20_000) });
  await page.goto(`${classPage}?tab=materials`);
  const item = page.getByRole('listitem').filter({ hasText: '六单元常用句' });
  await expect(item).toContainText('已存到本机', { timeout: limit(20_000) });
  const saved = page.waitForEvent('download');
  await item.getByRole('button', { name: /下载/ }).click();
  expect((await saved).suggestedFilename()).not.toBe('');
});

test('T4 words of the vocabulary are in the queue and keep their boxes; the limits are kept by the account', async ({ browser }) => {
  test.setTimeout(limit(120_000));
  const context = await device(browser, 'reader1', { serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(server.origin + DAILY);
  await expect(page.getByText(/^复习 6 题 · 新题 9 题 · 生词 \d+ 个$/)).toBeVisible({ timeout: limit(20_000) });
  await start(page).click();
  const meaning = page.getByRole('button', { name: '看释义' });
  const skip = page.getByRole('button', { name: '跳过' });
  await expect(skip.or(meaning)).toBeVisible({ timeout: limit(20_000) });
  while (await skip.isVisible()) await skip.click();
  await expect(meaning).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: '认识', exact: true }).click();
  await page.getByRole('button', { name: '先到这里' }).click();
  await expect(page.getByRole('region', { name: '这一次的复习' })).toContainText('认识的词1');

  await page.getByRole('button', { name: '调整' }).click();
  const sheet = page.getByRole('dialog', { name: '每天复习多少' });
  await sheet.getByLabel('每天的新题').fill('5');
  await sheet.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('每天最多新题 5 题，复习 100 题')).toBeVisible();
  await expect(page.getByText('另有 4 题超过每天的上限，留到后面几天。')).toBeVisible();
  await page.goto(`${server.origin}/cms/main/practice`);
  await expect(page.getByRole('link', { name: '今日复习 11 题' })).toBeVisible({ timeout: limit(20_000) });
});

/** Which states were checked, at any size. */
const seen = nothingSeen();

for (const [width, height] of [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const)
  test(`T4 has no axe findings at ${width} × ${height}, light and dark`, async ({ browser }) => {
    test.setTimeout(limit(180_000));
    const page = await (await device(browser, 'reader1', { serviceWorkers: 'block', viewport: { width, height } })).newPage();
    const found: string[] = [];
    const look = async (where: string): Promise<void> => void found.push(...(await faults(page, where, null, seen)));
    await page.goto(server.origin + DAILY);
    await expect(start(page)).toBeVisible({ timeout: limit(20_000) });
    await look('T4');
    await page.getByRole('button', { name: '调整' }).click();
    await expect(page.getByRole('dialog', { name: '每天复习多少' })).toBeVisible();
    await look('T4 limits');
    await page.keyboard.press('Escape');
    await start(page).click();
    const skip = page.getByRole('button', { name: '跳过' });
    await expect(skip).toBeVisible({ timeout: limit(20_000) });
    await look('T4 question');
    while (await skip.isVisible()) await skip.click();
    await expect(page.getByRole('button', { name: '看释义' })).toBeVisible();
    await page.getByRole('button', { name: '看释义' }).click();
    await look('T4 word');
    expect(found).toEqual([]);
  });
