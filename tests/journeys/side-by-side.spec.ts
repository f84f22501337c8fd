import { expect, type Page, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { makeEpub } from '../support/epub-maker.ts';

test.use({ serviceWorkers: 'block' });

const TEXT = '江上起了雾船都不出港灯在雾里走像有人提着它慢慢走过去没有人说话也没有人回头。';
const SPEECH = 'Good morning. We have only ten minutes before the ferry leaves, so tell me what you saw at the landing.';

/** Each row: its style, and the style of its label and of its text. */
const ROWS: Readonly<Record<string, readonly [row: string, label: string, text: string]>> = {
  'flex-basis': ['display:flex', 'flex:0 0 70%', 'flex:1'],
  'flex-width': ['display:flex', 'width:60%;flex:none', 'width:30%'],
  'grid-columns': ['display:grid;grid-template-columns:70% 1fr', '', ''],
  'grid-contents': ['display:contents', 'grid-column:1', 'grid-column:2'],
  'table-cell': ['display:table', 'display:table-cell;min-width:13em', 'display:table-cell'],
  'inline-block': ['', 'display:inline-block;width:12em', 'display:inline-block;width:5em'],
};
const row = (name: string, inner: (text: string) => string): string => {
  const [around, label, text] = ROWS[name]!;
  const made = `<div class="row ${name}"${around ? ` data-style="${around}"` : ''}><div class="label" style="${label}">船夫</div>${inner(text)}</div>`;
  return name === 'grid-contents' ? `<div class="grid">${made}</div>` : made;
};
const inRules = (name: string): string => row(name, (style) => `<div class="text" style="${style}">${TEXT}</div>`);
const inAttributes = (name: string): string => inRules(name).replace(/ data-style="[^"]*"/, ` style="${ROWS[name]![0]}"`);

let server: BrowserServer;
let book = 0;

test.beforeAll(async () => {
  server = await browserServer();
  const names = Object.keys(ROWS);
  book = await server.publish(
    await makeEpub({
      title: '并排',
      language: 'en',
      head: `<style>${names.map((name) => `.${name}{${ROWS[name]![0]}}`).join('')}.grid{display:grid;grid-template-columns:70% 1fr}.talk{display:flex}.talk2{display:grid;grid-template-columns:minmax(0,auto) 1fr}.talk2 .label{padding-right:.5em}.even{display:flex;gap:1em}.even div{flex:1}.bare{display:flex}.bare b{flex:0 0 13em}</style>`,
      chapters: {
        'c1.xhtml': `<div lang="zh">${names.map(inRules).join('')}</div>`,
        'c2.xhtml': `<div lang="zh">${names.map(inAttributes).join('')}</div>`,
        'c3.xhtml': `<div lang="zh"><div class="row bare"><b>船夫</b>${TEXT}</div><div class="row even short"><div class="label" style="flex:0 0 15em">船夫</div><div class="text">灯在雾里走像有人提着它</div></div></div>`,
        'c4.xhtml': `<div lang="en">${['talk', 'talk2'].map((name) => ['Angela:', 'Katherine:', 'Marguerite:'].map((label) => `<div class="${name}"><span class="label">${label}</span><span class="text">${SPEECH}</span></div>`).join('')).join('')}</div>`,
        'c5.xhtml': `<div lang="zh"><div class="even fits"><div class="text">${TEXT}</div><div class="text">${TEXT}</div></div><div class="flex-basis fits" style="font-size:.8em"><div style="flex:0 0 3em">船夫</div><div class="text">${TEXT}</div></div></div>`,
      },
    }),
  );
});
test.afterAll(() => server?.close());

async function open(page: Page, at: number, look: Record<string, unknown> = {}): Promise<void> {
  await page.goto(`${server.origin}/sw-none`);
  await page.evaluate((kept) => localStorage.setItem('shuzhou.look', kept), JSON.stringify({ fontSize: 18, ...look }));
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${book}&at=${at}`);
  await expect(page.locator('.reader-main > output.unseen')).toContainText('页');
}

/** For each text that a selector finds: the class of its row, and the characters in its longest line. */
const linesOf = (page: Page, selector: string): Promise<[string, number][]> =>
  page
    .frameLocator('iframe[data-shown]')
    .locator(selector)
    .evaluateAll((texts) =>
      texts.map((text): [string, number] => {
        const lines = text.ownerDocument.createRange();
        lines.selectNodeContents(text.lastChild!);
        const vertical = getComputedStyle(text).writingMode.startsWith('vertical');
        const longest = Math.max(...[...lines.getClientRects()].map(({ width, height }) => (vertical ? height : width)));
        return [(text.closest('.row') ?? text.parentElement!).className, longest / Number.parseFloat(getComputedStyle(text).fontSize)];
      }),
    );

for (const [at, how] of [
  [0, 'in a style sheet'],
  [1, 'in style attributes'],
] as const)
  for (const writing of ['horizontal', 'vertical'] as const)
    test(`#44.4 text beside a label keeps readable lines, set ${how}, ${writing}`, async ({ page }) => {
      // The declared lengths leave the text too little of a line of 19 characters, or of 24 in vertical text.
      await open(page, at, { writing, fontSize: writing === 'vertical' ? 30 : 18 });
      const lines = await linesOf(page, '.text');
      expect(lines).toHaveLength(Object.keys(ROWS).length);
      for (const [row, length] of lines) expect(length, row).toBeGreaterThan(7.9);
    });

test('#44.4 text without an element, and a short text in a strip, get readable lines beside a label', async ({ page }) => {
  await open(page, 2);
  const lines = await linesOf(page, '.row.bare, .short .text');
  expect(lines.length).toBeGreaterThan(0);
  for (const [row, length] of lines) expect(length, row).toBeGreaterThan(7.9);
});

test('#44.8 labels in a flex or grid row stay whole where they fit', async ({ page }) => {
  await open(page, 3);
  const labels = page.frameLocator('iframe[data-shown]').locator('.label');
  await expect(labels).toHaveCount(6);
  const lines = await labels.evaluateAll((all) =>
    all.map((label) => {
      const text = label.ownerDocument.createRange();
      text.selectNodeContents(label);
      return text.getClientRects().length;
    }),
  );
  expect(lines).toEqual([1, 1, 1, 1, 1, 1]);
});

test('#44.4 parts that fit stay side by side', async ({ page }) => {
  await open(page, 4);
  const text = page.frameLocator('iframe[data-shown]');
  await expect(text.locator('.fits')).toHaveCount(2);
  await expect(text.locator('[data-laid],[data-stack]')).toHaveCount(0);
});
