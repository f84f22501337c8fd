// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { absoluteCss, prepareDocument } from './prepare-document.ts';

const AT = 'https://house.example/books/7/9/OPS/text/c1.xhtml';
const page = (body: string, head = '') =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title>${head}</head><body>${body}</body></html>`;
const prepare = (text: string) => prepareDocument(text, AT, 'zh', { cssOf: async (address) => `/* ${address} */` });

it('removes everything that could run', async () => {
  const { root } = await prepare(
    page(
      `<script>1</script><p onclick="alert(1)" ONLOAD="x">字</p><a href=" java&#10;script:alert(1)">链</a><iframe src="x"/><form action="https://e.example"><input/></form>`,
      `<base href="https://e.example/"/><meta http-equiv="refresh" content="0;url=https://e.example"/>`,
    ),
  );
  expect(root.querySelector('script,iframe,base,meta')).toBeNull();
  expect(root.querySelector('p')?.attributes).toHaveLength(0);
  expect(root.querySelector('a')?.hasAttribute('href')).toBe(false);
  expect(root.querySelector('form')?.hasAttribute('action')).toBe(false);
});

it('loads resources from the book only; a link may lead out of it', async () => {
  const { root } = await prepare(
    page(
      `<img src="../images/图 1.png"/><img id="out" src="https://e.example/pixel.png"/><a href="https://e.example/">外</a><a id="in" href="c2.xhtml#n1">内</a>`,
    ),
  );
  expect(root.querySelector('img')?.getAttribute('src')).toBe('https://house.example/books/7/9/OPS/images/%E5%9B%BE%201.png');
  expect(root.querySelector('#out')?.hasAttribute('src')).toBe(false);
  expect(root.querySelector('a')?.getAttribute('href')).toBe('https://e.example/');
  expect(root.querySelector('#in')?.getAttribute('href')).toBe('https://house.example/books/7/9/OPS/text/c2.xhtml#n1');
});

it('treats xlink:href links and images of older drawings like other links and images', async () => {
  const { root } = await prepare(
    page(
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><a xlink:href="c2.xhtml"><rect/></a><image xlink:href="../p.png"/><use xlink:href="#g"/><image id="out" xlink:href="https://e.example/p.png"/></svg>`,
    ),
  );
  const href = (selector: string) => root.querySelector(selector)?.getAttribute('href');
  expect(href('a')).toBe('https://house.example/books/7/9/OPS/text/c2.xhtml');
  expect(href('image')).toBe('https://house.example/books/7/9/OPS/p.png');
  expect(href('use')).toBe('#g');
  expect(href('#out')).toBeNull();
  expect(root.querySelector('a')?.attributes).toHaveLength(1);
});

it('resolves all image candidates of a `srcset` to files of the book', async () => {
  const { root } = await prepare(page(`<img src="a.png" srcset="a.png 1x,/prod-api/x 2x,https://e.example/b 3x, ../c.png 4x"/>`));
  expect(root.querySelector('img')?.getAttribute('srcset')).toBe(
    'https://house.example/books/7/9/OPS/text/a.png 1x, https://house.example/prod-api/x 2x, https://house.example/books/7/9/OPS/c.png 4x',
  );
});

it('escapes a style sheet so that it does not end early when it is serialised as HTML', async () => {
  const { root } = await prepare(page('<p>字</p>', '<style>p::before{content:"&lt;/style&gt;&lt;img onerror=x()&gt;"}</style>'));
  expect(root.querySelector('style')?.textContent).toContain('"\\3c /style><img');
});

it('puts style sheets into the document at their original places', async () => {
  const { root } = await prepare(
    page(
      '<p>字</p>',
      '<link rel="stylesheet" href="../a.css"/><style>p{background:url(x.png)}</style><link rel="alternate stylesheet" href="b.css"/>',
    ),
  );
  const styles = [...root.querySelectorAll('style')].map((style) => style.textContent);
  expect(styles).toEqual(['/* https://house.example/books/7/9/OPS/a.css */', 'p{background:url("https://house.example/books/7/9/OPS/text/x.png")}']);
});

it('shows a document that is not well-formed', async () => {
  const { root } = await prepare('<html><body><p>未闭合<br>的段落</body></html>');
  expect(root.textContent).toContain('未闭合');
});

it('treats a document of a Chinese book as Chinese unless it declares a language; other package languages are not inherited', async () => {
  expect((await prepare(page(''))).root.getAttribute('lang')).toBe('zh');
  expect((await prepare(page('').replace('<html', '<html lang="ja"'))).root.getAttribute('lang')).toBe('ja');
  expect((await prepareDocument(page(''), AT, 'fr', { cssOf: async () => '' })).root.getAttribute('lang')).toBeNull();
  expect((await prepareDocument(page(''), AT, '', { cssOf: async () => '' })).root.getAttribute('lang')).toBe('zh');
});

it('embeds a framed document of the book without scripts, but neither a nested frame nor one that failed to load', async () => {
  const framed: Record<string, string> = {
    'https://house.example/books/7/9/OPS/text/in.xhtml': page(
      '<p onclick="x()">内<br/>文</p><script>x()</script><a href="c2.xhtml">链</a><img src="a.png"/><iframe src="third.xhtml"/>',
    ),
  };
  const framedOf = async (address: string): Promise<string> => framed[address] ?? Promise.reject(new Error(address));
  const markup =
    '<iframe src="in.xhtml" sandbox="allow-scripts" title="框"/><iframe id="out" src="https://e.example/"/><iframe srcdoc="&lt;script/>"/>';
  const { root } = await prepareDocument(page(markup), AT, 'zh', { cssOf: async () => '', framedOf });
  const frames = [...root.querySelectorAll('iframe')];
  expect(frames.map((frame) => [frame.getAttribute('sandbox'), frame.getAttribute('src'), frame.getAttribute('title')])).toEqual([
    ['allow-same-origin', null, '框'],
  ]);
  // A frame that failed to load still counts as an element, so positions after it stay the same.
  expect(root.querySelector('body')?.childElementCount).toBe(3);
  const inner = frames[0]?.getAttribute('srcdoc') ?? '';
  expect(inner).toContain('<p>内<br>文</p>');
  expect(inner).toContain('src="https://house.example/books/7/9/OPS/text/a.png"');
  expect(inner).not.toMatch(/script|onclick|href|iframe/);
});

it('uses a Latin font only for a book in another script, and for no Chinese document of it', async () => {
  const latin = async (language: string, html = '<html'): Promise<boolean> =>
    (await prepareDocument(page('').replace('<html', html), AT, language, { cssOf: async () => '' })).root.hasAttribute('data-latin');
  expect(await Promise.all([latin('en'), latin('zh-CN', '<html lang="en"'), latin(''), latin('en', '<html lang="zh"'), latin('ja')])).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

it('reads the size of a fixed-layout page', async () => {
  expect((await prepare(page('', '<meta name="viewport" content="width=1536, height=2048"/>'))).viewport).toEqual({ width: 1536, height: 2048 });
});

it('resolves the imports of a style sheet from another address', () => {
  expect(absoluteCss('@import "b.css";', AT)).toBe('@import "https://house.example/books/7/9/OPS/text/b.css";');
});

it('keeps an address in a string or a comment of a style sheet unchanged', () => {
  const css = `a{content:"url(x) ;background:image-set('http://evil.test/y' 1x);"}/* url(z) */b{background:url(x.png)}`;
  expect(absoluteCss(css, AT)).toBe(css.replace('url(x.png)', 'url("https://house.example/books/7/9/OPS/text/x.png")'));
});

it('marks a paragraph that ends in an element and a space', async () => {
  const { root } = await prepare(page('<p id="a">一<em>二</em>\n</p><p id="b">一<em>二</em></p><p id="c">一<em>二</em>三</p>'));
  expect(['a', 'b', 'c'].map((id) => root.querySelector(`#${id}`)?.hasAttribute('data-tail'))).toEqual([true, false, false]);
});

it('a superscript does not make its line taller, unless the book sets a line height', () => {
  expect(absoluteCss('a.note{font-size:.7em;vertical-align:super}sup{vertical-align:top}', AT)).toBe(
    'a.note{font-size:.7em;line-height:0;vertical-align:super}sup{vertical-align:top}',
  );
  expect(absoluteCss('i{vertical-align:sub;line-height:1.2}', AT)).toBe('i{line-height:0;vertical-align:sub;line-height:1.2}');
});

it('turns page breaks of a book into column breaks, and removes `!important` from its colours', () => {
  const css = absoluteCss(
    'h2{page-break-before:always;break-after: page}p{break-inside:avoid;page-break-after:avoid}a{color:#000 !important;margin:0!important}',
    AT,
  );
  expect(css).toBe('h2{break-before:column;break-after:column}p{break-inside:avoid;page-break-after:avoid}a{color:#000 ;margin:0!important}');
});
