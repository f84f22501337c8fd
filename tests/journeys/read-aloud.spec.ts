import { expect, limit, type Page, roundTrip, test } from '../support/journey.ts';
import { makeBook } from '../bench/reader-book.ts';
import { faults } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { makeEpub } from '../support/epub-maker.ts';
import { narratedParts } from '../support/narrated-book.ts';

// The service worker has its own tests; here it would only fetch the shell for every context.
test.use({ serviceWorkers: 'block' });

let server: BrowserServer;
let work = 0;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
  work = await server.publish((await makeBook({ title: '夜里的船', chapters: 3, characters: 900 })).epub);
});
test.afterAll(() => server.close());

/**
 * A device with two Chinese voices, where each sentence takes `ms`; the spoken text is in `window.said`.
 * `window.install()` adds the voices when they come `late`; `window.fail(error)` interrupts speech, `window.reach(index)` moves to that
 * character of it.
 */
async function withVoices(page: Page, ms: number, late = false): Promise<void> {
  await page.addInitScript(
    ({ length, late }) => {
      if (window !== window.top) return;
      const said: { text: string; rate: number }[] = [];
      const voices = ['婷婷', '美佳'].map((name) => ({ voiceURI: name, name, lang: 'zh-CN', localService: true, default: false }));
      let installed = !late;
      let asked = false;
      let last: EventTarget | null = null;
      let timer: ReturnType<typeof setTimeout> | undefined;
      class Utterance extends EventTarget {
        rate = 1;
        readonly text: string;
        constructor(text: string) {
          super();
          this.text = text;
        }
      }
      const fail = (error: string): void => {
        clearTimeout(timer);
        last?.dispatchEvent(Object.assign(new Event('error'), { error }));
      };
      const synthesis = Object.assign(new EventTarget(), {
        getVoices: () => (installed ? voices : []),
        speak(one: Utterance) {
          // As on an iPhone: there is no sound before speech was started by a user gesture.
          asked ||= window.event?.type === 'click';
          if (!asked || one.text === '') return;
          last = one;
          said.push({ text: one.text, rate: one.rate });
          timer = setTimeout(() => one.dispatchEvent(new Event('end')), length);
        },
        cancel: () => fail('canceled'),
      });
      const install = (): void => {
        installed = true;
        synthesis.dispatchEvent(new Event('voiceschanged'));
      };
      const reach = (charIndex: number): void => void last?.dispatchEvent(Object.assign(new Event('boundary'), { charIndex }));
      Object.assign(window, { said, install, fail, reach, SpeechSynthesisUtterance: Utterance });
      Object.defineProperty(window, 'speechSynthesis', { value: synthesis });
    },
    { length: ms, late },
  );
}

const said = (page: Page) => page.evaluate(() => (window as unknown as { said: { text: string; rate: number }[] }).said);
const marked = (page: Page) =>
  page.locator('iframe[data-shown]').evaluate((frame: HTMLIFrameElement) => {
    const ranges = [...((frame.contentWindow as Window & typeof globalThis).CSS.highlights.get('speech') ?? [])] as Range[];
    return ranges.map((range) => ({ text: range.toString(), left: range.getBoundingClientRect().left }));
  });

async function begin(page: Page, publishId = work): Promise<void> {
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${publishId}`);
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
  await page.getByRole('button', { name: '打开阅读工具' }).press('Enter');
  await page.getByRole('button', { name: '朗读' }).press('Enter');
}

test('reads a book aloud sentence by sentence: it marks the sentence, turns the page, and remembers the settings', async ({ page }) => {
  await withVoices(page, 60);
  await begin(page);
  const panel = page.getByRole('region', { name: '朗读' });
  await expect.poll(async () => (await said(page)).length).toBeGreaterThan(12);
  await panel.getByRole('button', { name: '暂停朗读' }).click();
  const before = (await said(page)).length;
  const [mark] = await marked(page);
  // The page that shows it is no longer the first.
  expect(mark?.left).toBeGreaterThanOrEqual(0);
  expect(mark?.left).toBeLessThan(390);
  await expect(page.getByText(/^0\.00%$/)).toHaveCount(0);
  expect(await faults(page, 'reading aloud', '.aloud')).toEqual([]);

  await panel.getByLabel('语速').selectOption('1.5');
  await panel.getByRole('button', { name: '继续朗读' }).click();
  await expect.poll(async () => (await said(page)).length).toBeGreaterThan(before);
  // It continues with the sentence that was marked at the pause.
  expect((await said(page))[before]).toEqual({ text: mark?.text.replace(/\s+/g, ' ').trim(), rate: 1.5 });
  await panel.getByRole('button', { name: '结束朗读' }).click();
  await expect(panel).toHaveCount(0);
  expect(await marked(page)).toEqual([]);
  const silent = (await said(page)).length;
  await roundTrip(page);
  expect((await said(page)).length).toBe(silent);
  await page.reload();
  await begin(page);
  await expect.poll(async () => (await said(page))[0]?.rate).toBe(1.5);
  // By keyboard alone: the panel has the focus once it is open; Escape ends reading and returns the focus.
  await expect(panel).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(panel.getByRole('button', { name: '上一句' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('button', { name: '朗读' })).toBeFocused();
});

test('hidden text and printed page numbers are not read aloud', async ({ page }) => {
  const hidden = await server.publish(
    await makeEpub({
      title: '藏着字的书',
      head: '<style>.away{display:none}.unseen{visibility:hidden}.seen{visibility:visible}.bare{display:contents}</style>',
      chapters: {
        'c1.xhtml':
          '<h1>第一章</h1><p class="away">不见一。</p><div hidden="hidden"><p>不见二。</p></div><p class="unseen">不见三，<span class="seen">看得见。</span></p>' +
          '<p aria-hidden="true">❦装饰。</p><p>翻页之前，<span epub:type="pagebreak" id="p12">12</span>翻页之后。<i role="doc-pagebreak">13</i></p><p><span class="bare">都读完。</span></p>',
      },
    }),
  );
  await withVoices(page, 30);
  await begin(page, hidden);
  await expect(page.getByText('读完了。')).toBeVisible();
  expect((await said(page)).map(({ text }) => text)).toEqual(['第一章', '看得见。', '翻页之前，翻页之后。', '都读完。']);
});

test('a page turned by hand stays while another is read aloud, and after a pause reading continues from it', async ({ page }) => {
  await withVoices(page, 500);
  await begin(page);
  const panel = page.getByRole('region', { name: '朗读' });
  const offset = (): Promise<number> => page.locator('iframe[data-shown]').evaluate((frame: HTMLIFrameElement) => frame.contentWindow?.scrollX ?? 0);
  await expect.poll(async () => (await said(page)).length).toBeGreaterThan(0);
  await page.locator('iframe[data-shown]').press('PageDown');
  await page.locator('iframe[data-shown]').press('PageDown');
  const turned = await offset();
  expect(turned).toBeGreaterThan(400);
  const before = (await said(page)).length;
  await expect.poll(async () => (await said(page)).length).toBeGreaterThan(before + 1);
  expect(await offset()).toBe(turned);
  await panel.getByRole('button', { name: '暂停朗读' }).click();
  await panel.getByRole('button', { name: '继续朗读' }).click();
  // A sentence that started on the previous page does not turn the page back.
  await expect.poll(async () => (await marked(page)).at(0)?.left ?? -9999).toBeGreaterThan(-390);
  expect(await offset()).toBe(turned);
});

test('the page turns inside a sentence that is longer than the page', async ({ page }) => {
  const long = await server.publish(
    await makeEpub({ title: '一句话的书', chapters: { 'c1.xhtml': `<p>${'江上起了雾，船都不出港，'.repeat(100)}完。</p>` } }),
  );
  await withVoices(page, 60_000);
  await begin(page, long);
  await expect.poll(async () => (await said(page)).length).toBe(1);
  const offset = (): Promise<number> => page.locator('iframe[data-shown]').evaluate((frame: HTMLIFrameElement) => frame.contentWindow?.scrollX ?? 0);
  const reach = (index: number): Promise<void> => page.evaluate((index) => (window as unknown as { reach(index: number): void }).reach(index), index);
  expect(await offset()).toBe(0);
  await reach(1_100);
  await expect.poll(offset).toBeGreaterThan(700);
  // When the user has turned elsewhere, the page stays.
  await page.locator('iframe[data-shown]').press('PageUp');
  const turned = await offset();
  await reach(1_110);
  await roundTrip(page);
  expect(await offset()).toBe(turned);
});

test('media keys, headphone buttons and the lock screen control it', async ({ page }) => {
  await withVoices(page, 60_000);
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const keys: Record<string, MediaSessionActionHandler | null> = {};
    Object.assign(window, { keys });
    const set = navigator.mediaSession.setActionHandler.bind(navigator.mediaSession);
    navigator.mediaSession.setActionHandler = (action, handler) => {
      keys[action] = handler;
      set(action, handler);
    };
  });
  await begin(page);
  const press = (key: string) => page.evaluate((key) => (window as unknown as { keys: Record<string, (() => void) | null> }).keys[key]?.(), key);
  const shown = () => page.evaluate(() => [navigator.mediaSession.metadata?.album, navigator.mediaSession.playbackState]);
  await expect.poll(async () => (await said(page)).length).toBe(1);
  expect(await shown()).toEqual(['夜里的船', 'playing']);
  await press('pause');
  await expect(page.getByRole('button', { name: '继续朗读' })).toBeVisible();
  expect(await shown()).toEqual(['夜里的船', 'paused']);
  await press('play');
  await expect(page.getByRole('button', { name: '暂停朗读' })).toBeVisible();
  await press('nexttrack');
  await expect.poll(async () => new Set((await said(page)).map(({ text }) => text)).size).toBe(2);
  await press('previoustrack');
  await expect.poll(async () => (await said(page)).at(-1)?.text).toBe((await said(page))[0]?.text);
  await page.getByRole('button', { name: '结束朗读' }).click();
  await expect.poll(() => page.evaluate(() => navigator.mediaSession.metadata)).toBe(null);
});

test('a device without a Chinese voice shows instructions', async ({ page }) => {
  await begin(page);
  await expect(page.getByText('这台设备没有朗读这种语言的语音，请在系统的语音设置里安装后再试。')).toBeVisible();
  for (const name of ['上一句', '继续朗读', '下一句']) await expect(page.getByRole('button', { name })).toBeDisabled();
});

test('a voice installed while the panel reports that there is none is used', async ({ page }) => {
  await withVoices(page, 60, true);
  await begin(page);
  await expect(page.getByText(/没有朗读这种语言的语音/)).toBeVisible();
  await page.evaluate(() => (window as unknown as { install(): void }).install());
  await expect.poll(async () => (await said(page)).length).toBeGreaterThan(1);
  await expect(page.getByText(/没有朗读这种语言的语音/)).toBeHidden();
});

test('a failed voice shows the reason, and one press continues with the same sentence', async ({ page }) => {
  await withVoices(page, 60_000);
  await begin(page);
  const words = page.locator('.aloud-words');
  const notified = { interrupted: '', network: /需要联网/, 'synthesis-failed': /语音中断了/, 'language-unavailable': /没有朗读这种语言的语音/ };
  for (const [error, expected] of Object.entries(notified)) {
    const before = (await said(page)).length;
    await expect.poll(async () => (await said(page)).length).toBeGreaterThan(0);
    await page.evaluate((error) => (window as unknown as { fail(error: string): void }).fail(error), error);
    await expect(words).toHaveText(expected);
    await page.getByRole('button', { name: '继续朗读' }).click();
    await expect.poll(async () => (await said(page)).length).toBeGreaterThan(Math.max(1, before));
    await expect(words).toHaveText('');
  }
  expect(new Set((await said(page)).map(({ text }) => text)).size).toBe(1);
});

test('reading aloud to the end of a trial shows the end of the trial', async ({ page }) => {
  const sold = await server.publish((await makeBook({ title: '卖的船', chapters: 3, characters: 120 })).epub, {
    isFree: '0',
    salePriceFen: 3200,
    trialChapters: 2,
  });
  await withVoices(page, 100);
  await begin(page, sold);
  await expect(page.getByText('试读到这里。')).toBeVisible({ timeout: limit(20_000) });
  await expect(page.getByRole('heading', { name: '试读到这里' })).toBeVisible();
  // When reading continues, its page is shown again.
  await page.getByRole('button', { name: '继续朗读' }).click();
  await expect(page.getByRole('heading', { name: '试读到这里' })).toBeHidden();
});

test('a book with narration is read aloud by it, element by element, with the same controls', async ({ page }) => {
  const narrated = await server.publish(await makeEpub(narratedParts()));
  const played: string[] = [];
  page.on('request', (request) => request.url().endsWith('.wav') && played.push(new URL(request.url()).pathname));
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const seen: string[] = [];
    Object.assign(window, { seen });
    setInterval(() => {
      const frame = document.querySelector<HTMLIFrameElement>('iframe[data-shown]');
      const [range] = [...((frame?.contentWindow as (Window & typeof globalThis) | null)?.CSS.highlights.get('speech') ?? [])] as Range[];
      const text = range?.toString() ?? '';
      if (text && seen.at(-1) !== text) seen.push(text);
    }, 20);
  });
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${narrated}&at=1`);
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
  await page.getByRole('button', { name: '打开阅读工具' }).press('Enter');
  await page.getByRole('button', { name: '朗读' }).press('Enter');
  await expect(page.getByText('读完了。')).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual(['第二章', '船靠了岸。', '灯还亮着。']);
  expect(played[0]).toMatch(/^\/books\/\d+\/\d+\/OPS\/voice\.wav$/);
});

test('text without a recording is skipped when the device has no voice for it', async ({ page }) => {
  const narrated = await server.publish(await makeEpub({ ...narratedParts(), title: '只录了一半的灯' }));
  const panel = page.getByRole('region', { name: '朗读' });
  const open = async (): Promise<void> => {
    await page.goto(`${server.origin}/cms/main/epubRead?publishId=${narrated}`);
    await expect(page.locator('iframe[data-shown]')).toBeVisible();
    await page.getByRole('button', { name: '打开阅读工具' }).press('Enter');
    await page.getByRole('button', { name: '朗读' }).press('Enter');
  };
  // The first chapter has no recording: the audio is the second chapter.
  await open();
  await expect(page.frameLocator('iframe[data-shown]').getByRole('heading', { name: '第二章' })).toBeVisible();
  await expect(panel.getByText('读完了。')).toBeVisible();
  await page.route('**/voice.wav', (route) => route.abort());
  await open();
  await expect(panel.getByText('录音没有取到，请检查网络后再试。')).toBeVisible();
});

test('shows a message when nothing after the page can be read aloud', async ({ page }) => {
  const parts = narratedParts();
  const mute = await server.publish(await makeEpub({ ...parts, title: '后半没有录音的灯', spine: '<itemref idref="c9"/><itemref idref="c0"/>' }));
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${mute}&at=1`);
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
  await page.getByRole('button', { name: '打开阅读工具' }).press('Enter');
  await page.getByRole('button', { name: '朗读' }).press('Enter');
  await expect(page.getByText('从这里起没有录音，这台设备也没有朗读这种语言的语音。')).toBeVisible();
});

test('a browser that blocks automatic playback shows a message, and one press is enough', async ({ page }) => {
  const narrated = await server.publish(await makeEpub({ ...narratedParts(), title: '要按一下的灯' }));
  await page.addInitScript(() => {
    const play = HTMLMediaElement.prototype.play;
    let refused = false;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      if (refused) return play.call(this);
      refused = true;
      return Promise.reject(new DOMException('play() failed', 'NotAllowedError'));
    };
  });
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${narrated}&at=1`);
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
  await page.getByRole('button', { name: '打开阅读工具' }).press('Enter');
  await page.getByRole('button', { name: '朗读' }).press('Enter');
  await expect(page.getByText('浏览器不让声音自己响起，请按“继续朗读”。')).toBeVisible();
  await page.getByRole('button', { name: '继续朗读' }).click();
  await expect(page.getByText('读完了。')).toBeVisible();
});
