import sharp from 'sharp';
import { expect, layoutSettled, limit, type Locator, type Page, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { chapterDocument, makeEpub } from '../support/epub-maker.ts';
import { narratedParts } from '../support/narrated-book.ts';

let server: BrowserServer;

test.beforeAll(async () => {
  server = await browserServer();
});
test.afterAll(() => server?.close());

async function open(page: Page, publishId: number, at = ''): Promise<void> {
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${publishId}${at}`);
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
  await expect(page.getByRole('status')).toContainText('页');
}
const shown = (page: Page) => page.frameLocator('iframe[data-shown]');
const picture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#1a66cc' } })
    .png()
    .toBuffer();

test('a frame requests its cover before the page is laid out, online and downloaded', async ({ page, context }) => {
  const cover = await makeEpub({
    chapters: { 'c1.xhtml': '<p><img src="cover.png" alt="封面"/></p>' },
    files: { 'cover.png': await picture(300, 400) },
  });
  const publishId = await server.publish(cover);
  await context.addInitScript(() => {
    if (window !== window.top) return;
    const done: string[] = ((window as unknown as { done: string[] }).done = []);
    const parse = DOMParser.prototype.parseFromString;
    DOMParser.prototype.parseFromString = function (...given) {
      done.push('parse');
      return parse.apply(this, given);
    };
    const inside = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentDocument')!;
    Object.defineProperty(HTMLIFrameElement.prototype, 'contentDocument', {
      get(this: HTMLIFrameElement) {
        const found = inside.get!.call(this) as Document;
        const make = found.createElement.bind(found) as (name: string) => HTMLElement;
        return Object.assign(found, { createElement: (name: string) => (done.push(name), make(name)) });
      },
    });
  });
  const first = (): Promise<string[]> => page.evaluate(() => (window as unknown as { done: string[] }).done.slice(0, 2));
  const links = (): Promise<number> => page.locator('link[as=image]').count();
  await context.addCookies([{ name: 'Admin-Token', value: await server.logIn('reader1'), url: server.origin }]);
  await open(page, publishId);
  expect(await first()).toEqual(['img', 'parse']);
  expect(await links()).toBe(1);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.mouse.click(195, 720);
  await page.getByRole('button', { name: '存到本机' }).click();
  await expect(page.locator('.reader-kept')).toBeVisible();
  await server.stop();
  await open(page, publishId, '&at=0');
  expect(await first()).toEqual(['img', 'parse']);
  expect(await links(), 'what is kept is here').toBe(0);
  await server.start();
});

test('a book with # ? and % in its file names opens with its pictures and styles, online and downloaded', async ({ page, context }) => {
  const name = '第1章#起?50%';
  const said = encodeURIComponent(name);
  const publishId = await server.publish(
    await makeEpub({
      title: '怪名字的书',
      chapters: { 'c1.xhtml': `<h1>序</h1><p><a href="${said}.xhtml#p">到那一章去</a></p>` },
      head: `<link rel="stylesheet" href="${said}.css"/>`,
      manifest: `<item id="x" href="${said}.xhtml" media-type="application/xhtml+xml"/><item id="s" href="${said}.css" media-type="text/css"/><item id="g" href="${said}.png" media-type="image/png"/>`,
      spine: '<itemref idref="c0"/><itemref idref="x"/>',
      entries: {
        [`OPS/${name}.xhtml`]: chapterDocument(
          '那一章',
          `<h1>那一章</h1><p id="p">到了。</p><p><img src="${said}.png" alt="图"/></p>`,
          `<link rel="stylesheet" href="${said}.css"/>`,
        ),
        [`OPS/${name}.css`]: '#p{letter-spacing:7px}',
        [`OPS/${name}.png`]: await picture(60, 40),
        'OPS/nav.xhtml': chapterDocument(
          '目录',
          `<nav epub:type="toc"><ol><li><a href="c1.xhtml">序</a></li><li><a href="${said}.xhtml#p">那一章</a></li></ol></nav>`,
        ),
      },
    }),
  );
  const readsIt = async (): Promise<void> => {
    const place = shown(page).locator('#p');
    await expect(place).toBeVisible();
    await expect(place).toHaveCSS('letter-spacing', '7px');
    await expect
      .poll(() =>
        shown(page)
          .locator('img')
          .evaluate((one: HTMLImageElement) => one.naturalWidth),
      )
      .toBe(60);
  };
  await open(page, publishId);
  await shown(page).getByRole('link').tap();
  await readsIt();
  await page.touchscreen.tap(195, 420);
  await page.getByRole('button', { name: '目录' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: '那一章' })).toHaveAttribute('aria-current', /.+/);

  const expires = Math.floor(Date.now() / 1000) + 86_400;
  await context.addCookies([{ name: 'Admin-Token', value: await server.logIn('reader1'), url: server.origin, expires }]);
  await page.goto(`${server.origin}/cms/main/bookDetail/${publishId}`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.getByRole('button', { name: '下载', exact: true }).first().click();
  await expect(page.getByRole('region', { name: '存到本机' }).first()).toContainText('已存到本机', { timeout: limit(30_000) });
  await server.stop();
  await open(page, publishId, '&at=1');
  await readsIt();
  await server.start();
});

test('a book that declares scrolling is scrolled, except a chapter that declares pages, until the user chooses another mode', async ({ page }) => {
  const text = '<p>灯在雾里走，像有人提着，一直走到江的尽头。</p>'.repeat(60);
  const publishId = await server.publish(
    await makeEpub({
      title: '滚动的书',
      metadata: '<meta property="rendition:flow">scrolled-doc</meta>',
      chapters: { 'c1.xhtml': `<h1>一</h1>${text}`, 'c2.xhtml': `<h1>二</h1>${text}`, 'c3.xhtml': `<h1>三</h1><p>短。</p>` },
      spine:
        '<itemref idref="c0"/><itemref idref="c1" properties="rendition:flow-paginated"/><itemref idref="c2" properties="rendition:align-x-center"/>',
    }),
  );
  const overflow = (): Promise<boolean> =>
    shown(page)
      .locator('html')
      .evaluate((root) => root.scrollHeight > root.clientHeight + 100);
  await open(page, publishId);
  expect(await overflow()).toBe(true);
  await open(page, publishId, '&at=1');
  expect(await overflow()).toBe(false);
  await open(page, publishId);
  await page.touchscreen.tap(195, 420);
  await page.getByRole('button', { name: '排版' }).click();
  const flows = page.getByRole('radiogroup', { name: '翻页' });
  await expect(flows.getByRole('radio', { name: '按原书' })).toBeChecked();
  await flows.locator('label', { hasText: '翻页' }).click();
  await expect.poll(overflow).toBe(false);
  await page.reload();
  await expect(shown(page).getByRole('heading', { name: '一' })).toBeVisible();
  await expect.poll(overflow).toBe(false);
  // A centred short text has no empty column next to it.
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, publishId, '&at=2');
  const box = await page.locator('iframe[data-shown]').boundingBox();
  expect(box?.width).toBeLessThan(760);
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 720)).toBeLessThan(2);
});

test('the columns of a short text that declares centring are centred, those of others start on their side', async ({ page }) => {
  const publishId = await server.publish(
    await makeEpub({
      title: '居中的竖排',
      metadata: '<meta name="primary-writing-mode" content="vertical-rl"/>',
      head: '<style>html{writing-mode:vertical-rl}</style>',
      chapters: { 'c1.xhtml': '<h1>题</h1><p>献给江上的灯。</p>', 'c2.xhtml': '<h1>题</h1><p>献给江上的灯。</p>' },
      spine: '<itemref idref="c0"/><itemref idref="c1" properties="rendition:align-x-center"/>',
    }),
  );
  const freeSides = (): Promise<[number, number]> =>
    page.evaluate(() => {
      const frame = document.querySelector<HTMLIFrameElement>('iframe[data-shown]')!;
      const text = frame.contentDocument!.createRange();
      text.selectNodeContents(frame.contentDocument!.body);
      const { left, right } = text.getBoundingClientRect();
      return [Math.round(left), Math.round(frame.clientWidth - right)];
    });
  await open(page, publishId);
  const [left, right] = await freeSides();
  expect(left).toBeGreaterThan(right + 100);
  await open(page, publishId, '&at=1');
  await expect.poll(async () => (await freeSides()).reduce((one, other) => Math.abs(one - other))).toBeLessThan(2);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(async () => (await freeSides()).reduce((one, other) => Math.abs(one - other))).toBeLessThan(2);
});

test('while the narration describes a picture, its page is shown and the picture is marked', async ({ page }) => {
  const parts = narratedParts(
    `<smil xmlns="http://www.w3.org/ns/SMIL"><body>${['s1', 'pic', 'drawn', 's3'].map((id, at) => `<par><text src="c2.xhtml#${id}"/><audio src="voice.wav" clipBegin="${at * 300}ms" clipEnd="${at * 300 + 300}ms"/></par>`).join('')}</body></smil>`,
  );
  const between = '<p>船靠了岸，没有人说话，大家都看着桥上的灯。</p>'.repeat(40);
  const publishId = await server.publish(
    await makeEpub({
      ...parts,
      title: '有声的图',
      files: { 'a.png': await picture(200, 120) },
      entries: {
        ...parts.entries,
        'OPS/c2.xhtml': chapterDocument(
          '第二章',
          `<h1 id="s1">第二章</h1>${between}<p><img id="pic" src="a.png" alt="船"/></p>${between}<div id="drawn"><svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><rect width="80" height="60"/></svg></div><p id="s3">灯还亮着。</p>`,
        ),
      },
    }),
  );
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const seen: string[] = [];
    Object.assign(window, { seen });
    setInterval(() => {
      const frame = document.querySelector<HTMLIFrameElement>('iframe[data-shown]');
      const marked = frame?.contentDocument?.querySelector('[data-spoken]');
      const box = marked?.getBoundingClientRect();
      const isSeen = box && frame && box.left >= 0 && box.right <= frame.clientWidth + 1;
      const text = marked ? `${marked.id} ${isSeen ? 'seen' : 'unseen'}` : '';
      if (text && seen.at(-1) !== text) seen.push(text);
    }, 20);
  });
  await open(page, publishId, '&at=1');
  await page.getByRole('button', { name: '打开阅读工具' }).press('Enter');
  await page.getByRole('button', { name: '朗读' }).press('Enter');
  await expect(page.getByText('读完了。')).toBeVisible();
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(seen.filter((one) => one.endsWith(' seen'))).toEqual(['pic seen', 'drawn seen']);
  await expect(shown(page).locator('[data-spoken]')).toHaveCount(0);
});

/** Returns overlapping text, text cut off by the page, and empty pages, on every page of a document. */
async function faultsOf(page: Page, publishId: number, at: number): Promise<string[]> {
  await open(page, publishId, `&at=${at}`);
  await layoutSettled(page);
  return page.evaluate(() => {
    const frame = document.querySelector<HTMLIFrameElement>('iframe[data-shown]')!;
    const inside = frame.contentDocument!;
    const [width, height] = [frame.clientWidth, frame.clientHeight];
    const upright = getComputedStyle(inside.body).writingMode !== 'horizontal-tb';
    const root = inside.documentElement;
    const pages = Math.max(1, Math.ceil((upright ? root.scrollHeight : root.scrollWidth) / ((upright ? height : width) + 80)));
    const walker = inside.createTreeWalker(inside.body, NodeFilter.SHOW_TEXT);
    const boxes: DOMRect[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = inside.createRange();
      range.selectNodeContents(node);
      if (/\S/.test(node.textContent ?? '')) boxes.push(...range.getClientRects());
    }
    const found = new Set<string>();
    const seen = new Set<number>();
    for (const box of boxes) {
      const along = upright ? box.top : box.left;
      const step = (upright ? height : width) + 80;
      const from = ((along % step) + step) % step;
      seen.add(Math.floor((along + 1) / step));
      if (from < step - 2 && from + (upright ? box.height : box.width) > (upright ? height : width) + 4) found.add('cut');
      for (const other of boxes) {
        if (other === box) break;
        const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
        const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
        if (across > 10 && down > 10) found.add('text over text');
      }
    }
    for (let one = 0; one < pages; one++) if (!seen.has(one)) found.add('a blank page');
    return [...found];
  });
}

for (const writing of ['book', 'vertical'] as const)
  test(`the box styles of a book leave no text cut off, covered or on a distant page (${writing})`, async ({ page }) => {
    const text = '江上起了雾，船都不出港，灯在雾里走。';
    const list = (depth: number): string => (depth === 0 ? '' : `<ul><li>第 ${depth} 层${text}${list(depth - 1)}</li></ul>`);
    const quote = (depth: number): string => (depth === 0 ? `<p>${text}</p>` : `<blockquote>${quote(depth - 1)}</blockquote>`);
    const formula = `<math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><mrow>${'<mi>a</mi><mo>+</mo><msqrt><mi>b</mi></msqrt><mo>+</mo>'.repeat(8)}<mi>z</mi></mrow></math>`;
    const chapters = {
      'a.xhtml': `<h1>固定</h1><div style="position:fixed;top:0;left:0">页眉</div><div class="foot">页脚</div><p>${text.repeat(30)}</p>`,
      'b.xhtml': `<h1>层</h1>${list(9)}<p>${text}</p>`,
      'c.xhtml': `<h1>引</h1>${quote(7)}<p>${text}</p>`,
      'd.xhtml': `<h1>并排</h1><div class="beside"><div>${text}</div><div>${text}</div><div class="wide">${text}</div></div><p>${text}</p>`,
      'e.xhtml': `<h1>宽</h1><div class="most">${text.repeat(3)}</div><div style="width:900px">${text}</div><p>${text}</p>${formula}<p>${text}</p>`,
    };
    const sheets = {
      'a.css': '@import "b.css";',
      'b.css': '.foot{position:fixed;bottom:0}.beside{display:flex}.wide{min-width:400px}.most{width:80%}body{background:#222}p{color:#ddd}',
    };
    const parts = { title: `盒子 ${writing}`, chapters, files: sheets, head: '<link rel="stylesheet" href="a.css"/>' };
    const publishId = await server.publish(await makeEpub(parts));
    await page.addInitScript((chosen) => localStorage.setItem('shuzhou.look', JSON.stringify({ writing: chosen })), writing);
    for (const at of Object.keys(chapters).keys()) expect([at, await faultsOf(page, publishId, at)]).toEqual([at, []]);
    // The letters of an imported sheet were meant for a dark background.
    await expect(shown(page).locator('p').first()).toHaveCSS('color', 'rgb(43, 39, 33)');
    const box = await shown(page).locator('math').boundingBox();
    const frame = await page.locator('iframe[data-shown]').boundingBox();
    expect(box?.width).toBeLessThanOrEqual((frame?.width ?? 0) + 1);
    // Scaled down, it is shown in its own size when it is tapped.
    await shown(page).locator('math').click();
    const full = page.getByRole('dialog', { name: '公式' });
    const lettersOf = (formula: Locator): Promise<number> =>
      formula.evaluate((element) => {
        const [first, last] = [element.querySelector('mi')!, [...element.querySelectorAll('mi')].at(-1)!];
        return last.getBoundingClientRect().right - first.getBoundingClientRect().left;
      });
    expect(await lettersOf(full.frameLocator('iframe').locator('math'))).toBeGreaterThan(1.3 * (await lettersOf(shown(page).locator('math'))));
    // The enlarged view has no background that the book's pages do not have.
    await expect(full.frameLocator('iframe').locator('body')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  });
