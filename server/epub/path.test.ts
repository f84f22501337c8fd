import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { chapterDocument, makeEpub } from '../../tests/support/epub-maker.ts';
import { prepareBook } from './book.ts';
import { findAmong, plainName, targetOf } from './path.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

const WHOLE = 'é-が';
const PARTS = WHOLE.normalize('NFD');

/** Returns a prepared book whose files are named `name` and are referenced everywhere as `said`. */
async function prepared(name: string, said: string) {
  const folder = await mkdtemp(join(tmpdir(), 'shuzhou-names-'));
  folders.push(folder);
  const body = `<p><a href="${said}.xhtml#p">去</a><img src="${said}.png" srcset="${said}.png 2x" alt=""/></p>`;
  const source = await makeEpub({
    chapters: { 'c1.xhtml': body },
    head: `<link rel="stylesheet" href="${said}.css"/><style>@import "${said}.css" screen;</style>`,
    manifest: `<item id="x" href="${said}.xhtml" media-type="application/xhtml+xml"/><item id="s" href="${said}.css" media-type="text/css"/>`,
    spine: '<itemref idref="c0"/><itemref idref="x"/>',
    entries: {
      [`OPS/${name}.xhtml`]: chapterDocument('二', '<p id="p">到了</p>'),
      [`OPS/${name}.png`]: 'png',
      [`OPS/${name}.css`]: `p{background:url(${said.replaceAll(' ', '\\ ')}.png)}`,
      'OPS/nav.xhtml': chapterDocument('目录', `<nav epub:type="toc"><ol><li><a href="${said}.xhtml#p">二</a></li></ol></nav>`),
    },
  });
  await writeFile(join(folder, 'a.epub'), source);
  const { book } = await prepareBook(join(folder, 'a.epub'), folder, 'a.epub');
  const file = (path: string): Promise<string> => readFile(join(folder, 'book', path), 'utf8');
  return { book, chapter: await file('OPS/c1.xhtml'), style: await file(`OPS/${plainName(name)}.css`) };
}

test.each([
  ['in parts, asked for as wholes', PARTS, WHOLE],
  ['as wholes, asked for in parts', WHOLE, PARTS],
  ['as wholes, asked for by escapes of parts', WHOLE, encodeURIComponent(PARTS)],
  ['with a sign that looks like an escape', 'a%20b', 'a%20b'],
  ['with a sign that ends a path in an address', '第#1?50%章', encodeURIComponent('第#1?50%章')],
  ['in small letters, asked for in large ones', 'fig', 'FIG'],
])('finds files whose names are packed %s, and produces addresses that a browser finds', async (_how, name, said) => {
  const { book, chapter, style } = await prepared(name, said);
  const kept = plainName(name);
  expect(kept).not.toMatch(/[#?%]/);
  expect(book.spine.map((one) => one.href)).toEqual(['OPS/c1.xhtml', `OPS/${kept}.xhtml`]);
  expect(book.toc[0]?.href).toBe(`OPS/${kept}.xhtml#p`);
  expect(book.resources.map((one) => one.path)).toEqual(expect.arrayContaining([`OPS/${kept}.png`, `OPS/${kept}.css`]));
  const written = encodeURIComponent(kept);
  expect(chapter).toContain(`<a href="${written}.xhtml#p">`);
  expect(chapter).toContain(`src="${written}.png" srcset="${written}.png 2x"`);
  expect(chapter).toContain(`<link rel="stylesheet" href="${written}.css"/>`);
  expect(chapter).toContain(`@media screen{p{background:url("${written}.png")}}`);
  expect(style).toBe(`p{background:url("${written}.png")}`);
});

test('finds a name with a leading blank only by its escaped form, and does not change it', async () => {
  const { book, chapter } = await prepared(' a', '%20a');
  expect(book.spine[1]?.href).toBe('OPS/ a.xhtml');
  expect(chapter).toContain('src="%20a.png"');
});

test('ignores blanks around an address', () => {
  expect(targetOf(' \n c1.xhtml\t ', 'OPS/a.xhtml')).toMatchObject({ path: 'OPS/c1.xhtml' });
});

test('reads a backslash in an address as a slash, as browsers do', () => {
  expect(targetOf('Text\\c1.xhtml#p', 'OPS/a.xhtml')).toMatchObject({ path: 'OPS/Text/c1.xhtml', fragment: '#p', strays: true });
  expect(targetOf('..\\..\\etc\\passwd', 'OPS/a')).toMatchObject({ path: 'etc/passwd', leaks: true });
});

test('prefers the decoded name to the literal one, and both to another spelling', () => {
  const find = findAmong(['a b', 'a%20b', PARTS, WHOLE, 'x%2fy', 'One', 'one', 'Two']);
  expect(targetOf('one', 'c', find)).toMatchObject({ path: 'one', strays: false });
  expect(targetOf('TWO', 'c', find)).toMatchObject({ path: 'Two', strays: true });
  expect(targetOf('a%20b', 'c', find)).toMatchObject({ path: 'a b', strays: false });
  expect(targetOf('a%2520b', 'c', find)).toMatchObject({ path: 'a%20b', strays: false });
  expect(targetOf(WHOLE, 'c', find)).toMatchObject({ path: WHOLE, strays: false });
  expect(targetOf('x%2fy', 'c', find)).toMatchObject({ path: 'x%2fy', strays: true });
  expect(targetOf('none', 'c', find)).toMatchObject({ path: 'none', strays: false });
});

test.each(['javascript:x()', ' \tjava\nscript:x()', '\u00a0javascript:x()', '\\\\evil', ' //evil', 'file:///etc/passwd'])(
  'A8 rejects %j, whatever the book contains',
  (address) => expect(targetOf(address, 'OPS/a', findAmong(['OPS/ //evil', 'OPS/javascript:x()']))).toEqual({ kind: 'refused' }),
);

test.each(['../../etc/passwd', '%2e%2e/%2e%2e/etc/passwd', '..%2f..%2fetc/passwd', '/etc/passwd'])(
  'A8 keeps %s inside the book and marks it as leaving the root',
  (address) => {
    expect(targetOf(address, 'OPS/a', findAmong(['OPS/a']))).toMatchObject({ path: 'etc/passwd', leaks: true });
    expect(targetOf(address, 'OPS/a', findAmong(['etc/passwd']))).toMatchObject({ path: 'etc/passwd', leaks: true });
  },
);

test('#33.14 resolves an address with escaped GBK bytes to the file of that name', () => {
  const find = findAmong(['OPS/第一章.xhtml']);
  expect(targetOf('%B5%DA%D2%BB%D5%C2.xhtml', 'OPS/book.opf', find)).toMatchObject({ kind: 'inside', path: 'OPS/第一章.xhtml' });
});
