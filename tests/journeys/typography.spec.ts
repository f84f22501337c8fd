import sharp from 'sharp';
import { expect, type Page, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { makeEpub } from '../support/epub-maker.ts';

test.use({ serviceWorkers: 'block', deviceScaleFactor: 2.625 });

let server: BrowserServer;
let book = 0;

const row = (cell: string, count: number): string => `<${cell} style="white-space:nowrap">一百二十</${cell}>`.repeat(count);

const MARKS = '他说：“好，走吧！”她问（低声）：「真的？」……于是，《江志》里写道：『水，火；土。』一共三百二十五种、两千本——完了。';
const PLAIN = '江上起了雾船都不出港灯在雾里走像有人提着它慢慢走过去没有人说话也没有人回头只是看着那盏灯越走越远';

/** A picture twice as high as wide. */
const lamp = (): Promise<Uint8Array> =>
  sharp({ create: { width: 60, height: 120, channels: 3, background: '#000' } })
    .png()
    .toBuffer();

/** A picture with a transparent background, like a formula. */
const drawn = (colour: string): Promise<Uint8Array> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="80"><g fill="none" stroke="${colour}" stroke-width="6"><path d="M10 60L60 20L110 60"/><circle cx="180" cy="40" r="24"/></g></svg>`,
    ),
  )
    .png()
    .toBuffer();

test.beforeAll(async () => {
  server = await browserServer();
  book = await server.publish(
    await makeEpub({
      title: '排版',
      chapters: {
        'c1.xhtml': `<h1>标点</h1>${Array.from({ length: 14 }, (_none, at) => `<p>${PLAIN.slice(0, at)}${MARKS.repeat(3)}</p>`).join('')}`,
        'c2.xhtml':
          `<h1>注音</h1><p id="plain">${PLAIN.repeat(2)}</p>` +
          `<p id="ruby">${'江上起了<ruby>雾<rt>wù</rt></ruby>船都不出港灯在雾里走'.repeat(6)}</p>` +
          `<p id="dots">${'江上起了<em style="font-style:normal;text-emphasis:filled dot;text-emphasis-position:under right">雾船</em>都不出港'.repeat(8)}</p>` +
          '<p id="after">江上起了雾</p>' +
          '<p id="slanted">江上<em id="zh">起了雾</em>，她读过<em id="latin-in">Moby Dick</em>，<em id="english" lang="en">call me 以实玛利</em>，<i id="thought">船都不出港</i>，<em id="own" class="lean">灯在雾里</em>。<cite id="cite">《江志》</cite></p>' +
          '<p id="last">船都<em>不出港</em></p><p id="behind">灯在雾里走</p>' +
          '<p class="wide">退后三字的一段。</p><p class="own">原样</p><p id="latin">雾中A船</p>' +
          '<p id="noted">江上起了雾<a href="#after" style="font-size:.75em;vertical-align:super">[1]</a>，船<sup>二</sup>灯<sub>三</sub></p>',
        'c3.xhtml': `<h1>末行</h1>${Array.from({ length: 20 }, (_none, at) => `<p class="tail">${PLAIN}<em>${PLAIN.slice(at)}</em>\n</p>`).join('')}`,
        'c4.xhtml':
          `<h1>表格</h1><table id="wide"><tr>${row('th', 7)}</tr><tr>${row('td', 7)}</tr></table>` +
          `<div style="margin-left:4em"><table id="deep">${`<tr>${row('td', 8)}</tr>`.repeat(30)}</table></div>` +
          '<table id="small"><tr><td>一</td><td>二</td></tr></table>' +
          `<p>${PLAIN}</p><math xmlns="http://www.w3.org/1998/Math/MathML" id="formula" display="block"><mrow>${'<mi>a</mi><mo>+</mo>'.repeat(30)}<mi>b</mi></mrow></math>`,
        'c5.xhtml':
          '<div class="middle"><h2 id="under">卷首语</h2><section><p id="given">献给看灯的人</p><p id="drawn" class="drawn">自己说了两端对齐的一段</p></section></div>' +
          '<p id="plate"><img src="lamp.png" alt="灯"/></p>' +
          '<p id="own-middle" class="middle">* * *</p><p id="old" align="center">老办法居中</p><p id="end" style="text-align:right">一九三六年</p>' +
          `<p id="spaced">　　自己空了两格。${PLAIN}</p><p id="text">${PLAIN}<img id="rare" src="lamp.png" alt="字" style="height:1em"/>，${PLAIN}</p>` +
          '<p><img id="ink" src="ink.png" alt="式"/></p><p><img id="red" src="red.png" alt="红"/></p>',
        'c7.xhtml':
          '<h1><a id="bare" style="color:#000 !important">题</a></h1><p id="light" style="background:#222;color:#fff">黑底白字</p>' +
          '<p id="big" style="font-size:44px">大字的标题</p><p id="points" style="font-size:9pt">九点</p>' +
          '<div id="narrow" style="float:right;width:40%"><img src="lamp.png" alt="灯" style="width:800px"/></div><p><img id="sized" src="lamp.png" alt="号" width="14" height="14"/>注</p>' +
          `<h2 id="second" style="page-break-before:always">第二节</h2><p>${PLAIN}</p>`,
        'c8.xhtml': `<h1>一盒</h1><div style="display:inline-block;width:100%">${`<p>${PLAIN}</p>`.repeat(40)}<p id="boxed">盒底</p></div>`,
        'c6.xhtml': '<div><img id="cover" src="lamp.png" alt="封面"/></div>',
      },
      files: { 'lamp.png': await lamp(), 'ink.png': await drawn('#111'), 'red.png': await drawn('#c22') },
      head: '<style>p{font-family:"Publisher Face",serif}.own{font-family:monospace}em.lean{font-style:italic}p.wide{margin-left:3em}.middle{text-align:center}.drawn{text-align:justify}</style>',
    }),
  );
});
test.afterAll(() => server?.close());

async function open(page: Page, at: number, look: Record<string, unknown> = {}): Promise<void> {
  await page.goto(`${server.origin}/sw-none`);
  await page.evaluate((kept) => localStorage.setItem('shuzhou.look', kept), JSON.stringify(look));
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${book}&at=${at}`);
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
  await expect(page.locator('.reader-main > output.unseen')).toContainText('页');
}

interface Line {
  readonly text: string;
  /** In pixels: across the lines, and in the line direction from the edge of the column. */
  readonly top: number;
  readonly indent: number;
}

/** Returns the lines of a paragraph as they were broken, with ruby separate. */
const lines = (page: Page, selector: string): Promise<Line[]> =>
  page.evaluate((wanted) => {
    const inside = document.querySelector<HTMLIFrameElement>('iframe[data-shown]')!.contentDocument!;
    const vertical = getComputedStyle(inside.body).writingMode.startsWith('vertical');
    const found: { text: string; top: number; indent: number }[] = [];
    for (const block of inside.querySelectorAll(wanted)) {
      const walker = inside.createTreeWalker(block, NodeFilter.SHOW_TEXT);
      let line: { text: string; top: number; indent: number } | null = null;
      let last = Number.NEGATIVE_INFINITY;
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.parentElement!.closest('rt')) continue;
        for (let at = 0; at < node.textContent!.length; at++) {
          const range = inside.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const box = range.getBoundingClientRect();
          if (box.width === 0) continue;
          const along = vertical ? box.top : box.left;
          const across = vertical ? box.right : box.top;
          if (!line || along < last - 1 || Math.abs(across - line.top) > 12) {
            const column = block.getClientRects()[0]!;
            line = { text: '', top: across, indent: along - (vertical ? column.top : column.left) };
            found.push(line);
          }
          line.text += node.textContent![at];
          last = along;
        }
      }
    }
    return found;
  }, selector);

const NOT_FIRST = /^[，。！？；：、”’」』）》]/;
const NOT_LAST = /[“‘「『（《]$/;
/** A dash or an ellipsis consists of two characters that must stay together. */
const TORN = /^(—(?!—)|…(?!…))|((?<!—)—|(?<!…)…)$/;

test('避头尾: no line starts with closing punctuation or ends with opening punctuation, at any size, in horizontal and vertical text', async ({
  page,
}) => {
  for (const look of [
    { fontSize: 18 },
    { fontSize: 16 },
    { fontSize: 22 },
    { fontSize: 27 },
    { fontSize: 18, writing: 'vertical' },
    { fontSize: 20, alignment: 'start' },
  ]) {
    await open(page, 0, look);
    const all = await lines(page, 'p');
    expect(all.length, JSON.stringify(look)).toBeGreaterThan(60);
    const wrong = all.filter(({ text }) => [NOT_FIRST, NOT_LAST, TORN].some((wrongly) => wrongly.test(text))).map(({ text }) => text);
    expect(wrong, JSON.stringify(look)).toEqual([]);
  }
});

test('a paragraph has an indent of two characters, and every line is on the grid: ruby, emphasis and note signs move none', async ({ page }) => {
  await open(page, 1);
  const [plain, ruby, dots] = [await lines(page, '#plain'), await lines(page, '#ruby'), await lines(page, '#dots')];
  expect(Math.round(plain[0]!.indent)).toBe(36);
  expect(Math.round(plain[1]!.indent)).toBe(0);
  for (const [name, block] of Object.entries({ plain, ruby, dots })) {
    expect(block.length, name).toBeGreaterThan(2);
    const steps = block.slice(1).map((line, at) => Math.round(line.top - block[at]!.top));
    expect(new Set(steps), `${name}: ${steps.join()}`).toEqual(new Set([33]));
  }
  expect(Math.round(ruby[0]!.top - plain[0]!.top) % 33).toBe(0);
  expect(Math.round(dots[0]!.top - plain[0]!.top) % 33).toBe(0);
  const [after] = await lines(page, '#after');
  expect(Math.round(after!.top - dots.at(-1)!.top)).toBe(33);
  const noted = await page
    .frameLocator('iframe[data-shown]')
    .locator('#noted')
    .evaluate((block) => [...block.getClientRects()].map(({ height }) => height));
  expect(noted).toEqual([33]);
});

test('the last line of a paragraph is not justified, also with an element at its end', async ({ page }) => {
  await open(page, 2);
  const widest = await page
    .frameLocator('iframe[data-shown]')
    .locator('.tail em')
    .evaluateAll((tails) =>
      Math.max(
        ...tails.map(({ firstChild: text }) => {
          const box = (at: number): DOMRect => {
            const range = document.createRange.call(text!.ownerDocument);
            range.setStart(text!, at);
            range.setEnd(text!, at + 1);
            return range.getBoundingClientRect();
          };
          const [before, last] = [box(text!.textContent!.length - 2), box(text!.textContent!.length - 1)];
          return before.top === last.top ? (last.left - before.left) / last.width : 1;
        }),
      ),
    );
  expect(widest).toBeLessThan(1.1);
});

test('Chinese emphasis is upright, in 楷体 or with dots where that is not visible; Latin emphasis and text that the book slants are slanted', async ({
  page,
}) => {
  const seen = (selector: string) =>
    page
      .frameLocator('iframe[data-shown]')
      .locator(selector)
      .evaluate((element) => {
        const { fontStyle, textEmphasisStyle, fontFamily } = getComputedStyle(element);
        return { style: fontStyle, dots: textEmphasisStyle !== 'none', kai: fontFamily.startsWith('"Kaiti SC"') };
      });
  // As on a device with a Kai font (楷体), whatever this one has.
  await page.addInitScript(() => {
    FontFace.prototype.load = function () {
      return Promise.resolve(this);
    };
  });
  await open(page, 1);
  const kai = { style: 'normal', dots: false, kai: true };
  expect([await seen('#zh'), await seen('#thought')]).toEqual([kai, kai]);
  expect(await seen('#cite')).toEqual({ style: 'normal', dots: false, kai: false });
  for (const selector of ['#latin-in', '#english', '#own']) expect((await seen(selector)).style, selector).toBe('italic');
  await open(page, 1, { face: 'kai' });
  expect(await seen('#zh')).toMatchObject({ style: 'normal', dots: true });
  await page.addInitScript(() => {
    FontFace.prototype.load = () => Promise.reject(new Error('no such face'));
  });
  await open(page, 1);
  expect(await seen('#zh')).toEqual({ style: 'normal', dots: true, kai: false });
  expect((await seen('#latin-in')).dots).toBe(false);
  await open(page, 1, { leading: 'tight' });
  const dotted = await lines(page, '#slanted');
  expect(new Set(dotted.slice(1).map((line, at) => Math.round(line.top - dotted[at]!.top)))).toEqual(new Set([29]));
  for (const [look, pitch] of [
    [{ leading: 'tight' }, 29],
    [{ face: 'kai', fontSize: 27 }, 49],
    [{ face: 'book', flow: 'scroll' }, 33],
  ] as const) {
    await open(page, 1, look);
    const [last, behind] = [await lines(page, '#last'), await lines(page, '#behind')];
    expect(Math.round(behind[0]!.top - last[0]!.top), JSON.stringify(look)).toBe(pitch);
  }
});

test('Latin letters keep a small space from Chinese characters', async ({ page }) => {
  await open(page, 1);
  const width = (spacing: string): Promise<number> =>
    page.evaluate((wanted) => {
      const inside = document.querySelector<HTMLIFrameElement>('iframe[data-shown]')!.contentDocument!;
      const block = inside.getElementById('latin')!;
      block.style.setProperty('text-autospace', wanted);
      const range = inside.createRange();
      range.selectNodeContents(block);
      return range.getBoundingClientRect().width;
    }, spacing);
  const loose = await width('');
  const tight = await width('no-autospace');
  expect(loose - tight).toBeGreaterThan(18 / 8);
});

test('the book’s own fonts are available on request, and its margins rotate with the text', async ({ page }) => {
  const styleOf = (selector: string, name: string): Promise<string> =>
    page
      .frameLocator('iframe[data-shown]')
      .locator(selector)
      .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
  await open(page, 1, { face: 'sans' });
  expect(await styleOf('#plain', 'font-family')).toContain('PingFang');
  expect(await styleOf('.own', 'font-family')).toBe('monospace');
  expect(await styleOf('.wide', 'margin-left')).toBe('54px');
  await open(page, 1, { face: 'book', weight: 'bold', writing: 'vertical' });
  expect(await styleOf('#plain', 'font-family')).toContain('Publisher Face');
  expect(await styleOf('#plain', 'font-weight')).toBe('600');
  expect([await styleOf('.wide', 'margin-left'), await styleOf('.wide', 'margin-top')]).toEqual(['0px', '54px']);
});

for (const [name, look] of [
  ['in lines', { writing: 'book' }],
  ['in columns that stand upright', { writing: 'vertical' }],
  ['in a scroll', { writing: 'book', flow: 'scroll' }],
] as const)
  test(`a table or a formula that is longer than its line scrolls or is scaled down, ${name}`, async ({ page }) => {
    await open(page, 3, look);
    const seen = await page.evaluate(() => {
      const inside = document.querySelector<HTMLIFrameElement>('iframe[data-shown]')!.contentDocument!;
      const vertical = getComputedStyle(inside.body).writingMode.startsWith('vertical');
      const room = vertical ? inside.documentElement.clientHeight : inside.documentElement.clientWidth;
      // A column starts where the previous one and its gap end.
      const { columnWidth, columnGap } = getComputedStyle(inside.body);
      const step = columnWidth === 'auto' ? 1e6 : parseFloat(columnWidth) + (parseFloat(columnGap) || 0);
      const most = columnWidth === 'auto' ? room : parseFloat(columnWidth);
      const [from] = inside.body.getClientRects();
      const start = columnWidth === 'auto' ? 0 : vertical ? from!.top : from!.left;
      const over = (one: Element): number => {
        const box = one.getClientRects()[0]!;
        const [begin, end] = vertical ? [box.top, box.bottom] : [box.left, box.right];
        const column = Math.floor((begin - start + 1) / step) * step + start;
        return end - column - most;
      };
      const zoom = (id: string): string => inside.getElementById(id)!.style.zoom;
      const smaller = (id: string): boolean => Number(zoom(id)) > 0 && Number(zoom(id)) < 1;
      const cells = [...inside.querySelectorAll(vertical ? 'table' : 'table,#formula mi')];
      return {
        worst: Math.max(...cells.map(over)),
        fitted: ['wide', 'deep'].map((id) => inside.getElementById(id)!.hasAttribute('data-scroll')),
        sizes: ['wide', 'deep', 'small'].map(
          (id) => parseFloat(getComputedStyle(inside.querySelector(`#${id} td`)!).fontSize) * Number(zoom(id) || 1),
        ),
        formula: smaller('formula'),
        across: Math.max(...[...inside.querySelectorAll('#formula mi')].map((one) => one.getBoundingClientRect().right)) - inside.body.clientWidth,
        small: zoom('small'),
      };
    });
    expect(new Set(seen.sizes).size).toBe(1);
    expect(seen.worst).toBeLessThan(2);
    expect(seen.small).toBe('');
    expect(seen.fitted).toEqual(Array(2).fill(look.writing !== 'vertical'));
    expect(seen.formula).toBe(true);
    if (look.writing === 'vertical') expect(seen.across).toBeLessThan(2);
  });

test('a scaled-down table is shown in its own size when it is tapped, at night on the night background', async ({ page }) => {
  await open(page, 3, { theme: 'night' });
  await page.frameLocator('iframe[data-shown]').locator('#wide td').first().click();
  const full = page.getByRole('dialog', { name: '表格' });
  await expect(full).toBeVisible();
  const table = await full.locator('iframe').evaluate((frame: HTMLIFrameElement) => {
    const inside = frame.contentDocument!;
    const { color } = getComputedStyle(inside.querySelector('td')!);
    return { color, paper: getComputedStyle(inside.documentElement).backgroundColor, width: inside.querySelector('table')!.offsetWidth };
  });
  expect(table).toMatchObject({ color: 'rgb(201, 197, 187)', paper: 'rgb(18, 18, 17)' });
  expect(table.width).toBeGreaterThan(400);
});

test('text that the book centres stays centred and is not indented; no picture is pushed out of its line, and no text is indented twice', async ({
  page,
}) => {
  await open(page, 4);
  const text = page.frameLocator('iframe[data-shown]');
  const set = (id: string) =>
    text.locator(`#${id}`).evaluate((element) => [getComputedStyle(element).textAlign, Number.parseFloat(getComputedStyle(element).textIndent)]);
  for (const id of ['given', 'own-middle', 'old', 'plate']) expect([id, ...(await set(id))]).toEqual([id, expect.stringContaining('center'), 0]);
  expect((await set('under'))[0]).toBe('center');
  expect(await set('end')).toEqual(['right', 0]);
  expect(await set('drawn')).toEqual(['justify', 36]);
  expect(await set('spaced')).toEqual(['justify', 0]);
  expect(await set('text')).toEqual(['justify', 36]);

  // The user's alignment applies to running paragraphs only.
  await open(page, 4, { alignment: 'start' });
  expect((await set('given'))[0]).toBe('center');
  expect((await set('text'))[0]).toBe('start');
});

test('a picture of a character and a formula are light at night, and a picture that is alone on its page is centred', async ({ page }) => {
  await open(page, 4, { theme: 'night' });
  const text = page.frameLocator('iframe[data-shown]');
  const filter = (selector: string) => text.locator(selector).evaluate((element) => getComputedStyle(element).filter);
  await expect.poll(() => filter('#rare')).toContain('invert');
  await expect.poll(() => filter('#ink')).toContain('invert');
  expect(await filter('#red')).toBe('none');
  expect(await filter('#plate img')).toBe('none');
  await open(page, 4, { theme: 'warm' });
  for (const selector of ['#rare', '#ink']) expect(await filter(selector)).toBe('none');

  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await open(page, 7);
    const beside = () =>
      text.locator('#cover').evaluate((cover) => {
        const at = cover.getBoundingClientRect();
        return [at.left + at.right - innerWidth, at.top + at.bottom - innerHeight].map((pixels) => Math.abs(pixels) < 2);
      });
    await expect.poll(beside).toEqual([true, true]);
    // However often it is laid out again.
    await text.locator('#cover').evaluate((cover) => cover.dispatchEvent(new Event('load')));
    expect(await beside()).toEqual([true, true]);
  }
});

test('styles that a book declares for print work on every page: dark backgrounds, sizes in points, narrow pictures, page breaks', async ({
  page,
}) => {
  await open(page, 5, { theme: 'warm', fontSize: 18 });
  const text = page.frameLocator('iframe[data-shown]');
  const css = (id: string, name: string) =>
    text.locator(`#${id}`).evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
  const box = async (selector: string) => (await text.locator(selector).boundingBox()) ?? { x: 0, width: 0, height: 0 };
  const ink = await css('second', 'color');
  expect([await css('light', 'color'), await css('light', 'background-color')]).toEqual(['rgb(255, 255, 255)', 'rgb(34, 34, 34)']);
  expect(Number.parseFloat(await css('big', 'line-height'))).toBeGreaterThan(49);
  expect(await css('points', 'font-size')).toBe('13.5px');
  expect((await box('#narrow img')).width).toBeLessThanOrEqual((await box('#narrow')).width);
  expect((await box('#sized')).width).toBe(14);
  expect((await box('#second')).x).toBeGreaterThan(390);

  await open(page, 5, { theme: 'night', fontSize: 27 });
  expect(await css('bare', 'color')).toBe(await css('second', 'color'));
  expect(await css('bare', 'color')).not.toBe(ink);
  expect(await css('points', 'font-size')).toBe('20.25px');
});

test('text in an unbreakable box continues over the pages', async ({ page }) => {
  await open(page, 6);
  const last = page.frameLocator('iframe[data-shown]').locator('#boxed');
  expect((await last.boundingBox())?.x).toBeGreaterThan(390 * 3);
});
