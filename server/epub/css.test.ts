import { expect, test } from 'vitest';
import { cleanCss, type CleanCss } from './css.ts';
import { sanitise } from './sanitise.ts';

const AT = 'OPS/a.css';
const clean = (css: string): string => cleanCss(css, AT).css;
const EVIL = 'p{background:url(http://evil.test/x)}';

// Each looks like one string or one comment to a parser that tokenizes differently from a browser.
test.each([
  ['a form feed ends a string', `a{content:"\f}${EVIL}b{c:"}`],
  ['a carriage return ends a string', `a{content:"\r}${EVIL}b{c:"}`],
  ['a quote tears an address', `a{b:url(a"b)}${EVIL}c{d:"}`],
  ['an escaped quote belongs to an address', `a{b:url(a\\")}${EVIL}c{d:"}`],
  ['a function that only ends in url', `a{b:-url(a/*)}x{y:"*/)}${EVIL}c{d:"}`],
  ['a name of other letters that ends in url', `a{b:éurl(a/*)}x{y:"*/)}${EVIL}c{d:"}`],
  ['a name with an escape that ends in url', `a{b:\\e9 url(a/*)}x{y:"*/)}${EVIL}c{d:"}`],
  ['a colour that ends in url', `a{b:#url(a/*)}x{y:"*/)}${EVIL}c{d:"}`],
  ['a comment behind an import', `@import "b.css"/*;x{y:"*/;${EVIL}c{d:"}`],
  ['a comment behind a namespace', `@namespace x/*;a{y:"*/ url(a);${EVIL}c{d:"}`],
  ['a blank of another script', `a{b:url(\u00a0"a)}${EVIL}c{d:"}`],
  ['an escape made of escapes', 'a{b:ur\\6\\63 (http://evil.test/x)}'],
  ['a string the end closes', 'a{b:image-set("http://evil.test/x'],
  ['a tab in a string', 'a{b:image-set("ht\\9 tp://evil.test/x" 1x)}'],
  ['more blanks than are looked at', `a{b:url(${' '.repeat(5000)}http://evil.test/x)}`],
  ['blanks before a quote', `a{b:url(${'\n'.repeat(300)}"http://evil.test/x"${' '.repeat(300)})}`],
  ['one slash', 'a{b:image-set("http:/evil.test/x" 1x)}'],
  ['a tab between slashes', 'a{b:image-set("/\\9 /evil.test/x" 1x)}'],
  ['an import before a block', '@import url(http://evil.test/x) {'],
  ['an import behind a comment', '@import/**/"http://evil.test/x";'],
])('removes external addresses: %s', (_name, css) => {
  expect(clean(css)).not.toMatch(/evil\.test/);
});

test.each([
  'image-set("/prod-api/x" 1x)',
  'image-set(var(--a) 1x)',
  '-webkit-image-set("../../../../prod-api/x" 1x)',
  'image\\2d set("/x" 1x)',
  'src("/x")',
])('disables a function that reads strings as addresses: %s', (value) => {
  expect(clean(`.image-set{--a:"/prod-api/x";background:url(a.png);background:${value}}`)).toMatch(
    /^\.image-set\{--a:"\/prod-api\/x";background:url\(a\.png\);background:x-[^;]+\}$/,
  );
});

test('closes an unterminated string at the same position as a browser', () => {
  expect(clean('a{b:"/*\n*/;c:"d"}')).toBe('a{b:""\n*/;c:"d"}');
});

test('keeps harmless CSS', () => {
  for (const css of [
    'p::before{content:"注：" "\\201c"}',
    'p{background:url("pic 1.png") no-repeat, url(b.png)}',
    '@import "b.css" screen and (min-width: 3em);',
    '@namespace epub "http://www.idpf.org/2007/ops";',
    '@font-face{font-family:"宋体";src:url(../f.ttf) format("truetype")}',
    'h1.é\\31 23 > a[href^="c"]{color:#fff}',
  ])
    expect(clean(css)).toBe(css);
});

test('reads an escaped character in a style as that character', () => {
  const { markup } = sanitise(
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title><style>a{b:&lt;url(a/*)}x{y:"*/)}${EVIL}c{d:"}</style><link rel="stylesheet preload" as="image" imagesrcset="http://evil.test/i" href="a.css" style="background:url(http://evil.test/)"/></head><body/></html>`,
    'OPS/c.xhtml',
  );
  expect(markup).not.toMatch(/evil\.test/);
});

test('ends text-only elements at their end tags: style, title and text field', () => {
  const { markup, title } = sanitise(
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>书<b title="&lt;/title&gt;&lt;img onerror='x()'&gt;">名</b></title><style>p{}<style>q{}</style>@import url(http://evil.test/a.css);b{background:url(/prod-api/x)}</style></head>
    <body><p>一</p><textarea><i id="&lt;/textarea&gt;&lt;script&gt;">字</i></textarea><svg xmlns="http://www.w3.org/2000/svg"><style><p>u{background:url(http://evil.test/b)}</p></style></svg></body></html>`,
    'OPS/c.xhtml',
  );
  expect(markup).not.toMatch(/evil\.test|prod-api|&lt;\/|<b |<i |<p>u/);
  expect(markup).toContain('<style>p{}q{}');
  expect(markup).toContain('<textarea>字</textarea>');
  expect(title).toBe('书名');
});

test('removes links from a formula', () => {
  const { markup } = sanitise(
    `<html xmlns="http://www.w3.org/1999/xhtml"><body><math xmlns="http://www.w3.org/1998/Math/MathML" xmlns:xlink="http://www.w3.org/1999/xlink"><mrow href="c2.xhtml" xlink:href="c2.xhtml"><mi>x</mi></mrow></math></body></html>`,
    'OPS/c.xhtml',
  );
  expect(markup).toContain('<mrow><mi>x</mi></mrow>');
});

test('checks each address of a srcset separately, as a browser splits them', () => {
  const { markup } = sanitise(
    `<html xmlns="http://www.w3.org/1999/xhtml"><body><img srcset="p.png 1x,/prod-api/captchaImage 2x,http://evil.test/a 3x, b.png, //evil.test/c" src="p.png" alt=""/></body></html>`,
    'OPS/c.xhtml',
  );
  expect(markup).toContain('<img srcset="p.png 1x, b.png" src="p.png" alt=""/>');
});

// In quadratic time each of these takes longer than the limit of a test.
test.each([
  ['blanks that end in nothing', `a{b:url(${' '.repeat(1_600_000)}`],
  ['an address begun again and again', 'a{b:url('.repeat(240_000)],
  ['a value that never comes', 'text-transform:'.repeat(240_000)],
  ['comments that do not end', '/*'.repeat(800_000)],
  ['strings that do not end', `"\\\n`.repeat(600_000)],
  ['escapes of escapes', '\\5c'.repeat(400_000)],
])('reads a style sheet made to be slow in linear time: %s', (_name, css) => {
  expect(() => clean(css)).not.toThrow();
});

test('inlines an imported sheet once, with adjusted addresses, and only where a browser would read the import', () => {
  const sheets: Record<string, string> = {
    'OPS/css/b.css': 'p{background:url(img/a.png)}',
    'OPS/css/c.css': '@import "b.css";i{color:red}',
    'OPS/css/open.css': 'p{color:red',
    'OPS/css/over.css': 'p{color:red}}b{color:blue}',
    'OPS/css/around.css': '@import "none.css";p{color:red}',
    'OPS/css/named.css': '@namespace epub "http://www.idpf.org/2007/ops";[epub|type]{color:red}',
  };
  const imports = (path: string): CleanCss | null => (sheets[path] ? cleanCss(sheets[path], path, undefined, imports, AT) : null);
  const read = (css: string) => cleanCss(css, AT, undefined, imports);
  expect(read('@import url(css/c.css) screen;a{b:c}').css).toBe('@media screen{p{background:url("css/img/a.png")}i{color:red}}a{b:c}');
  expect(read('@import "css/c.css";').refs).toEqual(['OPS/css/img/a.png']);
  for (const kept of [
    '@import "css/open.css";',
    '@import "css/over.css";',
    '@import "css/c.css" layer(x);',
    'a{b:c}@import "css/c.css";',
    '@import "css/none.css";',
    // An import that stays a file must come before every rule, and so must a namespace declaration.
    '@import "css/b.css";@import "css/open.css";',
    '@import "css/b.css";@import "css/around.css";',
    '@import "css/b.css";@namespace epub "http://www.idpf.org/2007/ops";a{b:c}',
    '@import "css/named.css";',
  ])
    expect(read(kept).css).toBe(kept);
});

test('lets the reader client decide about fixed positioning', () => {
  expect(clean('p{position:fixed;top:0}q{ position : FIXED }r{background-attachment:fixed;table-layout:fixed}')).toBe(
    'p{position:var(--fixed,fixed);top:0}q{ position : var(--fixed,fixed) }r{background-attachment:fixed;table-layout:fixed}',
  );
  expect(cleanCss('position:fixed', AT).css).toBe('position:var(--fixed,fixed)');
});
