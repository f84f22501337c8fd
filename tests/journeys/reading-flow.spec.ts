import { animationsEnded, expect, inputPause, layoutSettled, type Page, roundTrip, test } from '../support/journey.ts';
import { makeBook } from '../bench/reader-book.ts';
import { faults } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { chapterDocument, makeEpub } from '../support/epub-maker.ts';
import { drag } from '../support/touch.ts';

// The service worker has its own tests; here it would only fetch the shell for every context.
test.use({ serviceWorkers: 'block' });

let server: BrowserServer;
let novel = 0;
let notes = 0;

const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200" width="300" height="200"><title>江图</title><rect width="300" height="200" fill="teal"/></svg>';

test.beforeAll(async () => {
  server = await browserServer();
  const body = `<h1>甲章</h1><p>水边的人说起往事<a id="ref" epub:type="noteref" href="notes.xhtml#n1">①</a>，后来<a id="jump" href="c2.xhtml#there">去了那里</a>。</p>${DRAWING}<p>完。</p>`;
  const [long, noted] = await Promise.all([
    makeBook({ title: '江上', chapters: 3, characters: 1600 }),
    makeEpub({
      title: '注与图',
      chapters: {
        'c1.xhtml': body,
        'c2.xhtml': '<h1>乙章</h1><p id="there">那里有一座桥。</p>',
        'notes.xhtml':
          '<h1>注</h1><aside id="n1" epub:type="footnote"><p>① 往事见《江志》卷二。<a href="c1.xhtml#ref" role="doc-backlink">返回</a></p></aside>',
      },
      spine: '<itemref idref="c0"/><itemref idref="c1"/><itemref idref="c2" linear="no"/>',
    }),
  ]);
  novel = await server.publish(long.epub);
  notes = await server.publish(noted);
});
test.afterAll(() => server?.close());

async function open(page: Page, publishId: number, look: Record<string, unknown> = {}): Promise<void> {
  await page.addInitScript((kept) => localStorage.getItem('shuzhou.look') ?? localStorage.setItem('shuzhou.look', kept), JSON.stringify(look));
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${publishId}`);
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
  await expect(page.getByRole('status').first()).toContainText('页');
}
const where = (page: Page): Promise<string> => page.locator('.reader-main > output.unseen').innerText();
async function turned(page: Page, act: () => Promise<unknown>): Promise<string> {
  const before = await where(page);
  await act();
  await expect.poll(() => where(page)).not.toBe(before);
  return where(page);
}
const inside = (page: Page) => page.frameLocator('iframe[data-shown]');
/** Returns the number of characters that are completely visible in the window. */
const seenText = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const frame = document.querySelector<HTMLIFrameElement>('iframe[data-shown]')!;
    const body = frame.contentDocument!.body;
    const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    let seen = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = body.ownerDocument.createRange();
      for (let at = 0; at < node.textContent!.length; at++) {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const box = range.getBoundingClientRect();
        if (box.width > 0 && box.left >= -1 && box.right <= frame.clientWidth + 1 && box.top >= -1 && box.bottom <= frame.clientHeight + 1) seen++;
      }
    }
    return seen;
  });

test('a page that is laid out in another size and back stays the same, and saves no other position', async ({ page, context }) => {
  const token = await server.logIn('reader3');
  await context.addCookies([{ name: 'Admin-Token', value: token, url: server.origin }]);
  const kept = async () => ((await server.call(token, 'GET', `/info/progress?publishId=${novel}`))['data'] as { cfi: string } | null)?.cfi;
  await page.clock.install();
  /** Longer than a device waits before it sends a position. */
  const notified = async (): Promise<void> => {
    await page.clock.runFor(3_500);
    await roundTrip(page);
  };
  for (const writing of ['vertical', 'book']) {
    await page.goto(`${server.origin}/sw-none`);
    await page.evaluate((look) => localStorage.setItem('shuzhou.look', look), JSON.stringify({ writing }));
    await open(page, novel);
    for (const _turn of [1, 2, 3]) await turned(page, () => page.keyboard.press('PageDown'));
    const sent = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().includes('/info/progress'));
    await notified();
    await sent;
    const before = [await where(page), await kept()];
    for (const [width, height] of [
      [844, 390],
      [390, 844],
      [320, 640],
      [390, 788],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await layoutSettled(page);
    }
    await notified();
    expect([await where(page), await kept()]).toEqual(before);
  }
});

test('a vertical chapter in a horizontal book loses no character, in either column order', async ({ page }) => {
  const paragraphs = Array.from({ length: 12 }, (_, at) => `<p>${'江上起了雾船都不出港灯在雾里走像有人提着'.repeat(3 + (at % 3))}</p>`).join('');
  const chapter = (mode: string) => `<style>body{writing-mode:${mode}}</style>${paragraphs}`;
  const epub = await makeEpub({
    title: '横竖',
    chapters: { 'c1.xhtml': `<h1>横</h1>${paragraphs.repeat(3)}`, 'c2.xhtml': chapter('vertical-rl'), 'c3.xhtml': chapter('vertical-lr') },
  });
  await open(page, await server.publish(epub));
  for (const _chapter of ['vertical-rl', 'vertical-lr']) {
    const before = (await where(page)).split('，')[0] ?? '';
    while ((await where(page)).startsWith(before)) await turned(page, () => page.keyboard.press('PageDown'));
    const all = await inside(page)
      .locator('body')
      .evaluate((body) => (body as HTMLElement).innerText.replace(/\s/g, '').length);
    const pages = Number(/共 (\d+) 页/.exec(await where(page))?.[1]);
    expect(pages).toBeGreaterThan(1);
    let seen = await seenText(page);
    for (let turn = 1; turn < pages; turn++) {
      await turned(page, () => page.keyboard.press('PageDown'));
      seen += await seenText(page);
    }
    expect(seen).toBe(all);
  }
});

test('a user sets a Chinese book vertically: every screen shows text, and the next page is on the left', async ({ page }) => {
  await open(page, novel);
  await page.touchscreen.tap(195, 420);
  await page.getByRole('button', { name: '排版' }).click();
  await page.getByRole('radio', { name: '竖排' }).check();
  const mode = () =>
    inside(page)
      .locator('body')
      .evaluate((body) => getComputedStyle(body).writingMode);
  await expect.poll(mode).toBe('vertical-rl');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  let now = await where(page);
  for (let turn = 0; turn < 8; turn++) {
    expect(await seenText(page), now).toBeGreaterThan(now.includes('共 1 页') || /第 (\d+) 页，共 \1 页/.test(now) ? 0 : 60);
    now = await turned(page, () => page.touchscreen.tap(30, 420));
  }
  expect(now).not.toMatch(/^第1章，第 1 页/);
  const back = await turned(page, () => page.touchscreen.tap(360, 420));
  expect(back).not.toBe(now);
  await page.reload();
  await expect.poll(mode).toBe('vertical-rl');
  // On the end page, too, the previous page is on the right.
  await turned(page, () => page.keyboard.press('End'));
  await page.keyboard.press('ArrowLeft');
  const ending = page.getByRole('heading', { name: '全书完' });
  await expect(ending).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(ending).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(ending).toBeHidden();
});

test('a book scrolls by wheel and keys, continues with the next chapter at its end, and keeps its position', async ({ page }) => {
  await open(page, novel, { flow: 'scroll' });
  const top = () =>
    inside(page)
      .locator('html')
      .evaluate((root) => root.scrollTop);
  expect(await top()).toBe(0);
  await page.keyboard.press('ArrowDown');
  await expect.poll(top).toBe(99);
  // Left before the scroll has rested.
  await page.keyboard.press('ArrowDown');
  await page.reload();
  await expect.poll(top).toBeGreaterThan(60);
  await page.evaluate(() => document.querySelector('iframe')?.focus());
  await page.mouse.move(195, 420);
  await page.mouse.wheel(0, 500);
  await expect.poll(top).toBeGreaterThan(400);
  await expect.poll(() => where(page)).toMatch(/^第1章/);
  const place = await top();
  await layoutSettled(page);
  await page.reload();
  await expect.poll(top).toBeGreaterThan(place - 60);
  expect(await top()).toBeLessThan(place + 60);
  // The first page is shown before the application that reports its position has loaded.
  await expect.poll(() => where(page)).toMatch(/^第1章/);
  for (let turn = 0; turn < 12 && (await where(page)).startsWith('第1章'); turn++) {
    await page.keyboard.press('PageDown');
    await layoutSettled(page);
  }
  await expect.poll(() => where(page)).toMatch(/^第2章，第 1 页/);
  await page.keyboard.press('PageUp');
  await expect.poll(() => where(page)).toMatch(/^第1章/);
  expect(await top()).toBeGreaterThan(300);
});

test('a scroll is moved by a finger, and pulling it beyond its end opens the next chapter', async ({ page }) => {
  await open(page, novel, { flow: 'scroll' });
  const pull = (from: number, to: number): Promise<void> => drag(page, [195, from], [195, to]);
  const top = () =>
    inside(page)
      .locator('html')
      .evaluate((root) => root.scrollTop);
  await pull(700, 300);
  await expect.poll(top).toBeGreaterThan(200);
  expect(await where(page)).toMatch(/^第1章/);
  for (let pulls = 0; pulls < 20 && (await where(page)).startsWith('第1章'); pulls++) {
    await pull(760, 120);
    await layoutSettled(page);
  }
  expect(await where(page)).toMatch(/^第2章，第 1 页/);
  await expect.poll(top).toBe(0);
  await pull(300, 700);
  await expect.poll(() => where(page)).toMatch(/^第1章/);
  expect(await top()).toBeGreaterThan(300);
});

test('a note opens at its sign, and a link leads to its page and back', async ({ page }) => {
  await open(page, notes);
  await inside(page).locator('#ref').click();
  const note = page.getByRole('dialog', { name: /注释 ①/ });
  const text = note.frameLocator('iframe').locator('body');
  await expect(text).toContainText('往事见《江志》卷二。');
  await expect(text).not.toContainText('返回');
  expect(await faults(page, 'a note')).toEqual([]);
  expect(await where(page)).toMatch(/^甲章/);
  await note.getByRole('button', { name: '到注释所在的页' }).click();
  await expect.poll(() => where(page)).toMatch(/^注/);
  await page.getByRole('button', { name: /回到 甲章/ }).click();
  await expect.poll(() => where(page)).toMatch(/^甲章/);
  await inside(page).locator('#jump').click();
  await expect.poll(() => where(page)).toMatch(/^乙章/);
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(() => where(page)).toMatch(/^甲章/);
  await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(() => where(page)).toMatch(/^乙章/);
});

test('a closed note returns the focus to its sign', async ({ page }) => {
  await open(page, notes);
  const sign = inside(page).locator('#ref');
  for (const shut of ['Escape', 'Enter']) {
    await sign.focus();
    await page.keyboard.press('Enter');
    const note = page.getByRole('dialog', { name: /注释 ①/ });
    await expect(note).toBeVisible();
    if (shut === 'Enter') await page.keyboard.press('Tab');
    await page.keyboard.press(shut);
    await expect(note).toBeHidden();
    await expect(sign).toBeFocused();
  }
});

test('a picture opens enlarged by tap and by keyboard, can be zoomed, and closes', async ({ page }) => {
  await open(page, notes);
  await inside(page).locator('svg').click();
  const picture = page.getByRole('dialog', { name: '江图' });
  await expect(picture).toBeVisible();
  await page.keyboard.press('+');
  await expect(picture.getByRole('status')).toHaveText('150%');
  expect(await faults(page, 'a picture')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(picture).toBeHidden();
  await page.getByRole('button', { name: '放大：江图' }).focus();
  await page.keyboard.press('Enter');
  await expect(picture).toBeVisible();
  await page.evaluate(() => {
    document.querySelector<HTMLDialogElement>('dialog.picture-view')!.close();
    document.querySelector<HTMLButtonElement>('.page-picture')!.click();
  });
  await animationsEnded(page);
  await roundTrip(page);
  await expect(picture, 'asked for again while it shuts').toBeVisible();
  await picture.getByRole('button', { name: '关闭图片' }).click();
  await expect(picture).toBeHidden();
  expect(await where(page)).toMatch(/^甲章/);
});

test('a cover is tapped like a page: its middle shows the toolbars, a double tap enlarges it, its side turns the page', async ({ page }) => {
  const cover = DRAWING.replaceAll('300 200', '300 440')
    .replaceAll('height="200"', 'height="440"')
    .replace('江图', '书影')
    .replace('<svg', '<svg style="width:100%;height:auto"');
  const covered = await makeEpub({ title: '有书影的书', chapters: { 'c1.xhtml': `<div>${cover}</div>`, 'c2.xhtml': '<h1>甲章</h1><p>水边。</p>' } });
  await open(page, await server.publish(covered));
  const tools = page.getByRole('navigation', { name: '阅读工具' });
  const picture = page.getByRole('dialog', { name: '书影' });
  const middle = [195, 400] as const;
  await expect(tools).not.toBeInViewport();
  await page.mouse.click(...middle);
  await expect(tools).toBeInViewport();
  // Wait, so that two taps do not count as a double tap.
  await inputPause(page, 500);
  await page.mouse.click(...middle);
  await expect(tools).not.toBeInViewport();
  await expect(picture).toBeHidden();
  await inputPause(page, 500);
  await page.mouse.dblclick(...middle);
  await expect(picture).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(picture).toBeHidden();
  expect(await turned(page, () => page.mouse.click(375, 400))).toMatch(/^甲章/);
});

test('selecting text turns no page, and a tap outside clears the selection', async ({ page }) => {
  await open(page, novel);
  const first = await where(page);
  await inside(page)
    .locator('p')
    .first()
    .evaluate((paragraph) => paragraph.ownerDocument.getSelection()!.selectAllChildren(paragraph));
  await page.touchscreen.tap(360, 600);
  const left = () =>
    inside(page)
      .locator('html')
      .evaluate((root) => [root.scrollLeft, root.ownerDocument.getSelection()!.isCollapsed]);
  await expect.poll(left).toEqual([0, true]);
  expect(await where(page)).toBe(first);
  expect(await turned(page, () => page.touchscreen.tap(360, 600))).toContain('第 2 页');
});

test('display settings can apply to one book only', async ({ page }) => {
  await open(page, novel);
  const size = () =>
    inside(page)
      .locator('html')
      .evaluate((root) => getComputedStyle(root).fontSize);
  await page.touchscreen.tap(195, 420);
  await page.getByRole('button', { name: '排版' }).click();
  await page.getByRole('radio', { name: '仅这本书' }).check();
  expect(await faults(page, 'look')).toEqual([]);
  await page.getByRole('button', { name: '目录' }).click();
  await expect(page.getByRole('dialog', { name: '目录' })).toBeVisible();
  expect(await faults(page, 'contents')).toEqual([]);
  await page.getByRole('button', { name: '排版' }).click();
  await page.getByRole('button', { name: '增大字号' }).click();
  await expect.poll(size).toBe('19px');
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${notes}`);
  await expect.poll(size).toBe('18px');
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${novel}`);
  await expect.poll(size).toBe('19px');

  // First as the other books again, then the other books as this one.
  const look = async (): Promise<void> => {
    await page.touchscreen.tap(195, 420);
    await page.getByRole('button', { name: '排版' }).click();
  };
  await look();
  await page.getByRole('radio', { name: '所有书' }).check();
  await expect.poll(size).toBe('18px');
  await page.getByRole('radio', { name: '仅这本书' }).check();
  await page.getByRole('button', { name: '增大字号' }).click();
  await page.getByRole('button', { name: '把这本书的样子用于所有书' }).click();
  await expect(page.getByRole('radio', { name: '所有书' })).toBeChecked();
  await expect.poll(size).toBe('19px');
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${notes}`);
  await expect.poll(size).toBe('19px');
});

test('chapters in one file have their own titles, entries in the contents, pages and navigation', async ({ page }) => {
  const text = `<p>${'江上的雾还没有散，船都靠在岸边等着天亮。'.repeat(30)}</p>`;
  const titles = ['起雾', '靠岸', '天亮'];
  const links = titles.map((title, at) => `<li><a href="all.xhtml#c${at}">${title}</a></li>`);
  const whole = await server.publish(
    await makeEpub({
      title: '一个文件',
      // Some books use a hidden element as an anchor.
      chapters: { 'all.xhtml': titles.map((title, at) => `<a id="c${at}" style="display:none">.</a><h1>${title}</h1>${text}${text}`).join('') },
      entries: { 'OPS/nav.xhtml': chapterDocument('目录', `<nav epub:type="toc"><ol>${links.join('')}</ol></nav>`) },
    }),
  );
  await open(page, whole);
  expect(await where(page)).toMatch(/^起雾，第 1 页/);
  const pages = Number(/本章还有 (\d+) 页/.exec(await page.locator('.reader-foot').innerText())?.[1]);
  let turns = 0;
  for (let now = '起雾'; now.startsWith('起雾'); turns++) now = await turned(page, () => page.keyboard.press('ArrowRight'));
  expect(await where(page)).toMatch(/^靠岸，/);
  // The next chapter may start on the last page of this one.
  expect([pages, pages + 1]).toContain(turns);

  await page.touchscreen.tap(195, 420);
  await page.getByRole('button', { name: '目录' }).click();
  const contents = page.getByRole('dialog', { name: '目录' });
  await expect(contents.getByRole('button', { name: /靠岸/ })).toHaveAttribute('aria-current', 'location');
  await expect(contents.getByRole('button', { name: /靠岸.*33%/ })).toBeVisible();
  await expect(contents.getByRole('button', { name: /天亮.*66%/ })).toBeVisible();
  await contents.getByRole('button', { name: /天亮/ }).click();
  await expect.poll(() => where(page)).toMatch(/^天亮，/);

  await page.touchscreen.tap(195, 420);
  await page.getByRole('button', { name: '进度' }).click();
  const progress = page.getByRole('dialog', { name: '进度' });
  await expect(progress.getByRole('button', { name: '下一章' })).toBeDisabled();
  await progress.getByRole('button', { name: '上一章' }).click();
  await expect.poll(() => where(page)).toMatch(/^靠岸，/);
  await progress.getByRole('button', { name: '下一章' }).click();
  await expect(progress.locator('.progress-title')).toContainText('天亮');
});
