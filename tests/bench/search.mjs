// Searching a book of 3.1 million characters: our prepared text, and the product's own search sheet from the opening tap to the visible
// matches, compared with plain epub.js 0.3.93, which opens the complete .epub, in one shuffled run and with the same matches. Compare
// ratios only. Usage: node tests/bench/search.mjs [runs]
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { browserServer } from '../support/browser-server.ts';
import { makeBook } from './reader-book.ts';

const RUNS = Number(process.argv[2]) || 5;
const QUERIES = ['守夜人推开码头', '琉璃灯塔', '钟声'];
const ROOT = join(import.meta.dirname, '../..');
const BROWSER = { executablePath: await findBrowser(), args: ['--no-sandbox'] };
const extra = (chapter) => (chapter % 50 === 0 ? '<p>远处的琉璃灯塔亮了。</p>' : '');
const novel = await makeBook({ title: '长夜行船', chapters: 1000, characters: 3100, extra });
const plainScript = async (file) => stripTypeScriptTypes(await readFile(join(ROOT, file), 'utf8')).replaceAll(".ts'", ".js'");
const OLD_SIGNS = 'opencc-js/dict/TSCharacters';
const files = {
  '/plain.html': ['text/html', '<!doctype html><meta charset="utf-8"><script src="/jszip.js"></script><script src="/epub.js"></script>'],
  '/ours.html': ['text/html', '<!doctype html><meta charset="utf-8">'],
  '/jszip.js': ['text/javascript', await readFile(join(ROOT, 'node_modules/jszip/dist/jszip.min.js'))],
  '/epub.js': ['text/javascript', await readFile(join(ROOT, 'node_modules/epubjs/dist/epub.min.js'))],
  '/book-search.js': ['text/javascript', await plainScript('src/book-search/book-search.ts')],
  '/texts-of.js': ['text/javascript', await plainScript('src/book-search/book-texts.ts')],
  '/simplified.js': ['text/javascript', (await plainScript('src/book-search/simplified-characters.ts')).replace(OLD_SIGNS, './old-signs.js')],
  '/contract/reading/simplified-signs.js': ['text/javascript', await plainScript('contract/reading/simplified-characters.ts')],
  '/old-signs.js': ['text/javascript', await readFile(join(ROOT, 'node_modules/opencc-js/dist/esm-lib/dict/TSCharacters.js'))],
  '/novel.epub': ['application/epub+zip', novel.epub],
};
const context = await browserServer();
const id = await context.publish(novel.epub);
const { data: detail } = await context.call(null, 'GET', `/cms/publish/getInfo/${id}`);
files['/search.json'] = [
  'application/json',
  Buffer.from(await (await fetch(`${context.origin}/books/${id}/${detail.editionId}/search.json`)).arrayBuffer()),
];
const server = createServer((request, response) => {
  const [type, body] = files[request.url] ?? ['text/plain', ''];
  response.writeHead(body === '' ? 404 : 200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;

/** Measures from an opened book to the matches; each side does its preparation for the first search once. */
const sides = {
  plain: async (page, query) => {
    await page.goto(`${origin}/plain.html`);
    return page.evaluate(async (wanted) => {
      const book = ePub('/novel.epub');
      await book.ready;
      const from = performance.now();
      let hits = 0;
      for (const item of book.spine.spineItems) {
        await item.load(book.load.bind(book));
        hits += item.find(wanted).length;
        item.unload();
      }
      return { ms: performance.now() - from, hits };
    }, query);
  },
  ours: async (page, query) => {
    await page.goto(`${origin}/ours.html`);
    return page.evaluate(async (wanted) => {
      const [{ findAll }, { documentsIn, textsOf }] = await Promise.all([import('/book-search.js'), import('/texts-of.js')]);
      const from = performance.now();
      const texts = await textsOf((await fetch('/search.json')).arrayBuffer().then(documentsIn));
      const hits = findAll(texts.searched, wanted).length;
      const first = performance.now() - from;
      const again = performance.now();
      findAll(texts.searched, wanted);
      return { ms: first, again: performance.now() - again, hits };
    }, query);
  },
  screen: async (page, query) => {
    await page.goto(`${context.origin}/cms/main/epubRead?publishId=${id}`);
    await page.locator('iframe[data-shown]').waitFor();
    await page.waitForTimeout(1_000);
    await page.mouse.click(195, 420);
    await page.waitForTimeout(1_000);
    return page.evaluate(async (wanted) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const seen = async (selector) => {
        for (;;) {
          const found = document.querySelectorAll(selector);
          if (found.length > 0) return found;
          await frame();
        }
      };
      const from = performance.now();
      document.querySelector('[data-tool="search"]').click();
      const [field] = await seen('.search-in-book input, input.search-in-book');
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, wanted);
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await seen('.search-hit, .search-chapter');
      const ms = performance.now() - from;
      return { ms, hits: Number(/\d+/.exec(document.querySelector('.search-count').textContent)?.[0]) };
    }, query);
  },
};

const browser = await chromium.launch(BROWSER);
const seen = Object.fromEntries(QUERIES.map((query) => [query, { plain: [], ours: [], screen: [] }]));
for (let run = 0; run < RUNS; run++)
  for (const query of QUERIES)
    for (const side of Object.keys(sides).sort(() => Math.random() - 0.5)) {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
      seen[query][side].push(await sides[side](page, query));
      await page.close();
    }
const median = (values) => [...values].sort((one, two) => one - two)[Math.floor(values.length / 2)];
for (const query of QUERIES) {
  const { plain, ours, screen } = seen[query];
  const [a, b, c] = [ours, plain, screen].map((side) => median(side.map((one) => one.ms)));
  const hits = [...new Set([...ours, ...plain, ...screen].map((one) => one.hits))];
  console.log(
    `${query}: ours/plain ${(a / b).toFixed(3)} (${a.toFixed(0)} / ${b.toFixed(0)} ms; again ${median(ours.map((one) => one.again)).toFixed(1)} ms), on the screen ${(c / b).toFixed(3)} (${c.toFixed(0)} ms), hits ${hits.join(' ≠ ')}`,
  );
}
await browser.close();
server.close();
await context.close();
