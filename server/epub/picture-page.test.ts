import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { chapterDocument, makeEpub } from '../../tests/support/epub-maker.ts';
import { prepareBook } from './book.ts';

const FIXED = '<meta property="rendition:layout">pre-paginated</meta>';
const NAV = chapterDocument(
  '目录',
  '<nav epub:type="toc"><ol><li><a href="a.png">江上</a></li><li><a href="words.xhtml">雾里</a></li><li><a href="c1.xhtml">灯</a></li></ol></nav>',
);

async function prepared(
  metadata: string,
  properties = '',
): Promise<{ book: Awaited<ReturnType<typeof prepareBook>>['book']; page(path: string): Promise<string> }> {
  const folder = await mkdtemp(join(tmpdir(), 'shuzhou-pictures-'));
  const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#1a66cc' } });
  const epub = await makeEpub({
    metadata,
    chapters: { 'c1.xhtml': '<h1>灯</h1>', 'words.xhtml': '<p>江上起了“雾” &amp; 船。</p>' },
    files: { 'a.png': await picture(60, 40).png().toBuffer() },
    manifest: '<item id="b" href="b.jpg" media-type="image/jpeg" fallback="c1"/>',
    spine: `<itemref idref="f0" properties="${properties}"/><itemref idref="b" properties="${properties}"/><itemref idref="c0"/>`,
    entries: { 'OPS/b.jpg': await picture(60, 40).withMetadata({ orientation: 6 }).jpeg().toBuffer(), 'OPS/nav.xhtml': NAV },
  });
  await writeFile(join(folder, 'a.epub'), epub);
  try {
    const { book } = await prepareBook(join(folder, 'a.epub'), folder, 'a.epub');
    const pages = new Map(await Promise.all(book.spine.map(async ({ href }) => [href, await readFile(join(folder, 'book', href), 'utf8')] as const)));
    return { book, page: async (path) => pages.get(path) ?? '' };
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('makes a picture in the reading order of a fixed-layout book a page of its own size, with its fallback as alternative text', async () => {
  const { book, page } = await prepared(FIXED);
  expect(book.spine.map(({ href, title }) => [href, title])).toEqual([
    ['OPS/a.png.xhtml', '江上'],
    ['OPS/b.jpg.xhtml', '雾里'],
    ['OPS/c1.xhtml', '灯'],
  ]);
  expect(book.toc.map(({ href }) => href)).toEqual(['OPS/a.png.xhtml', 'OPS/b.jpg.xhtml', 'OPS/c1.xhtml']);
  expect(await page('OPS/a.png.xhtml')).toMatch(/content="width=60, height=40"[\s\S]*<img src="a\.png" alt=""\/>/);
  // A picture with a rotated camera orientation is shown upright.
  expect(await page('OPS/b.jpg.xhtml')).toMatch(/content="width=40, height=60"[\s\S]*<img src="b\.jpg" alt="江上起了“雾” &amp; 船。"\/>/);
  expect(book.resources.filter(({ path }) => /\.(png|jpg)$/.test(path)).map(({ document }) => document)).toEqual([0, 1]);
});

test('#33.14 makes a picture in the reading order of a text a page, with a fixed layout only when the book declares it', async () => {
  const { book } = await prepared('', 'rendition:layout-pre-paginated');
  expect(book.spine.map(({ href, layout }) => [href, layout])).toEqual([
    ['OPS/a.png.xhtml', 'pre-paginated'],
    ['OPS/b.jpg.xhtml', 'pre-paginated'],
    ['OPS/c1.xhtml', undefined],
  ]);
  const text = await prepared('');
  expect(text.book.spine.map(({ href }) => href)).toEqual(['OPS/a.png.xhtml', 'OPS/words.xhtml', 'OPS/c1.xhtml']);
  expect(await text.page('OPS/a.png.xhtml')).toMatch(/max-width:100%/);
  expect(await text.page('OPS/a.png.xhtml')).not.toMatch(/viewport|width:60px/);
});
