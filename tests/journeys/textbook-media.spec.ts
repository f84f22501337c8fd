import { faults, nothingSeen } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { expect, layoutSettled, limit, type Page, test } from '../support/journey.ts';

const TITLE = '渡口英语听说';
const LIST = '/cms/main/DigitalTeachingMaterials';

let server: BrowserServer;
let publishId = 0;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
  const { rows } = (await server.call(null, 'GET', '/cms/publish/queryPublishList?kind=textbook&pageSize=20')) as {
    rows: { publishId: number; title: string }[];
  };
  publishId = rows.find(({ title }) => title === TITLE)?.publishId ?? 0;
});
test.afterAll(() => server?.close());

const seconds = (page: Page): Promise<number> => page.evaluate(() => document.querySelector('video')?.currentTime ?? -1);
/** The text that is marked as being heard. */
const heard = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const frame = document.querySelector<HTMLIFrameElement>('iframe[data-shown]');
    const ranges = [...((frame?.contentWindow as (Window & typeof globalThis) | null)?.CSS.highlights.get('speech') ?? [])] as Range[];
    return ranges
      .map((range) => range.toString())
      .join(' ')
      .replaceAll('\u00ad', '');
  });
const chips = (page: Page) => page.getByRole('navigation', { name: '本页' });
/** Opens a chapter and turns to the page that has its dialogue. */
async function turnTo(page: Page, name: RegExp): Promise<void> {
  await expect(page.locator('iframe[data-shown]')).toBeVisible({ timeout: limit(20_000) });
  const chip = chips(page).getByRole('button', { name });
  const shows = (): Promise<boolean> =>
    chip.waitFor({ timeout: limit(2_000) }).then(
      () => true,
      () => false,
    );
  for (let pages = 0; pages < 6 && !(await shows()); pages += 1) {
    await page.keyboard.press('ArrowRight');
    await layoutSettled(page);
  }
  await expect(chip).toBeVisible();
}

test('S2.1.18 a visitor finds a textbook by its subject, reads its trial and hears a placed recording', async ({ page }) => {
  await page.goto(server.origin + LIST);
  await expect(page.getByRole('heading', { name: '数字教材' })).toBeVisible();
  await page.getByRole('group', { name: '学科' }).getByRole('button', { name: '英语' }).click();
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.getByRole('group', { name: '学期' }).getByRole('button', { name: '大学一年级' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
  const card = page.getByRole('article').filter({ hasText: TITLE });
  await expect(card).toContainText('本科');
  await expect(card).toContainText('随文音频 8');
  await expect(card.getByRole('button', { name: '申请样书' })).toHaveCount(0);
  await card.getByRole('link', { name: TITLE }).click();
  await expect(page.getByText('随文音视频 2 段').first()).toBeAttached();
  await page.goBack();
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.getByRole('searchbox').fill('没有这样的教材');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '暂无数字教材' })).toBeVisible();
  await page.getByRole('button', { name: '看全部教材' }).click();
  await card.getByRole('link', { name: '试读' }).click();
  await turnTo(page, /^听 1:00/);
  const before = await page.locator('iframe[data-shown]').evaluate((frame: HTMLIFrameElement) => frame.contentDocument!.body.innerHTML);
  // From the text, by the keyboard alone.
  await page.keyboard.press('m');
  await expect(chips(page).getByRole('button', { name: /^听/ })).toBeFocused();
  await page.keyboard.press('Enter');
  const bar = page.getByRole('region', { name: /^正在听/ });
  await expect(bar).toContainText('Good morning. Two tickets to the university, please.', { timeout: limit(20_000) });
  await expect.poll(() => seconds(page), { timeout: limit(20_000) }).toBeGreaterThan(0.3);
  // The sentence is marked in the text too, without a change of the document.
  await expect.poll(() => heard(page), { timeout: limit(20_000) }).toMatch(/Good morning\.|Two tickets to the university/);
  expect(await page.locator('iframe[data-shown]').evaluate((frame: HTMLIFrameElement) => frame.contentDocument!.body.innerHTML)).toBe(before);
  await bar.getByRole('button', { name: '不听了' }).click();
  await expect(bar).toHaveCount(0);
  expect(await heard(page)).toBe('');
});

test('S2.1.18 a teacher asks for a sample copy, and the publisher gets it as feedback', async ({ page, context }) => {
  await context.addCookies([{ name: 'Admin-Token', value: await server.logIn('teacher1'), url: server.origin }]);
  await page.goto(server.origin + LIST);
  await page.getByRole('article').filter({ hasText: TITLE }).getByRole('button', { name: '申请样书' }).click();
  const sheet = page.getByRole('dialog', { name: '申请样书' });
  await sheet.getByRole('button', { name: '提交申请' }).click();
  await expect(sheet.getByRole('alert')).toHaveText('请填写学校与院系、课程与人数、收件人与地址、联系电话');
  for (const [label, value] of [
    ['学校与院系', '江城大学外语系'],
    ['课程与人数', '大学英语 40 人'],
    ['收件人与地址', '孟老师，江城远山路 1 号'],
    ['联系电话', '13800000001'],
  ] as const)
    await sheet.getByLabel(label).fill(value);
  await sheet.getByRole('button', { name: '提交申请' }).click();
  await expect(sheet).toHaveCount(0);
  const { rows } = (await server.call(await server.logIn('opsadmin'), 'GET', '/system/feedback/list?content=申请样书')) as {
    rows: { content: string }[];
  };
  expect(rows[0]?.content).toContain(`申请样书：《${TITLE}》（${publishId}）\n学校与院系：江城大学外语系`);
});

/** Answers the shown question of an exercise in some way, whatever its kind, and submits twice; the key follows. */
async function practise(page: Page): Promise<void> {
  await turnTo(page, /^\d+ 题/);
  await chips(page)
    .getByRole('button', { name: /^\d+ 题/ })
    .click();
  const panel = page.locator('dialog.placed-panel');
  await expect(panel.getByText(/^第 1 题，共 \d+ 题$/)).toBeVisible({ timeout: limit(20_000) });
  const submit = panel.getByRole('button', { name: '提交' });
  await expect(submit).toBeDisabled();
  const choices = panel.getByRole('radio');
  for (let at = 0; at < 2 && (await submit.count()) > 0; at += 1) {
    await choices.nth(at).check({ force: true });
    await submit.click();
    await expect(panel.getByText(/再试一次|解析|答对了|答错了/).first()).toBeVisible();
  }
  await panel.getByRole('button', { name: '下一题' }).click();
  await expect(panel.getByText(/^第 2 题/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
}

test('S2.1.18 a visitor practises the exercise of the trial: a second try, then the key', async ({ page }) => {
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${publishId}&at=0`);
  await practise(page);
});

test('§19 read-aloud of a unit marks the sentences in the time of its recorded voice', async ({ page }) => {
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const seen: string[] = [];
    Object.assign(window, { seen });
    setInterval(() => {
      const frame = document.querySelector<HTMLIFrameElement>('iframe[data-shown]');
      const [range] = [...((frame?.contentWindow as (Window & typeof globalThis) | null)?.CSS.highlights.get('speech') ?? [])] as Range[];
      const text = range?.toString().replaceAll('\u00ad', '') ?? '';
      if (text && seen.at(-1) !== text) seen.push(text);
    }, 20);
  });
  const recording = page.waitForRequest(/chapter-01\.wav/);
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${publishId}&at=0`);
  await expect(page.locator('iframe[data-shown]')).toBeVisible({ timeout: limit(20_000) });
  await page.getByRole('button', { name: '打开阅读工具' }).press('Enter');
  await page.getByRole('button', { name: '朗读' }).press('Enter');
  await recording;
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { seen: string[] }).seen.slice(0, 3)), { timeout: limit(20_000) })
    .toEqual([
      'Unit 1 – A Ticket to the Other Side',
      'Before you listen: How do you get to your university?',
      'Do you cross a river, a road, or only a corridor?',
    ]);
});

test('§4 a visitor hears the recording of a listening passage, and the plays that are left are counted', async ({ page }) => {
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${publishId}&at=0`);
  await turnTo(page, /^\d+ 题/);
  // With the tools shown, which must not cover the buttons of the panel.
  await page.getByRole('button', { name: '打开阅读工具' }).press('Enter');
  await chips(page)
    .getByRole('button', { name: /^\d+ 题/ })
    .click();
  const panel = page.locator('dialog.placed-panel');
  for (let at = 1; at < 10; at += 1) {
    await expect(panel.getByText(`第 ${at} 题，共 10 题`)).toBeVisible({ timeout: limit(20_000) });
    await panel.getByRole('button', { name: '跳过' }).click();
  }
  await expect(panel.getByText('录音可以播放2次，还剩2次')).toBeVisible();
  const audio = panel.locator('audio');
  await audio.evaluate((one: HTMLAudioElement) => one.play());
  await expect.poll(() => audio.evaluate((one: HTMLAudioElement) => one.currentTime), { timeout: limit(20_000) }).toBeGreaterThan(0.3);
  await expect(panel.getByText('录音可以播放2次，还剩1次')).toBeVisible();
});

test('S2.1.18 a textbook that is stored opens cold without a network, and its recordings play', async ({ context }) => {
  test.setTimeout(120_000);
  await server.call(await server.logIn('worksadmin'), 'POST', '/cms/publish/entitlement', { publishId, userName: 'reader20' });
  await context.addCookies([
    { name: 'Admin-Token', value: await server.logIn('reader20'), url: server.origin, expires: Math.floor(Date.now() / 1000) + 3600 },
  ]);
  let page = await context.newPage();
  await page.goto(server.origin);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.goto(server.origin + LIST);
  await expect(page.getByRole('region', { name: '我的教材' }).getByText(TITLE, { exact: true }).first()).toBeVisible();
  await page.goto(`${server.origin}/cms/main/bookDetail/${publishId}`);
  await expect(page.getByRole('button', { name: /^未下载的音视频 8 段/ }).first()).toBeVisible();
  await page.getByRole('region', { name: '存到本机' }).getByRole('button', { name: '下载' }).click();
  await expect(page.getByText('音视频都在本机').first()).toBeVisible({ timeout: limit(60_000) });
  await expect(page.getByRole('region', { name: '存到本机' })).toContainText('已存到本机');

  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
  await page.close();
  await server.stop();
  await context.setOffline(true);
  page = await context.newPage();
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${publishId}&at=1`);
  await turnTo(page, /^听/);
  await chips(page).getByRole('button', { name: /^听/ }).click();
  await expect.poll(() => seconds(page), { timeout: limit(20_000) }).toBeGreaterThan(0.3);
  await expect(page.getByRole('region', { name: /^正在听/ })).toContainText('Hi. Is this four-one-two?');
  await page.getByRole('button', { name: '不听了' }).click();
  await practise(page);
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${publishId}&at=0`);
  await turnTo(page, /六单元常用句/);
  const saving = page.waitForEvent('download');
  await chips(page)
    .getByRole('button', { name: /六单元常用句/ })
    .click();
  expect((await saving).suggestedFilename()).toBe('六单元常用句.txt');
  await context.setOffline(false);
  await server.start();
});

/** Which states were checked, at any size. */
const seen = nothingSeen();

for (const [width, height] of [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const)
  test(`S2.1.18 the list, the chips and the player have no fault at ${width} pixels, light and dark`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width, height }, serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto(server.origin + LIST);
    await expect(page.getByRole('article').first()).toBeVisible();
    const found = await faults(page, 'textbooks', null, seen);
    await page.goto(`${server.origin}/cms/main/epubRead?publishId=${publishId}&at=0`);
    await turnTo(page, /^听/);
    const chip = chips(page).getByRole('button', { name: /^听/ });
    const box = await chip.boundingBox();
    expect(box && box.width >= 44 && box.height >= 44).toBe(true);
    await chip.click();
    await expect(page.getByRole('region', { name: /^正在听/ })).toContainText('Good morning', { timeout: limit(20_000) });
    found.push(...(await faults(page, 'player', null, seen)));
    await page.getByRole('button', { name: '不听了' }).click();
    await turnTo(page, /^看/);
    await chips(page).getByRole('button', { name: /^看/ }).click();
    await expect(page.getByRole('dialog', { name: 'Crossing the river' })).toBeVisible();
    await expect.poll(() => seconds(page), { timeout: limit(20_000) }).toBeGreaterThan(0.3);
    found.push(...(await faults(page, 'film', null, seen)));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Crossing the river' })).toHaveCount(0);
    expect(found).toEqual([]);
  });
