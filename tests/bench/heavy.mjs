// First page and first page turn of chapters that are heavy to lay out, compared with a bare page that lays the same chapter out in one
// frame, in one shuffled run. Compare ratios only: milliseconds differ between runs.
// Usage: node tests/bench/heavy.mjs [--runs 3] [--cpu 4] [--only formulas]
import { createServer } from 'node:http';
import { chromium } from '@playwright/test';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { browserServer } from '../support/browser-server.ts';
import { makeEpub } from '../support/epub-maker.ts';

const option = (name, fallback) => (process.argv.includes(`--${name}`) ? Number(process.argv[process.argv.indexOf(`--${name}`) + 1]) : fallback);
const [RUNS, CPU] = [option('runs', 3), option('cpu', 4)];
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : null;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const WAIT_MS = 240_000;

let seed = 7;
const below = (most) => Math.floor(((seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31) * most);
const COMMON = '石桥没有人说话江上水涨了三尺雨后照着来麦田他记得那天渡口她把信收好晚钟落在桌旧书竹影风声炊烟小巷灯火又过一年慢散开';
const words = (length) =>
  Array.from({ length }, () => (below(7) ? COMMON[below(COMMON.length)] : String.fromCharCode(0x4e00 + below(3000)))).join('');
const line = () => `${words(8 + below(14))}${below(4) ? '，' : '。'}`;
function text(characters, end = '') {
  let made = '';
  for (let count = 0; count < characters; ) {
    const one = line() + line();
    count += one.length;
    made += one + end;
  }
  return made;
}
const cell = (a, b) => `<mtd><mfrac><mrow><msup><mi>${a}</mi><mn>2</mn></msup><mo>−</mo><mn>1</mn></mrow><msqrt><mi>${b}</mi></msqrt></mfrac></mtd>`;
const ROWS = ['ab', 'cd', 'ef', 'gh'].map(([a, b]) => `<mtr>${cell(a, b)}${cell(b, a)}${cell(a, a)}</mtr>`).join('');
/** A matrix of twelve fractions; a wide one is longer than a line on a phone. */
const formula = (wide) =>
  `<math xmlns="http://www.w3.org/1998/Math/MathML"${wide ? ' display="block"' : ''}><mrow><mi>M</mi><mo>=</mo><mo>(</mo><mtable>${ROWS}</mtable><mo>)</mo>${wide ? '<mo>+</mo><mi>f</mi><mo>(</mo><mi>x</mi><mo>)</mo>'.repeat(8) : ''}</mrow></math>`;

const all = {
  formulas: `<h1>公式</h1>${Array.from({ length: 500 }, (_one, at) => `<p>${line()}${formula(at % 5 === 0)}${line()}</p>`).join('')}`,
  block: `<h1>长段</h1><p>${text(114_000)}</p>`,
  lines: `<h1>换行</h1><p>${text(411_000, '<br/>')}</p>`,
};

const chapters = Object.fromEntries(Object.entries(all).filter(([name]) => only === null || name === only));

const STYLE =
  'html{overflow:hidden;height:726px}body{margin:0;height:726px;column-width:342px;column-gap:80px;column-fill:auto;font:18px/33px serif}p{margin:0;text-align:justify;text-indent:2em}';
/** The page inserts the complete chapter into the frame at once: with streaming it would be visible before its layout is done. */
const bare = createServer((request, response) => {
  const inside = JSON.stringify(chapters[request.url.slice(1)] ?? '').replaceAll('<', '\\u003c');
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><meta charset="utf-8"><style>body{margin:0}iframe{border:0;width:342px;height:726px}</style><iframe></iframe><script>
const { contentDocument } = document.querySelector('iframe');
contentDocument.head.append(Object.assign(contentDocument.createElement('style'), { textContent: '${STYLE}' }));
contentDocument.body.innerHTML = ${inside};
</script>`);
});
await new Promise((resolve) => bare.listen(0, '127.0.0.1', resolve));

/** Runs before any script of a page: reports when text of a book was painted, and when the page was turned. */
function probe() {
  if (window !== window.top) return;
  let first = 0;
  const stands = (frame) => {
    const inside = frame.contentDocument;
    if (!inside?.body || getComputedStyle(frame).visibility === 'hidden') return false;
    return [...inside.querySelectorAll('p')]
      .slice(0, 3)
      .some((one) => [...one.getClientRects()].some((box) => box.width > 0 && box.left < innerWidth));
  };
  const tick = () => {
    if (first) return;
    const frame = [...document.querySelectorAll('iframe')].find(stands);
    if (!frame) return void requestAnimationFrame(tick);
    first = 1;
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => console.debug('first page', performance.now()));
    port1.start();
    port2.postMessage(0);
  };
  requestAnimationFrame(tick);
}

const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });
const server = await browserServer();
const ids = {};
for (const [name, body] of Object.entries(chapters))
  ids[name] = await server.publish(await makeEpub({ title: name, chapters: { 'c1.xhtml': body, 'c2.xhtml': '<h1>后</h1><p>完。</p>' } }));

async function firstPage(address) {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' });
  await context.addInitScript(probe);
  const page = await context.newPage();
  if (CPU > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: CPU });
  const said = page.waitForEvent('console', { predicate: (message) => message.text().startsWith('first page'), timeout: WAIT_MS });
  await page.goto(address, { waitUntil: 'commit', timeout: WAIT_MS });
  const first = Number((await said).text().split(' ').at(-1));
  await context.close();
  return first;
}

const cases = Object.keys(chapters).flatMap((name) => [
  [`bare ${name}`, `http://127.0.0.1:${bare.address().port}/${name}`],
  [`ours ${name}`, `${server.origin}/cms/main/epubRead?publishId=${ids[name]}`],
]);
const results = Object.fromEntries(cases.map(([name]) => [name, []]));
for (let run = 0; run < RUNS; run++)
  for (const [name, address] of cases.toSorted(() => Math.random() - 0.5)) results[name].push(await firstPage(address));

const median = (name) => results[name].toSorted((one, two) => one - two)[RUNS >> 1];
const TARGETS = { formulas: 2, block: 1.5, lines: 2 };
for (const name of Object.keys(chapters)) {
  const [ours, plain] = [median(`ours ${name}`), median(`bare ${name}`)];
  console.log(
    `${name}: first page ${ours.toFixed(0)} ms, bare page ${plain.toFixed(0)} ms, ratio ${(ours / plain).toFixed(2)}  (target ${TARGETS[name]})`,
  );
}
await browser.close();
bare.close();
await server.close();
