import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wavTune } from '../../server/seed/demo/wav-tune.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { expect, limit, test, type Browser, type Page } from '../support/journey.ts';
import { masterStages } from '../support/master-stages.ts';
import { bringToComposing } from '../support/office-walk.ts';
import { choose, pressWalk, sendEvent, top, type PressWalk } from '../support/press-walk.ts';

// One recording from the script and the takes of its author to a listener; marks stand at a time of a part.
test.describe.configure({ mode: 'serial' });

const TITLE = '灯下的声音';
const SUMMARY = '守桥人的三段口述，由作者在桥头录下。第一段讲点灯，第二段讲送行，第三段讲等候，每一段都配有当年的书信，念信的人是守桥人的孙女。';
const take = (name: string, tune: string, seconds: number) => ({ name: `${name}.wav`, mimeType: 'audio/wav', buffer: wavTune(tune, seconds) });

/** A file on the disk: an upload continues for a file with the same name, size and time. */
const folder = await mkdtemp(join(tmpdir(), 'shuzhou-audio-'));
const TAKE = join(folder, '点灯.wav');

let server: BrowserServer;
let walk: PressWalk;
let stages: ReturnType<typeof masterStages>;
let archiveId = 0;
test.beforeAll(async ({ browser }: { browser: Browser }) => {
  test.setTimeout(120_000);
  await writeFile(TAKE, take('点灯', '1 3 5', 6).buffer);
  server = await browserServer();
  walk = pressWalk(browser, server);
  stages = masterStages(walk, TITLE);
});
test.afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const stateOf = async (): Promise<string> =>
  ((await walk.call('worksadmin', 'GET', `/cms/archive/detail/${archiveId}`))['data'] as { status: string }).status;
const position = (page: Page): Promise<number> => page.locator('.proof-player-media').evaluate((media: HTMLVideoElement) => media.currentTime);

test('the author hands in recordings, which continue after a break, and is told what is wrong with a false one', async () => {
  const page = await walk.on('author1', '/authorBackground/online');
  await page.getByRole('button', { name: '新建作品' }).first().click();
  await page.getByLabel('类型').selectOption({ label: '音频' });
  await page.getByLabel('作品名', { exact: true }).fill(TITLE);
  await page.getByLabel(/^内容提要/).fill(SUMMARY);
  await page.getByRole('button', { name: '建好并开始写' }).click();
  await page.waitForURL(/archiveEdit/);
  // The list of works has one for each work until the page of the new one is shown.
  await expect(page.getByRole('link', { name: '投稿与进度' })).toHaveCount(1);
  await page.getByRole('link', { name: '投稿与进度' }).click();
  await page.waitForURL(/authorBackground\/publish/);
  archiveId = Number(new URL(page.url()).searchParams.get('archiveId'));
  const input = page.locator('input[type=file][data-role=audio]');
  await input.setInputFiles({ name: '假录音.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('这不是声音'.repeat(20)) });
  await expect(page.getByRole('alert')).toContainText('这不是能播放的音视频文件');
  // The connection breaks while the recording is sent, and the page is loaded again: the same file continues.
  await page.route('**/prod-api/manuscript-uploads/**', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()));
  await input.setInputFiles(TAKE);
  await page.waitForRequest((request) => request.method() === 'PATCH');
  await page.reload();
  await page.unroute('**/prod-api/manuscript-uploads/**');
  const created: string[] = [];
  page.on('request', (request) => void (request.method() === 'POST' && request.url().includes('/manuscript-uploads') && created.push(request.url())));
  await input.setInputFiles(TAKE);
  await expect(page.getByText('录音：点灯.wav')).toBeVisible({ timeout: limit(20_000) });
  expect(created).toEqual([]);
  await page.getByRole('button', { name: '播放点灯.wav' }).click();
  await expect
    .poll(() => page.locator('audio.played-file').evaluate((media: HTMLAudioElement) => media.duration), { timeout: limit(15_000) })
    .toBeCloseTo(6, 0);
  await page.getByRole('button', { name: '投稿', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '投稿' }).click();
  await expect(page.locator('.author-word', { hasText: '已收到' })).toBeVisible();
});

test('SM02–SM05 the topic, the reviews and the agreement pass, and the agreement grants the audio right', async () => {
  test.setTimeout(limit(90_000));
  await bringToComposing(walk, archiveId, { kind: 'audio', title: TITLE });
  expect(await stateOf()).toBe('composing');
});

test('SM07 the typesetter delivers the parts of the master in order', async () => {
  const editor = await stages.openComposition('editor1');
  await sendEvent(editor, '发排', () => choose(editor, '排版人员', /^蒋排版/));
  const page = await stages.openComposition('typeset');
  await sendEvent(page, '接收');
  await stages.upload(page, [take('第二段', '2 4', 8), take('第一段', '1 3 5', 6)]);
  await page.getByRole('button', { name: '把“第一段”上移' }).click();
  await expect(page.getByLabel('第1段的名称')).toHaveValue('第一段');
  await sendEvent(page, '出样');
  expect(await stateOf()).toBe('proof_one');
});

test('SM06 a mark is set at a second by a key, opens the player there, and is carried into the check', async () => {
  test.setTimeout(limit(120_000));
  await stages.assign('one', /^冯校对/);
  const page = await stages.openProof('proof1', 'one');
  await sendEvent(page, '开始校对');
  await page
    .locator('.proof-player-parts')
    .getByRole('button', { name: /第二段/ })
    .click();
  await expect(page.getByText('0:00 / 0:08')).toBeVisible();
  await page.locator('.proof-player-title').first().hover();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => position(page)).toBeGreaterThanOrEqual(5);
  await page.keyboard.press('m');
  const form = page.getByRole('form', { name: '加记号' });
  await expect(form.getByLabel(/从$/)).toHaveValue('0:05');
  await form.getByLabel('到（可不填）').fill('0:06');
  await form.getByLabel('改为').fill('重录这一句');
  await form.getByRole('button', { name: '加记号' }).click();
  await expect(page.getByText('第2段 0:05–0:06')).toBeVisible();
  await sendEvent(page, '交校');

  const editor = await stages.openProof('editor1', 'one');
  await editor.locator('.mark-head').first().click();
  // The mark opens its part at its second.
  await expect(editor.locator('.proof-player-parts [aria-current]')).toContainText('第二段');
  await expect.poll(() => position(editor)).toBeCloseTo(5, 0);
  await editor.getByRole('button', { name: '采纳' }).click();
  await expect(editor.getByText('已采纳').first()).toBeVisible();
  await sendEvent(editor, '核红通过');

  const typesetter = await stages.openComposition('typeset');
  await typesetter.getByRole('button', { name: '出样', exact: true }).click();
  await top(typesetter).getByRole('button', { name: '出样', exact: true }).click();
  await expect(typesetter.getByText(/上次出样以后没有改动/).first()).toBeVisible();
  await top(typesetter).getByRole('button', { name: '取消' }).click();
  await typesetter
    .getByRole('listitem')
    .filter({ has: typesetter.getByLabel('第2段的名称') })
    .locator('input[type=file]')
    .last()
    .setInputFiles(take('第二段重录', '2 4 6', 8));
  await expect(typesetter.getByText('第二段重录.wav')).toBeVisible();
  await expect(typesetter.locator('.master-part').nth(1).getByText('可以播放')).toBeVisible({ timeout: limit(30_000) });
  await sendEvent(typesetter, '出样');
});

test('SM06 the later stages pass after the correction was found on the new proof, and the author hears the proof', async () => {
  test.setTimeout(limit(180_000));
  await stages.assign('two', /^褚校对/);
  const proof = await stages.openProof('proof2', 'two');
  await sendEvent(proof, '开始校对');
  await proof.getByRole('tab', { name: '改正核对' }).click();
  await proof.getByRole('checkbox', { name: /次样带已改$/ }).click();
  await expect(proof.getByText('已核对 1 / 1 处')).toBeVisible();
  await sendEvent(proof, '交校', (dialog) => dialog.getByText('全部审完，无差错').click());
  const editor = await stages.openProof('editor1', 'two');
  await sendEvent(editor, '核红通过');

  const author = await walk.on('author1', `/authorBackground/publish?archiveId=${archiveId}`);
  await expect(author.getByRole('heading', { name: '审样带' })).toBeVisible();
  await author.getByRole('button', { name: /^标在/ }).click();
  await author.getByLabel('说明').fill('开头可以再慢一点');
  await author.getByRole('button', { name: '加一处改动' }).click();
  await expect(author.getByText('开头可以再慢一点')).toBeVisible();
  await author.getByRole('button', { name: '交回样带' }).click();
  await author.getByRole('dialog').getByRole('button', { name: '交回' }).click();
  await expect(author.getByText('样带已交回')).toBeVisible();

  await stages.assign('three', /^卫校对/);
  const third = await stages.openProof('proof3', 'three');
  await sendEvent(third, '开始校对');
  await sendEvent(third, '交校', (dialog) => dialog.getByText('全部审完，无差错').click());
  const check = await stages.openProof('editor1', 'three');
  await check.locator('.mark-head').filter({ hasText: '开头可以再慢一点' }).click();
  await check.getByLabel('不改的理由').fill('语速合适');
  await check.getByRole('button', { name: '不改', exact: true }).click();
  await expect(check.getByText('已不改').first()).toBeVisible();
  await sendEvent(check, '核红通过');
  await stages.assign('read', /^卫校对/);
  await stages.passWithoutMarks('proof3', 'read');
  expect(await stateOf()).toBe('ready');
});

let publishId = 0;
test('SM07 SM08 the work is released, every part is in the publication in order, and it goes on sale', async () => {
  test.setTimeout(limit(90_000));
  const editor = await stages.openComposition('editor1');
  await sendEvent(editor, '定样');
  await editor.getByRole('tab', { name: '版权页' }).click();
  await editor.getByLabel('定价（元）').fill('12');
  await editor.getByRole('button', { name: '保存版权页' }).click();
  await expect(editor.getByText('版权页数据已保存')).toBeVisible();
  const chief = await stages.openComposition('chief');
  await sendEvent(chief, '付印');
  const works = (await walk.call('worksadmin', 'GET', `/cms/publish/audio/list?title=${stages.search}`))['rows'] as { publishId: number }[];
  publishId = works[0]?.publishId ?? 0;
  const tracks = (await walk.call('worksadmin', 'GET', `/cms/media/list?publishId=${publishId}`))['rows'] as { title: string; state: string }[];
  expect(tracks.map(({ title, state }) => [title, state])).toEqual([
    ['第一段', 'ready'],
    ['第二段', 'ready'],
  ]);
  const { data } = await walk.call('worksadmin', 'GET', `/cms/publish/${publishId}`);
  const types = (await walk.call(null, 'GET', '/cms/archiveType/queryTree'))['data'] as { archiveTypeId: number }[];
  await walk.call('worksadmin', 'PUT', '/cms/publish', { ...(data as object), archiveTypeId: types[0]?.archiveTypeId, isFree: '1', salePriceFen: 0 });
  await walk.call('worksadmin', 'PUT', `/cms/publish/submit/${publishId}`, { reason: '' });
  await walk.call('chief', 'PUT', `/cms/publish/approve/${publishId}`, { reason: '' });
  expect(await stateOf()).toBe('published');
});

test('#32 #22 a listener opens the work and hears its first part', async () => {
  const page = await walk.on('reader1', `/cms/main/collectedVideoDetail/${publishId}`);
  await expect(page.getByText('第一段').first()).toBeVisible();
  await expect(page.getByText('第二段').first()).toBeVisible();
  await page.goto(`${server.origin}/cms/main/collectedVideoPlay?publishId=${publishId}`);
  await page.getByRole('button', { name: '播放' }).first().click();
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0), { timeout: limit(20_000) }).toBeGreaterThan(0.5);
});
