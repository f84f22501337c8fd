import { faults, nothingSeen } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { taughtClass, type TaughtClass } from '../support/class-fixture.ts';
import { type Browser, type BrowserContext, expect, limit, type Page, test } from '../support/journey.ts';

let server: BrowserServer;
let room: TaughtClass;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
  room = await taughtClass(server, ['reader13', 'reader14', 'reader15']);
});
test.afterAll(() => server?.close());

const TABLET = { width: 820, height: 1180 };
const classPath = (): string => `/cms/main/courseClass/${room.classId}`;
const assignmentPath = (id: number): string => `/cms/main/assignment/${id}`;
const PLATFORM = '/cms/main/IntelligentDigitalTeachingPlatform';

/** A device of a user, signed in, with an active service worker. */
async function device(browser: Browser, userName: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: TABLET,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    permissions: ['microphone'],
  });
  await signIn(context, userName);
  const page = await context.newPage();
  await page.goto(server.origin);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.close();
  return context;
}
async function signIn(context: BrowserContext, userName: string): Promise<void> {
  const value = await server.logIn(userName);
  await context.addCookies([{ name: 'Admin-Token', value, url: server.origin, expires: Math.floor(Date.now() / 1000) + 3600 }]);
}

async function storePack(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto(server.origin + classPath());
  await page.getByRole('button', { name: '存到本机' }).click();
  await expect(page.getByRole('button', { name: '更新', exact: true })).toBeVisible({ timeout: limit(60_000) });
  await page.close();
}

/** Opens an assignment in a new page without a network and begins. */
async function beginOffline(context: BrowserContext, id: number, questions = 3): Promise<Page> {
  await context.setOffline(true);
  const page = await context.newPage();
  await page.goto(server.origin + assignmentPath(id));
  await page.getByRole('button', { name: '继续作答' }).click();
  await expect(page.getByText(`第 1 题 / 共 ${questions} 题`)).toBeVisible();
  return page;
}
const next = (page: Page) => page.getByRole('button', { name: '下一题' }).click();
const saved = (page: Page, words: string) => expect(page.locator('.attempt-status')).toContainText(words, { timeout: limit(30_000) });

async function handIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: '交', exact: true }).click();
  await page.getByRole('button', { name: '确认交' }).click();
}

interface Row {
  readonly memberName: string;
  readonly attemptId: number | null;
  readonly attemptKey: string;
  readonly state: string;
  readonly score: number;
  readonly flags: readonly string[];
}
async function boardRow(id: number, who: string): Promise<Row | undefined> {
  const { data } = (await server.call(room.teacher, 'GET', `/cms/assignment/${id}/board`)) as { data: { rows: Row[] } };
  return data.rows.find(({ memberName }) => memberName === `${who}同学`);
}

test('§21 a student answers from the pack without a network, closes the page, and it is sent once; the teacher marks, the student sees it', async ({
  browser,
}) => {
  test.setTimeout(limit(180_000));
  const id = await room.publish('渡口听写');
  const context = await device(browser, 'reader13');
  await storePack(context);
  let page = await beginOffline(context, id);
  await page.getByRole('radio', { name: /江南/ }).check();
  await next(page);
  await page.getByRole('textbox', { name: '第1空' }).fill('老周');
  await next(page);
  await page.locator('textarea').fill('我想人情在渡口。');
  await saved(page, '存在本机');
  await handIn(page);
  await expect(page.getByText('作答已交，存在本机，联网后自动交上去。')).toBeVisible();
  await page.close();
  expect(await boardRow(id, 'reader13')).toMatchObject({ state: 'none' });

  // No page of the class is opened: the next start of the app sends it.
  await context.setOffline(false);
  page = await context.newPage();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/cms/attempt/sync')) sent.push(request.postData() ?? '');
  });
  await page.goto(server.origin);
  await expect.poll(async () => (await boardRow(id, 'reader13'))?.state, { timeout: limit(60_000) }).toBe('waiting');
  expect(sent.filter((body) => body.includes('"submit"'))).toHaveLength(1);
  const row = await boardRow(id, 'reader13');
  await server.call(room.teacher, 'PUT', '/teaching/mark', { attemptId: row?.attemptId, itemId: 'q3', points: 350, feedback: '有见地' });
  await page.goto(server.origin + assignmentPath(id));
  await page.getByRole('button', { name: /第 1 次/ }).click();
  await expect(page.locator('.teach-grade')).toContainText('9.5');
  await expect(page.getByText('有见地')).toBeVisible();
});

test('§9 two devices without a network: both answers are kept, the student chooses, and the teacher sees the hand-in', async ({ browser }) => {
  test.setTimeout(limit(180_000));
  const id = await room.publish('渡口两台设备');
  const phone = await device(browser, 'reader14');
  const tablet = await device(browser, 'reader14');
  for (const one of [phone, tablet]) await storePack(one);
  const first = await beginOffline(phone, id);
  await next(first);
  await first.getByRole('textbox', { name: '第1空' }).fill('老王');
  await saved(first, '存在本机');
  const second = await beginOffline(tablet, id);
  await next(second);
  await second.getByRole('textbox', { name: '第1空' }).fill('老周');
  await saved(second, '存在本机');
  await phone.setOffline(false);
  await saved(first, '已存到服务器');
  await tablet.setOffline(false);
  await saved(second, '已存到服务器');
  await expect(second.getByText('另一台设备上还有一份答案')).toBeVisible();
  await expect(second.locator('.attempt-other-text')).toHaveText(/老王/);
  await second.getByRole('button', { name: '用这份' }).click();
  await expect(second.getByText('另一台设备上还有一份答案')).toBeHidden();
  await saved(second, '已存到服务器');
  await handIn(second);
  await expect.poll(async () => (await boardRow(id, 'reader14'))?.score, { timeout: limit(60_000) }).toBe(400);
  const { attemptKey = '' } = (await boardRow(id, 'reader14')) ?? {};
  const { data } = (await server.call(room.teacher, 'GET', `/cms/attempt/${attemptKey}`)) as { data: { items: { answer: unknown }[] } };
  expect(data.items[1]?.answer).toEqual({ b1: '老周' });
});

/** A picture of a phone: larger than what is sent. */
const photoOf = (page: Page): Promise<Buffer> =>
  page
    .evaluate(async () => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [4_000, 3_000];
      canvas.getContext('2d')?.fillRect(500, 500, 900, 900);
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
      return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))];
    })
    .then((bytes) => Buffer.from(bytes));

test('§9 a photo and a recording that were made without a network stay through closing and signing out, and reach the teacher', async ({
  browser,
}) => {
  test.setTimeout(limit(180_000));
  const id = await room.publishFiles('渡口朗读');
  const context = await device(browser, 'reader13');
  await storePack(context);
  let page = await beginOffline(context, id, 1);
  const photo = { name: '渡口.png', mimeType: 'image/png', buffer: await photoOf(page) };
  await page.getByLabel('照片（最多3张）').setInputFiles([photo, photo]);
  await expect(page.getByRole('img', { name: '作答的第2张照片' })).toBeVisible();
  await page.getByRole('button', { name: '移除第1张照片' }).click();
  await expect(page.getByRole('img', { name: '作答的第2张照片' })).toBeHidden();
  await page.getByRole('button', { name: '开始录音' }).click();
  await expect(page.getByRole('button', { name: /停止 0:0[1-9]/ })).toBeVisible();
  await page.getByRole('button', { name: /停止/ }).click();
  await expect(page.locator('.question-upload audio')).toBeVisible();
  await saved(page, '存在本机');
  await saved(page, '2 个文件待上传');
  await page.close();

  // The tablet was closed; the answer is there again, also without a network.
  page = await beginOffline(context, id, 1);
  await expect(page.getByRole('img', { name: '作答的第1张照片' })).toBeVisible();
  await expect(page.locator('.question-upload audio')).toBeVisible();
  await handIn(page);
  await expect(page.getByText('作答已交，存在本机，2 个文件待上传，联网后自动交上去。')).toBeVisible();
  await page.close();
  expect(await boardRow(id, 'reader13')).toMatchObject({ state: 'none' });

  await context.setOffline(false);
  page = await context.newPage();
  await page.goto(server.origin);
  await expect.poll(async () => (await boardRow(id, 'reader13'))?.state, { timeout: limit(60_000) }).toBe('waiting');
  const teacher = await device(browser, 'teacher1');
  const marking = await teacher.newPage();
  await marking.goto(`${server.origin}/cms/main/teach/marking/${id}`);
  const shown = marking.getByRole('img', { name: '作答的第1张照片' });
  await expect(shown).toBeVisible({ timeout: limit(30_000) });
  expect(await shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([2_560, 1_920]);
  await expect(marking.getByRole('img', { name: '作答的第2张照片' })).toBeHidden();
  const length = await marking.locator('audio').evaluate(
    (audio: HTMLAudioElement) =>
      new Promise<number>((resolve) => {
        audio.addEventListener('error', () => resolve(-1));
        audio.addEventListener('playing', () => resolve(1));
        audio.muted = true;
        void audio.play();
      }),
  );
  expect(length).toBe(1);
});

test('§8 the sign-in page of a shared device says whose answers wait, and nothing else', async ({ browser }) => {
  test.setTimeout(limit(120_000));
  const id = await room.publish('渡口共用设备');
  const context = await device(browser, 'reader15');
  await storePack(context);
  const page = await beginOffline(context, id);
  await page.getByRole('radio', { name: /江南/ }).check();
  await saved(page, '存在本机');
  await page.close();
  await context.clearCookies();
  await context.setOffline(false);
  const other = await context.newPage();
  await other.goto(`${server.origin}/cmsLogin`);
  await expect(other.getByText('这台设备上还有 1 份作答没有交上去，请15同学登录一次')).toBeVisible();
  expect(await other.evaluate(() => localStorage.getItem('shuzhou.answers-waiting'))).not.toContain('reader');
  await other.close();
  await signIn(context, 'reader15');
  const again = await context.newPage();
  await again.goto(server.origin);
  await expect.poll(async () => (await boardRow(id, 'reader15'))?.state, { timeout: limit(60_000) }).toBe('doing');
  await expect.poll(() => again.evaluate(() => localStorage.getItem('shuzhou.answers-waiting'))).toBeNull();
});

test('T7 a teacher marks by keys without a network and closes the page; the marks are on the server when there is one', async ({ browser }) => {
  test.setTimeout(limit(180_000));
  const id = await room.publish('渡口批改');
  const student = await device(browser, 'reader14');
  await storePack(student);
  const page = await beginOffline(student, id);
  await next(page);
  await next(page);
  await page.locator('textarea').fill('人情在渡口。');
  await saved(page, '存在本机');
  await handIn(page);
  await student.setOffline(false);
  await expect.poll(async () => (await boardRow(id, 'reader14'))?.state, { timeout: limit(60_000) }).toBe('waiting');

  const teacher = await device(browser, 'teacher1');
  const path = `${server.origin}/cms/main/teach/marking/${id}`;
  let marking = await teacher.newPage();
  await marking.goto(path);
  await expect(marking.getByText('0/1 已批改')).toBeVisible({ timeout: limit(30_000) });
  await marking.getByLabel('评语').fill('有见地');
  await marking.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // A user who leaves the page loses nothing of what is typed.
  await marking.goto(server.origin);
  await teacher.setOffline(true);
  await marking.close();
  marking = await teacher.newPage();
  await marking.goto(path);
  await expect(marking.getByText('接着上次没有保存的批改')).toBeVisible({ timeout: limit(30_000) });
  await expect(marking.getByLabel('评语')).toHaveValue('有见地');
  await marking.locator('body').press('3');
  await marking.getByRole('button', { name: '保存', exact: true }).click();
  await expect(marking.getByText('1/1 已批改，1 份存在本机，联网后自动保存')).toBeVisible();
  await marking.close();
  expect(await boardRow(id, 'reader14')).toMatchObject({ state: 'waiting' });

  await teacher.setOffline(false);
  const start = await teacher.newPage();
  await start.goto(server.origin);
  await expect.poll(async () => (await boardRow(id, 'reader14'))?.state, { timeout: limit(60_000) }).toBe('scored');
  expect((await boardRow(id, 'reader14'))?.score).toBe(300);
});

test('T2 every step of answering is done with the keyboard', async ({ browser }) => {
  const id = await room.publish('渡口键盘');
  const context = await device(browser, 'reader13');
  const page = await context.newPage();
  await page.goto(server.origin + assignmentPath(id));
  /** Tabs until the focus is on what matches, as somebody without a mouse does. */
  const reach = async (name: RegExp): Promise<void> => {
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: one } = document;
        const label =
          one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement ? [...(one.labels ?? [])].map((all) => all.textContent) : [];
        return `${one?.tagName} ${one?.getAttribute('aria-label') ?? ''} ${label.join()} ${one?.textContent ?? ''}`;
      });
    for (let tabs = 0; tabs < 60; tabs += 1) {
      if (name.test(await focused())) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`the keyboard does not reach ${String(name)}`);
  };
  await expect(page.getByRole('button', { name: '开始', exact: true })).toBeVisible();
  await reach(/BUTTON {2,}开始$/);
  await page.keyboard.press('Enter');
  await expect(page.getByText('第 1 题 / 共 3 题')).toBeVisible();
  await reach(/INPUT .*江北/);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /江南/ })).toBeChecked();
  await reach(/BUTTON .*下一题/);
  await page.keyboard.press('Enter');
  await reach(/INPUT 第1空/);
  await page.keyboard.type('老周');
  await reach(/BUTTON .*下一题/);
  await page.keyboard.press('Enter');
  await reach(/TEXTAREA/);
  await page.keyboard.type('看法');
  await saved(page, '已存到服务器');
  await reach(/BUTTON {2,}交$/);
  await page.keyboard.press('Enter');
  await reach(/BUTTON .*确认交/);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await boardRow(id, 'reader13'))?.state, { timeout: limit(60_000) }).toBe('waiting');
});

/** Which states were checked, at any size. */
const seen = nothingSeen();

for (const [width, height] of [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const)
  test(`26, T1, T2, T5, T6 and T7 have no axe findings at ${width} × ${height}, light and dark`, async ({ browser }) => {
    test.setTimeout(limit(240_000));
    const id = await room.publish(`渡口检查${width}`);
    const student = await device(browser, 'reader15');
    const page = await student.newPage();
    await page.setViewportSize({ width, height });
    const found: string[] = [];
    const look = async (at: Page, where: string): Promise<void> => void found.push(...(await faults(at, where, null, seen)));
    await page.goto(server.origin + PLATFORM);
    await expect(page.getByText('晚班').first()).toBeVisible();
    await look(page, '26');
    await page.goto(server.origin + classPath());
    await expect(page.getByRole('button', { name: '存到本机' })).toBeVisible();
    await look(page, 'T1');
    await page.goto(server.origin + assignmentPath(id));
    await expect(page.getByRole('button', { name: '开始', exact: true })).toBeVisible();
    await look(page, 'T2 before');
    await page.getByRole('button', { name: '开始', exact: true }).click();
    for (const n of [1, 2, 3]) {
      await expect(page.getByText(`第 ${n} 题 / 共 3 题`)).toBeVisible();
      if (n === 1) await page.getByRole('radio', { name: /江北/ }).check();
      if (n === 3) await page.locator('textarea').fill('看法');
      await look(page, `T2 question ${n}`);
      if (n < 3) await next(page);
    }
    await page.getByRole('button', { name: '交', exact: true }).click();
    await expect(page.getByRole('button', { name: '确认交' })).toBeVisible();
    await look(page, 'T2 hand in');
    await page.getByRole('button', { name: '确认交' }).click();
    await page.getByRole('button', { name: /第 1 次/ }).click();
    await expect(page.locator('.attempt-answers')).toBeVisible();
    await look(page, 'T2 result');

    const teacher = await device(browser, 'teacher1');
    const marking = await teacher.newPage();
    await marking.setViewportSize({ width, height });
    await marking.goto(`${server.origin}/cms/main/teach/board/${id}`);
    await expect(marking.getByText('reader15同学').first()).toBeVisible();
    await look(marking, 'T6');
    await marking.goto(`${server.origin}/cms/main/teach/marking/${id}`);
    await expect(marking.getByText('已批改')).toBeVisible();
    await look(marking, 'T7');
    await marking.goto(`${server.origin}/cms/main/teach/assignment/${id}`);
    await expect(marking.getByLabel('名称').or(marking.getByLabel('标题')).first()).toBeVisible();
    await look(marking, 'T5');
    expect(found).toEqual([]);
  });
