import sharp from 'sharp';
import { expect, test } from 'vitest';
import { writeEpub, type EpubBook } from './epub-writer.ts';
import { pageGeometry } from './page-geometry.ts';
import { epubFiles, pictureMime, printPage } from './print-book.ts';

const LAYOUT = { format: '140×210', sheetPages: 32, charsPerLine: 26, linesPerPage: 26, fontFamily: '楷体', fontSizePt: '10.5' };

async function book(): Promise<EpubBook> {
  const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#abc' } })
    .png()
    .toBuffer();
  return {
    identifier: 'urn:uuid:0',
    isbn: '978-7-999999-00-3',
    title: '桥上的灯',
    subtitle: '',
    authors: ['何语'],
    language: 'zh-CN',
    publisher: '启明外语音像出版社',
    description: '',
    modified: Date.UTC(2026, 10, 1),
    chapters: [
      {
        title: '第一章 点灯',
        body: '<p>灯亮了<a epub:type="noteref" href="#n1" id="r1">[1]</a><a href="https://evil.test/">外链</a></p>',
        characters: 5,
      },
      { title: '第二章 <送行>', body: '<p><img src="pictures/001.png" alt="桥"/></p>', characters: 1 },
    ],
    pictures: [{ path: 'pictures/001.png', mime: 'image/png', bytes: picture }],
    parts: [{ from: 0, title: '上篇' }],
  };
}

test('a printed book has its title page, contents, chapters in order and pictures, and its paper is the trimmed size', async () => {
  const files = await epubFiles(await writeEpub(await book()));
  const { html, chapters } = printPage(
    files,
    { language: 'zh-CN', title: '桥上的灯', family: '楷体' },
    pageGeometry(LAYOUT),
    (path) => `data:${path}`,
  );
  expect(chapters).toBe(2);
  expect(html).toContain('@page{size:140mm 210mm;');
  expect(html).toMatch(/何语[\s\S]*class="toc"[\s\S]*上篇[\s\S]*第一章 点灯[\s\S]*灯亮了[\s\S]*第二章 &lt;送行&gt;[\s\S]*data:pictures\/001\.png/);
});

test('a printed book has no scripts, and its links lead to its own notes only', async () => {
  const made = await book();
  const [first] = made.chapters;
  const files = await epubFiles(await writeEpub({ ...made, chapters: first ? [first] : [] }));
  const { html } = printPage(
    files,
    { language: '"><script>', title: '</title><script>alert(1)</script>', family: '' },
    pageGeometry(LAYOUT),
    () => null,
  );
  expect(html).toContain("default-src 'none'");
  expect(html).not.toMatch(/<script|evil\.test/);
  expect(html).toContain('href="#n1"');
});

test('a file that is no EPUB is named, with what to do', async () => {
  await expect(epubFiles(Buffer.from('broken'))).rejects.toThrow('请在“电子版”里重新生成');
  expect(pictureMime('pictures/001.svg')).toBeNull();
});
