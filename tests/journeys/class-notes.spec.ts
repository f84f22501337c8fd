import { faults, nothingSeen } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { type Browser, type BrowserContext, expect, limit, type Page, test } from '../support/journey.ts';
import { selectWords } from '../support/select-words.ts';

const BOOK = '渡口英语听说';
const CLASS = '英语听说1班';
const PASSAGE = 'It is a short ride.';
const WORDS = '注意 ride 作名词的用法';

let server: BrowserServer;
let classId = 0;
let publishId = 0;
test.beforeAll(async () => {
  test.setTimeout(limit(180_000));
  server = await browserServer();
  const { data } = (await server.call(await server.logIn('teacher1'), 'GET', '/cms/courseClass/mine')) as {
    data: { classId: number; className: string; textbooks: { publishId: number; title: string }[] }[];
  };
  const group = data.find(({ className }) => className === CLASS);
  classId = group?.classId ?? 0;
  publishId = group?.textbooks.find(({ title }) => title === BOOK)?.publishId ?? 0;
});
test.afterAll(() => server?.close());

const TABLET = { width: 820, height: 1180 };
const readerPath = (at: string | number = 0): string => `${server.origin}/cms/main/epubRead?publishId=${publishId}&at=${at}`;
const tabPath = (tab: string): string => `${server.origin}/cms/main/courseClass/${classId}?tab=${tab}`;

async function device(browser: Browser, userName: string, more: object = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: TABLET, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce', ...more });
  const value = await server.logIn(userName);
  await context.addCookies([{ name: 'Admin-Token', value, url: server.origin, expires: Math.floor(Date.now() / 1000) + 3600 }]);
  return context;
}
async function read(context: BrowserContext, at: string | number = 0): Promise<Page> {
  const page = await context.newPage();
  await page.goto(readerPath(at));
  await expect(page.locator('iframe[data-shown]')).toBeVisible({ timeout: limit(30_000) });
  return page;
}
const chips = (page: Page) => page.locator('.placed-chip[data-kind="note"]');
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name });

test('§7 a teacher writes a note in the reader on a tablet; a student sees it at its place without a network; withdrawn, it is gone', async ({
  browser,
}) => {
  test.setTimeout(limit(120_000));
  const teacher = await device(browser, 'teacher1', { permissions: ['microphone'] });
  const board = await read(teacher);
  await expect(chips(board).first()).toBeVisible({ timeout: limit(30_000) });
  await selectWords(board, PASSAGE);
  await board.getByRole('button', { name: '批注', exact: true }).click();
  await sheet(board, '写批注').getByRole('button', { name: '发布给班级' }).click();
  await expect(sheet(board, '写批注')).toContainText('请写下批注');
  await sheet(board, '写批注').getByLabel('批注', { exact: true }).fill(WORDS);
  await sheet(board, '写批注').getByRole('button', { name: '关闭' }).click();
  await expect(board.getByText('还没有保存；再打开时可以接着写').last()).toBeVisible();
  await selectWords(board, PASSAGE);
  await board.getByRole('button', { name: '批注', exact: true }).click();
  await expect(sheet(board, '写批注').getByLabel('批注', { exact: true })).toHaveValue(WORDS);
  // A recording beside the words: heard before it is published.
  await sheet(board, '写批注').getByRole('button', { name: '开始录音' }).click();
  await expect(sheet(board, '写批注').getByRole('button', { name: /停止 0:0[1-9]/ })).toBeVisible();
  await sheet(board, '写批注').getByRole('button', { name: /停止/ }).click();
  await expect(sheet(board, '写批注').locator('audio')).toBeVisible();
  await sheet(board, '写批注').getByRole('button', { name: '发布给班级' }).click();
  await expect(board.getByText('已发布，班级成员在书里能看到').last()).toBeVisible();
  await expect(board.getByRole('button', { name: `批注：${WORDS}` })).toBeVisible();

  const student = await device(browser, 'reader2');
  const start = await student.newPage();
  await start.goto(server.origin);
  await start.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await start.goto(tabPath('notes'));
  await expect(start.getByText(WORDS)).toBeVisible();
  await expect(start.getByRole('button', { name: '撤回' })).toHaveCount(0);
  await start.getByRole('button', { name: '存到本机' }).click();
  await expect(start.getByText('7 条批注')).toBeVisible({ timeout: limit(60_000) });
  await start.goto(`${server.origin}/cms/main/bookDetail/${publishId}`);
  const copy = start.getByRole('region', { name: '存到本机' }).first();
  await copy.getByRole('button', { name: '下载' }).click();
  await expect(copy).toContainText('已存到本机', { timeout: limit(60_000) });
  await start.close();
  await student.setOffline(true);
  const offline = await read(student);
  await offline.getByRole('button', { name: `批注：${WORDS}` }).click();
  await expect(sheet(offline, '老师批注')).toContainText(WORDS);
  await sheet(offline, '老师批注').getByRole('button', { name: '听老师的录音' }).click();
  await expect
    .poll(() =>
      sheet(offline, '老师批注')
        .locator('audio')
        .evaluate((audio: HTMLAudioElement) => audio.currentTime),
    )
    .toBeGreaterThan(0);
  await expect(sheet(offline, '老师批注').getByRole('button', { name: '撤回' })).toHaveCount(0);
  await sheet(offline, '老师批注').getByRole('button', { name: '全部批注' }).click();
  await sheet(offline, '老师批注').getByRole('switch').click();
  await sheet(offline, '老师批注').getByRole('button', { name: '关闭' }).click();
  await expect(chips(offline)).toHaveCount(0);
  await offline.close();

  await board.goto(tabPath('notes'));
  const row = board.getByRole('listitem').filter({ hasText: WORDS });
  await row.getByRole('button', { name: '撤回' }).click();
  await board.locator('.adm-center-popup-wrap').getByRole('button', { name: '撤回' }).click();
  await expect(row.getByText('已撤回，学生看不到')).toBeVisible();
  await student.setOffline(false);
  const again = await student.newPage();
  await again.goto(tabPath('notes'));
  await expect(again.getByText('到书里看').first()).toBeVisible();
  await expect(again.getByText(WORDS)).toHaveCount(0);
  await student.close();
  await teacher.close();
});

test('T1 a note opens its very place in the book, by keyboard too', async ({ browser }) => {
  const student = await device(browser, 'reader3', { serviceWorkers: 'block' });
  const page = await student.newPage();
  await page.goto(tabPath('notes'));
  await page.getByRole('listitem').filter({ hasText: 'It was the quiet between the noises.' }).getByRole('link').click();
  await expect(page.locator('iframe[data-shown]')).toBeVisible({ timeout: limit(30_000) });
  const chip = page.getByRole('button', { name: /^批注：quiet 作名词/ });
  await expect(chip).toBeVisible({ timeout: limit(30_000) });
  for (let presses = 0; presses < 8 && !(await chip.evaluate((one) => one === document.activeElement)); presses += 1) await page.keyboard.press('m');
  await page.keyboard.press('Enter');
  await expect(sheet(page, '老师批注')).toContainText('quiet 作名词');
  await page.keyboard.press('Escape');
  await expect(sheet(page, '老师批注')).toHaveCount(0);
  await student.close();
});

test('§20 a reader in no class of a book loads nothing of the notes of teachers', async ({ browser }) => {
  const other = await device(browser, 'reader20', { serviceWorkers: 'block' });
  const page = await other.newPage();
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await page.goto(readerPath());
  await expect(page.locator('.placed-chip').first()).toBeVisible({ timeout: limit(30_000) });
  expect(asked.filter((path) => /class-notes-|note-text|class-pack|learning/.test(path))).toEqual([]);
  await other.close();
});

test('E36 what a member reads is reported and shown to the teacher and to the member alike', async ({ browser }) => {
  test.setTimeout(limit(120_000));
  const student = await device(browser, 'reader12', { serviceWorkers: 'block' });
  const page = await read(student);
  await expect(chips(page).first()).toBeVisible({ timeout: limit(30_000) });
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    expect(await page.evaluate(() => performance.now())).toBeGreaterThan(14_000);
  }).toPass({ timeout: limit(40_000), intervals: [1_000] });
  await page.goto(tabPath('learning'));
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('region', { name: '我的学习进度' })).toContainText('不到 1 分钟', { timeout: 2_000 });
  }).toPass({ timeout: limit(40_000) });
  const { data } = (await server.call(await server.logIn('teacher1'), 'GET', `/cms/learningRecord/${classId}`)) as {
    data: { rows: { memberName: string; books: { publishId: number; seconds: number }[] }[] };
  };
  expect(data.rows.find(({ memberName }) => memberName === '邓汀')?.books.find((one) => one.publishId === publishId)?.seconds).toBeGreaterThan(3);
  await student.close();
});

/** Which states were checked, at any size. */
const seen = nothingSeen();

for (const [name, viewport] of [
  ['390', { width: 390, height: 844 }],
  ['820', TABLET],
  ['1440', { width: 1440, height: 900 }],
] as const)
  test(`T1 the tabs 学习进度, 批注 and 资料 have no finding of axe at ${name}, light and dark`, async ({ browser }) => {
    test.setTimeout(limit(120_000));
    for (const [who, waits] of [
      ['teacher1', '导出学习进度'],
      ['reader2', '我们看到的一样'],
    ] as const) {
      const context = await device(browser, who, { viewport, serviceWorkers: 'block' });
      const page = await context.newPage();
      for (const [tab, ready] of [
        ['learning', who === 'teacher1' ? waits : '老师看到的和您看到的一样'],
        ['notes', '到书里看'],
        ['materials', '去练习'],
      ] as const) {
        await page.goto(tabPath(tab));
        await expect(page.getByText(ready).first()).toBeVisible();
        expect(await faults(page, `${who} ${tab}`, null, seen)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${who} ${tab} is as wide as the window`).toBe(true);
      }
      await context.close();
    }
  });
