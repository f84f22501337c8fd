import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { expect, limit, test, type Browser, type Page } from '../support/journey.ts';
import { masterStages } from '../support/master-stages.ts';
import { bringToComposing } from '../support/office-walk.ts';
import { choose, pressWalk, sendEvent, top, type PressWalk } from '../support/press-walk.ts';
import { recordedFilm } from '../support/recorded-film.ts';

// One film from the script of its author to a viewer; a film needs captions before it is proofread.
test.describe.configure({ mode: 'serial' });

const TITLE = '桥上的一天';
const SUMMARY =
  '一部短片，记录守桥人从点灯到收灯的一天。画面由作者拍摄，旁白取自守桥人的日记，片尾有老城街道今昔的对照，全片配有中文字幕和拍摄地点的说明。';
const CAPTIONS = `1\n00:00:00,500 --> 00:00:02,000\n灯亮了\n\n2\n00:00:02,000 --> 00:00:03,500\n人来人住\n`;

let server: BrowserServer;
let walk: PressWalk;
let stages: ReturnType<typeof masterStages>;
let film: Buffer;
let archiveId = 0;
test.beforeAll(async ({ browser }: { browser: Browser }) => {
  test.setTimeout(120_000);
  server = await browserServer();
  film = await recordedFilm(browser, 4);
  walk = pressWalk(browser, server);
  stages = masterStages(walk, TITLE);
});
test.afterAll(() => server.close());

const stateOf = async (): Promise<string> =>
  ((await walk.call('worksadmin', 'GET', `/cms/archive/detail/${archiveId}`))['data'] as { status: string }).status;
const position = (page: Page): Promise<number> => page.locator('.proof-player-media').evaluate((media: HTMLVideoElement) => media.currentTime);

test('the author hands in a film and its captions', async () => {
  const page = await walk.on('author1', '/authorBackground/online');
  await page.getByRole('button', { name: '新建作品' }).first().click();
  await page.getByLabel('类型').selectOption({ label: '视频' });
  await page.getByLabel('作品名', { exact: true }).fill(TITLE);
  await page.getByLabel(/^内容提要/).fill(SUMMARY);
  await page.getByRole('button', { name: '建好并开始写' }).click();
  await page.waitForURL(/archiveEdit/);
  // The list of works has one for each work until the page of the new one is shown.
  await expect(page.getByRole('link', { name: '投稿与进度' })).toHaveCount(1);
  await page.getByRole('link', { name: '投稿与进度' }).click();
  await page.waitForURL(/authorBackground\/publish/);
  archiveId = Number(new URL(page.url()).searchParams.get('archiveId'));
  await page.getByRole('button', { name: '投稿', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '投稿' }).click();
  await expect(page.getByText(/脚本、影片或不少于500字的在线脚本/).first()).toBeVisible();
  await page.locator('input[type=file][data-role=video]').setInputFiles({ name: '短片.webm', mimeType: 'video/webm', buffer: film });
  await expect(page.getByText('影片：短片.webm')).toBeVisible({ timeout: limit(20_000) });
  await page
    .locator('input[type=file][data-role=captions]')
    .setInputFiles({ name: '短片.srt', mimeType: 'text/plain', buffer: Buffer.from(CAPTIONS) });
  await expect(page.getByText('字幕：短片.srt')).toBeVisible();
  await page.getByRole('button', { name: '投稿', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '投稿' }).click();
  await expect(page.locator('.author-word', { hasText: '已收到' })).toBeVisible();
});

test('SM02–SM05 the topic, the reviews and the agreement pass', async () => {
  test.setTimeout(limit(90_000));
  await bringToComposing(walk, archiveId, { kind: 'video', title: TITLE });
  expect(await stateOf()).toBe('composing');
});

test('SM07 the film is delivered with captions only', async () => {
  const editor = await stages.openComposition('editor1');
  await sendEvent(editor, '发排', () => choose(editor, '排版人员', /^蒋排版/));
  const page = await stages.openComposition('typeset');
  await sendEvent(page, '接收');
  await stages.upload(page, [{ name: '正片.webm', mimeType: 'video/webm', buffer: film }]);
  await page.getByRole('button', { name: '出样', exact: true }).click();
  await top(page).getByRole('button', { name: '出样', exact: true }).click();
  await expect(page.getByText(/样片不完整：“正片”的字幕/).first()).toBeVisible();
  await top(page).getByRole('button', { name: '取消' }).click();
  await page
    .locator('.master-part input[type=file]')
    .first()
    .setInputFiles({ name: '字幕.srt', mimeType: 'text/plain', buffer: Buffer.from(CAPTIONS) });
  await expect(page.getByText('有字幕')).toBeVisible();
  await sendEvent(page, '出样');
  expect(await stateOf()).toBe('proof_one');
});

test('SM06 the film is watched with its captions, and a mark opens it at its second', async () => {
  test.setTimeout(limit(180_000));
  await stages.assign('one', /^冯校对/);
  const page = await stages.openProof('proof1', 'one');
  await sendEvent(page, '开始校对');
  const media = page.locator('.proof-player-media');
  await expect.poll(() => media.evaluate((video: HTMLVideoElement) => video.textTracks[0]?.cues?.length ?? 0)).toBe(2);
  await page.getByRole('button', { name: '播放', exact: true }).click();
  await expect.poll(() => position(page), { timeout: limit(15_000) }).toBeGreaterThan(2);
  await page.keyboard.press('m');
  const form = page.getByRole('form', { name: '加记号' });
  await form.getByLabel('看到或听到的').fill('人来人住');
  await form.getByLabel('改为').fill('人来人往');
  await form.getByRole('button', { name: '加记号' }).click();
  await expect(page.getByText(/第1集 0:0[2-4]/)).toBeVisible();
  await page.reload();
  await page.locator('.proof-player-mark').click();
  await expect.poll(() => position(page), { timeout: limit(15_000) }).toBeGreaterThan(2);
  await sendEvent(page, '交校');
  const editor = await stages.openProof('editor1', 'one');
  await editor.locator('.mark-head').first().click();
  await editor.getByRole('button', { name: '采纳' }).click();
  await sendEvent(editor, '核红通过');
  const typesetter = await stages.openComposition('typeset');
  const corrected = { name: '字幕.srt', mimeType: 'text/plain', buffer: Buffer.from(CAPTIONS.replace('人来人住', '人来人往')) };
  await typesetter.locator('.master-part input[type=file]').first().setInputFiles(corrected);
  await expect(typesetter.getByText('字幕已存')).toBeVisible();
  await sendEvent(typesetter, '出样');
  await stages.assign('two', /^褚校对/);
  const proof = await stages.openProof('proof2', 'two');
  await sendEvent(proof, '开始校对');
  await proof.getByRole('tab', { name: '改正核对' }).click();
  await proof.getByRole('checkbox', { name: /次样片已改$/ }).click();
  await expect(proof.getByText('已核对 1 / 1 处')).toBeVisible();
  await sendEvent(proof, '交校', (dialog) => dialog.getByText('全部审完，无差错').click());
  await sendEvent(await stages.openProof('editor1', 'two'), '核红通过');
  for (const stage of ['three', 'read'] as const) {
    await stages.assign(stage, /^卫校对/);
    await stages.passWithoutMarks('proof3', stage);
  }
  expect(await stateOf()).toBe('ready');
});

let publishId = 0;
test('SM07 SM08 the film is released and goes on sale under an agreement that grants the right', async () => {
  test.setTimeout(limit(90_000));
  const editor = await stages.openComposition('editor1');
  await sendEvent(editor, '定样');
  await editor.getByRole('tab', { name: '版权页' }).click();
  await editor.getByLabel('定价（元）').fill('12');
  await editor.getByRole('button', { name: '保存版权页' }).click();
  await expect(editor.getByText('版权页数据已保存')).toBeVisible();
  await sendEvent(await stages.openComposition('chief'), '付印');
  const works = (await walk.call('worksadmin', 'GET', `/cms/publish/audio/list?title=${stages.search}`))['rows'] as { publishId: number }[];
  publishId = works[0]?.publishId ?? 0;
  const { data } = await walk.call('worksadmin', 'GET', `/cms/publish/${publishId}`);
  const types = (await walk.call(null, 'GET', '/cms/archiveType/queryTree'))['data'] as { archiveTypeId: number }[];
  await walk.call('worksadmin', 'PUT', '/cms/publish', { ...(data as object), archiveTypeId: types[0]?.archiveTypeId, isFree: '1', salePriceFen: 0 });
  await walk.call('worksadmin', 'PUT', `/cms/publish/submit/${publishId}`, { reason: '' });
  await walk.call('chief', 'PUT', `/cms/publish/approve/${publishId}`, { reason: '' });
  expect(await stateOf()).toBe('published');
});

test('#32 #22 a viewer sees the film', async () => {
  const page = await walk.on('reader1', `/cms/main/collectedVideoDetail/${publishId}`);
  await expect(page.getByText('正片').first()).toBeVisible();
  await page.goto(`${server.origin}/cms/main/collectedVideoPlay?publishId=${publishId}`);
  await page.getByRole('button', { name: '播放' }).first().click();
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0), { timeout: limit(20_000) }).toBeGreaterThan(0.5);
});
