import { expect, limit, type Page, test } from '../support/journey.ts';
import { wavTune } from '../../server/seed/demo/wav-tune.ts';
import { faults } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { makeEpub } from '../support/epub-maker.ts';
import { makeM4b } from '../support/media-maker.ts';
import { publishFilm } from '../support/publish-film.ts';

test.use({ serviceWorkers: 'block' });

const SIGNS = '甲乙丙丁戊己庚辛壬癸';
/** Sentences that occur once: chapter and number in characters of their own. */
const sentence = (chapter: string, index: number): string =>
  `${chapter}里的${SIGNS[Math.floor(index / 10)]}${SIGNS[index % 10]}次，守灯的人沿着老桥走到江心，把那一盏灯又擦了一遍。`;
const LINES = 60;
const chapter = (name: string): string =>
  `<h1>${name}</h1>${Array.from({ length: LINES }, (_none, index) => `<p>${sentence(name, index)}</p>`).join('')}`;
const FIRST = 20;
const CUE_S = 5;
const clock = (seconds: number): string => `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}.000`;
/** The recording reads the second chapter from its line 20 on; its captions have other punctuation. */
const captions = `WEBVTT\n\n${Array.from(
  { length: 20 },
  (_none, index) => `${clock(index * CUE_S)} --> ${clock((index + 1) * CUE_S)}\n${sentence('擦灯', FIRST + index).replaceAll('，', ' ')}\n`,
).join('\n')}`;

let server: BrowserServer;
let book = 0;
let recording = { publishId: 0, mediaId: 0 };
test.beforeAll(async () => {
  test.setTimeout(180_000);
  server = await browserServer();
  book = await server.publish(await makeEpub({ title: '老桥灯记', chapters: { 'c1.xhtml': chapter('量灯'), 'c2.xhtml': chapter('擦灯') } }));
  recording = await publishFilm(server, wavTune('1 3 5', 100), { title: '擦灯', fileName: '擦灯.wav' });
  const editor = await server.logIn('worksadmin');
  const { rows } = (await server.call(editor, 'GET', `/cms/media/list?publishId=${recording.publishId}`)) as { rows: { version: number }[] };
  await server.call(editor, 'PUT', '/cms/media', { mediaId: recording.mediaId, version: rows[0]?.version, title: '擦灯', captions });
  await server.call(editor, 'PUT', '/cms/media/text', { publishId: recording.publishId, textPublishId: book });
});
test.afterAll(() => server.close());

const sound = (page: Page) =>
  page.evaluate(() => ({ at: document.querySelector('video')?.currentTime ?? -1, plays: document.querySelector('video')?.paused === false }));
const seek = (page: Page, to: number) => page.evaluate((at) => void (document.querySelector('video')!.currentTime = at), to);
async function hear(page: Page, { publishId, mediaId }: typeof recording, at: number): Promise<void> {
  await page.goto(`${server.origin}/cms/main/collectedVideoPlay?publishId=${publishId}&mediaId=${mediaId}`);
  await page.getByRole('button', { name: '播放' }).first().click();
  await expect.poll(async () => (await sound(page)).at, { timeout: limit(20_000) }).toBeGreaterThan(0.2);
  await seek(page, at);
  await expect.poll(async () => (await sound(page)).at).toBeGreaterThan(at + 1);
}
/** Where a sentence lies on the shown page; null when it is not on it. */
const onPage = (page: Page, text: string) =>
  page.locator('iframe[data-shown]').evaluate((frame: HTMLIFrameElement, wanted) => {
    const paragraph = [...(frame.contentDocument?.querySelectorAll('p') ?? [])].find((one) => one.textContent === wanted);
    const box = paragraph?.getBoundingClientRect();
    return box !== undefined && box.left >= 0 && box.left < (frame.contentWindow?.innerWidth ?? 0);
  }, text);

test('44.11 the sleep timer stops a recording at the last sentence, its book opens there, and a reload keeps it', async ({ page }) => {
  await page.clock.install();
  // The ninth caption, two seconds after it has begun.
  await hear(page, recording, 8 * CUE_S + 1);
  await page.getByLabel('定时停止').selectOption('15');
  await page.clock.fastForward('15:00');
  await expect(page.getByText('到时间了，已停下，并回到刚听完的一句。')).toBeVisible();
  await expect.poll(async () => (await sound(page)).plays).toBe(false);
  await expect.poll(async () => (await sound(page)).at).toBeCloseTo(8 * CUE_S, 1);
  await expect(page.getByLabel('定时停止')).toHaveValue('');
  const heard = sentence('擦灯', FIRST + 8);
  const kept = () =>
    page.evaluate(() => (JSON.parse(localStorage.getItem('shuzhou.place') ?? 'null') as { documentIndex: number } | null)?.documentIndex);
  await expect.poll(kept).toBe(1);

  for (let visit = 0; visit < 2; visit++) {
    await page.goto(`${server.origin}/cms/main/epubRead?publishId=${book}`);
    await expect(page.locator('iframe[data-shown]')).toBeVisible();
    await expect.poll(() => onPage(page, heard)).toBe(true);
  }
  await page.reload();
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
  await expect.poll(() => onPage(page, heard)).toBe(true);
});

test('44.11 a listener reads on at the sentence, and a reader listens on at it', async ({ page }) => {
  await hear(page, recording, 12 * CUE_S + 1);
  await page.getByRole('button', { name: '在《老桥灯记》里读这一句' }).click();
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
  const heard = sentence('擦灯', FIRST + 12);
  await expect.poll(() => onPage(page, heard)).toBe(true);
  const marked = () =>
    page
      .locator('iframe[data-shown]')
      .evaluate((frame: HTMLIFrameElement) =>
        [...((frame.contentWindow as Window & typeof globalThis).CSS.highlights.get('search') ?? [])].map((range) => String(range)).join(),
      );
  await expect.poll(marked).toBe(heard);
  await page.reload();
  await expect.poll(() => onPage(page, heard)).toBe(true);

  await page.locator('iframe[data-shown]').press('PageDown');
  await expect.poll(() => onPage(page, heard)).toBe(false);
  await page.getByRole('button', { name: '打开阅读工具' }).press('Enter');
  await page.getByRole('button', { name: '朗读' }).press('Enter');
  const listen = page.getByRole('button', { name: '从这一句起听录音《擦灯》' });
  await expect(listen).toBeVisible();
  expect(await faults(page, 'reading aloud with a recording', '.aloud')).toEqual([]);
  await listen.click();
  await expect(page.locator('.stage .video-js')).toBeVisible();
  // The next page begins after the sentence that was heard.
  await expect.poll(async () => (await sound(page)).at, { timeout: limit(20_000) }).toBeGreaterThan(13 * CUE_S);
});

test('44.6 an m4b plays with its chapters: list, next and previous, and a stop at the end of the chapter', async ({ page }) => {
  const track = [
    { title: '第一章 量灯', startMs: 0 },
    { title: '第二章 擦灯', startMs: 40_000 },
    { title: '第三章 散场', startMs: 80_000 },
  ];
  const audio = await publishFilm(server, makeM4b({ seconds: 120, track, cover: true }), { title: '有章节的夜', fileName: '有章节的夜.m4b' });
  await hear(page, audio, 10);
  const list = page.getByRole('region', { name: '章节' });
  await expect(list.getByRole('button')).toHaveCount(3);
  const current = list.locator('[aria-current]');
  await expect(current).toContainText('量灯');
  await page.getByRole('button', { name: '下一章' }).click();
  await expect(current).toContainText('擦灯');
  await expect.poll(async () => (await sound(page)).at).toBeGreaterThan(40.5);
  await page.getByRole('button', { name: '上一章' }).click();
  await expect(current).toContainText('量灯');
  await page.getByLabel('定时停止').selectOption('chapter');
  expect(await faults(page, 'a recording with chapters', '.watching')).toEqual([]);
  // A jump over the end of a chapter is no end.
  await list.getByRole('button', { name: /擦灯/ }).click();
  await expect.poll(async () => (await sound(page)).at).toBeGreaterThan(41);
  expect((await sound(page)).plays).toBe(true);
  await seek(page, 78.5);
  await expect(page.getByText(/^到时间了，已停下/)).toBeVisible({ timeout: limit(20_000) });
  await expect.poll(async () => (await sound(page)).at).toBeCloseTo(80, 1);
  expect((await sound(page)).plays).toBe(false);
  await expect(current).toContainText('散场');
});
