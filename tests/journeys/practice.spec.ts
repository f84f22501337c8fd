import { faults, nothingSeen } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { type Browser, type BrowserContext, expect, layoutSettled, limit, type Page, test } from '../support/journey.ts';

const TITLE = '渡口英语听说';
const WRONG = '/cms/main/practice?wrong=1';
const PHONE = { width: 390, height: 844 };

interface Question {
  readonly questionId: number;
  readonly shown: { readonly kind: string; readonly options?: readonly { readonly id: string; readonly html: string }[] };
  readonly key: { readonly right?: readonly string[] };
}
interface Stored {
  readonly setId: number;
  readonly documentIndex: number;
  readonly questions: readonly Question[];
}

let server: BrowserServer;
let publishId = 0;
let sets: readonly Stored[] = [];
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
  const { rows } = (await server.call(null, 'GET', '/cms/publish/queryPublishList?kind=textbook&pageSize=20')) as {
    rows: { publishId: number; title: string }[];
  };
  publishId = rows.find(({ title }) => title === TITLE)?.publishId ?? 0;
  const staff = await server.logIn('worksadmin');
  for (const userName of ['reader19', 'reader20']) await server.call(staff, 'POST', '/cms/publish/entitlement', { publishId, userName });
  ({ data: sets } = (await server.call(await server.logIn('reader20'), 'GET', `/cms/exercise/kept/${publishId}`)) as { data: Stored[] });
});
test.afterAll(() => server?.close());

async function device(browser: Browser, userName: string | null, more: object = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: PHONE, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce', ...more });
  if (userName) {
    const value = await server.logIn(userName);
    await context.addCookies([{ name: 'Admin-Token', value, url: server.origin, expires: Math.floor(Date.now() / 1000) + 3600 }]);
  }
  return context;
}

const chips = (page: Page) => page.getByRole('navigation', { name: '本页' });
async function turnTo(page: Page, name: RegExp): Promise<void> {
  await expect(page.locator('iframe[data-shown]')).toBeVisible({ timeout: limit(20_000) });
  const chip = chips(page).getByRole('button', { name });
  const shows = (): Promise<boolean> =>
    chip.waitFor({ timeout: limit(2_000) }).then(
      () => true,
      () => false,
    );
  for (let pages = 0; pages < 8 && !(await shows()); pages += 1) {
    await page.keyboard.press('ArrowRight');
    await layoutSettled(page);
  }
  await expect(chip).toBeVisible();
}

const plain = (html: string): string => html.replace(/<[^>]*>/g, '').trim();
/** A single choice of the second chapter, with the words of a right and of a wrong option. */
function asked(): { at: number; questionId: number; right: string; wrong: string } {
  const set = sets.find(({ documentIndex }) => documentIndex === 1);
  const at = set?.questions.findIndex(({ shown }) => shown.kind === 'single') ?? -1;
  const question = set?.questions[at];
  if (!question) throw new Error('the demo has no single choice in the second chapter');
  const words = (right: boolean): string =>
    plain(question.shown.options?.find(({ id }) => (question.key.right ?? []).includes(id) === right)?.html ?? '');
  return { at, questionId: question.questionId, right: words(true), wrong: words(false) };
}
const option = (page: Page, words: string) => page.getByRole('radio', { name: words }).first();

test('T3 what is missed without a network is in the wrong book of another device, and two right answers take it out', async ({ browser }) => {
  test.setTimeout(limit(240_000));
  const { at, right, wrong } = asked();
  const phone = await device(browser, 'reader20');
  let page = await phone.newPage();
  await page.goto(server.origin);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.goto(`${server.origin}/cms/main/bookDetail/${publishId}`);
  await page.getByRole('region', { name: '存到本机' }).getByRole('button', { name: '下载' }).click();
  await expect(page.getByRole('region', { name: '存到本机' })).toContainText('已存到本机', { timeout: limit(60_000) });
  await page.close();

  await phone.setOffline(true);
  page = await phone.newPage();
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${publishId}&at=1`);
  await turnTo(page, /^\d+ 题/);
  await chips(page)
    .getByRole('button', { name: /^\d+ 题/ })
    .click();
  const panel = page.locator('dialog.placed-panel');
  await expect(panel.getByText(/^第 1 题，共 \d+ 题$/)).toBeVisible({ timeout: limit(20_000) });
  for (let skipped = 0; skipped < at; skipped += 1) await panel.getByRole('button', { name: '跳过' }).click();
  await option(page, wrong).check({ force: true });
  await panel.getByRole('button', { name: '提交' }).click();
  await expect(panel.getByText('再试一次，不扣分；再答错就给出答案。')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);

  // The wrong book of this device knows it without a network.
  await page.goto(server.origin + WRONG);
  await expect(page.getByText('做过 1 遍，错 1 遍')).toBeVisible({ timeout: limit(20_000) });
  await expect(page.getByText('现在没有网络，列出的是本机教材里的错题。')).toBeVisible();

  const tablet = await device(browser, 'reader20', { serviceWorkers: 'block' });
  const other = await tablet.newPage();
  await other.goto(server.origin + WRONG);
  await expect(other.getByRole('heading', { name: '还没有错题，真好' })).toBeVisible();
  await phone.setOffline(false);
  const token = await server.logIn('reader20');
  const total = async (): Promise<unknown> => ((await server.call(token, 'GET', '/cms/review/wrongCount')) as { data: { total: number } }).data.total;
  await expect.poll(total, { timeout: limit(60_000) }).toBe(1);
  await other.reload();
  await expect(other.getByText('做过 1 遍，错 1 遍')).toBeVisible();
  await other.getByRole('link', { name: '练这 1 题' }).click();
  for (let times = 0; times < 2; times += 1) {
    await option(other, right).check({ force: true });
    await other.getByRole('button', { name: '提交' }).click();
    await expect(other.getByText('答对了').first()).toBeVisible();
    await other.getByRole('button', { name: '做完了' }).click();
    if (times === 0) await other.getByRole('button', { name: '再做一遍' }).click();
  }
  await other.getByRole('link', { name: '回到错题本' }).click();
  await expect(other.getByRole('heading', { name: '还没有错题，真好' })).toBeVisible();
  expect(await total()).toBe(0);
  // And on the first device.
  await page.reload();
  await expect(page.getByRole('heading', { name: '还没有错题，真好' })).toBeVisible({ timeout: limit(20_000) });
});

test('§7 the end of a chapter says what was done, and the text does not move', async ({ browser }) => {
  const context = await device(browser, 'reader19', { serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${publishId}&at=0`);
  await turnTo(page, /^本章小结/);
  const text = () => page.locator('iframe[data-shown]').evaluate((frame: HTMLIFrameElement) => frame.contentDocument!.body.innerHTML);
  const before = await text();
  await chips(page)
    .getByRole('button', { name: /^本章小结/ })
    .click();
  const panel = page.getByRole('dialog', { name: '本章小结' });
  await expect(panel.getByText(/题，还没有做/).first()).toBeVisible({ timeout: limit(20_000) });
  expect(await text()).toBe(before);
  await panel.getByRole('link', { name: '去做' }).first().click();
  await expect(page.getByText(/^第 1 题，共 \d+ 题$/)).toBeVisible({ timeout: limit(20_000) });
});

test('#31 the tabs of a textbook: by keyboard, for a visitor, and with a class begun from the book', async ({ browser }) => {
  const visitor = await (await device(browser, null, { serviceWorkers: 'block' })).newPage();
  await visitor.goto(`${server.origin}/cms/main/bookDetail/${publishId}`);
  const read = visitor.getByRole('tab', { name: '学' });
  await read.focus();
  await visitor.keyboard.press('ArrowRight');
  await expect(visitor.getByRole('tab', { name: '练' })).toBeFocused();
  await expect(visitor.getByRole('tab', { name: '练' })).toHaveAttribute('aria-selected', 'true');
  await expect(visitor.getByText('试读章节的练习可以直接做，其他章的练习有了这部教材的使用权就能做。')).toBeVisible();
  await expect(visitor.getByText('没有使用权，不能做').first()).toBeAttached();
  await visitor.keyboard.press('End');
  await expect(visitor.getByRole('link', { name: '登录，输入班级码' })).toBeVisible();
  await visitor.keyboard.press('Home');
  await expect(read).toBeFocused();
  await visitor.goto(server.origin + WRONG);
  await expect(visitor).toHaveURL(/cmsLogin\?redirect=/);

  const teacher = await (await device(browser, 'teacher1', { serviceWorkers: 'block' })).newPage();
  await teacher.goto(`${server.origin}/cms/main/bookDetail/${publishId}?tab=classes`);
  await teacher.getByRole('link', { name: '用它开课' }).click();
  const sheet = teacher.getByRole('dialog', { name: '新建课程' });
  await expect(sheet.getByRole('checkbox', { name: TITLE })).toBeChecked();
  await sheet.getByRole('button', { name: '关闭' }).click();
  await expect(sheet).toHaveCount(0);
});

/** Which states were checked, at any size. */
const seen = nothingSeen();

for (const [width, height] of [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const)
  test(`T3 and the tabs of #31 have no axe findings at ${width} × ${height}, light and dark`, async ({ browser }) => {
    test.setTimeout(limit(180_000));
    const { questionId } = asked();
    const set = sets.find(({ documentIndex }) => documentIndex === 1);
    const token = await server.logIn('reader19');
    const versions = (await server.call(token, 'GET', `/cms/review/questions/${questionId}`)) as { data: { versionId: number }[] };
    await server.call(token, 'POST', '/cms/review/sync', {
      sentAt: Date.now(),
      cursor: 0,
      rows: [
        {
          id: '50000000-0000-4000-8000-000000000001',
          questionId,
          versionId: versions.data[0]?.versionId,
          setId: set?.setId,
          publishId,
          at: Date.now(),
          rating: 1,
          verdict: 'wrong',
          tries: 2,
          ms: 1,
          deviceId: 'journey-0001',
          kind: 'practice',
        },
      ],
    });
    const page = await (await device(browser, 'reader19', { serviceWorkers: 'block', viewport: { width, height } })).newPage();
    const found: string[] = [];
    const look = async (where: string): Promise<void> => void found.push(...(await faults(page, where, null, seen)));
    await page.goto(`${server.origin}/cms/main/practice`);
    await expect(page.getByText('1 题', { exact: true })).toBeVisible();
    await look('T3');
    await page.goto(server.origin + WRONG);
    await expect(page.getByRole('link', { name: '练这 1 题' })).toBeVisible();
    await look('T3 wrong book');
    await page.getByRole('link', { name: '练这 1 题' }).click();
    await expect(page.getByText('第 1 题，共 1 题')).toBeVisible();
    await look('T3 practice');
    await page.goto(`${server.origin}/cms/main/practice?set=${set?.setId}`);
    await expect(page.getByText(/^第 1 题，共 \d+ 题$/)).toBeVisible();
    await look('T3 set');
    for (const [tab, shown] of [
      ['practice', /做过 1\//],
      ['classes', '您还没有用这部教材的班级。'],
    ] as const) {
      await page.goto(`${server.origin}/cms/main/bookDetail/${publishId}?tab=${tab}`);
      await expect(page.getByText(shown).first()).toBeVisible();
      await look(`#31 ${tab}`);
    }
    expect(found).toEqual([]);
  });
