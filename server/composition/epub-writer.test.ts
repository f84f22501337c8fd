import sharp from 'sharp';
import { expect, test } from 'vitest';
import { chaptersOf } from './chapter-text.ts';
import { epubPictures } from './epub-source.service.ts';
import { writeEpub } from './epub-writer.ts';

const title = '桥上的灯';
const titles = (html: string) => chaptersOf(html, title).chapters.map((chapter) => chapter.title);

test('splits a text at its chapter headings', () => {
  expect(titles('<h1>第一章</h1><p>灯。</p><h1>第二章</h1><h2>一</h2><p>桥。</p>')).toEqual(['第一章', '第二章']);
  expect(titles('<h1>桥上的灯</h1><h2>夜</h2><p>灯。</p><h2>晨</h2><p>桥。</p>')).toEqual(['夜', '晨']);
  expect(titles('<p>序。</p><h2>夜</h2><p>灯。</p><h2>晨</h2><p>桥。</p>')).toEqual([title, '夜', '晨']);
  expect(titles('<p>第一章　点灯</p><p>灯。</p><p>第二章　送行</p><p>桥。</p>')).toEqual(['第一章 点灯', '第二章 送行']);
  expect(titles('<p>只有一段。</p>')).toEqual([title]);
  expect(titles('')).toEqual([]);
});

test('writes well-formed XHTML without pictures and scripts, and counts the pictures', () => {
  const { chapters, pictures } = chaptersOf('<p>a &amp; b<br>c<img src="x.png"><script>bad()</script></p>散句<p>\u0008</p>', title);
  expect(chapters[0]?.body).toBe('<p>a &amp; b<br/>c</p>\n<p>散句</p>');
  expect(pictures).toBe(1);
});

test('writes an EPUB whose first entry is the uncompressed media type', async () => {
  const bytes = await writeEpub({
    identifier: 'urn:uuid:0',
    isbn: '978-7-999999-00-3',
    title: '灯 & 桥',
    subtitle: '',
    authors: ['何语'],
    language: 'zh-CN',
    publisher: '启明外语音像出版社',
    description: '',
    modified: Date.parse('2026-01-01T00:00:00Z'),
    chapters: chaptersOf('<h1>一</h1><p>灯。</p><h1>二</h1><p>桥。</p>', title).chapters,
  });
  expect(bytes.subarray(30, 58).toString('latin1')).toBe('mimetypeapplication/epub+zip');
});

test('writes pictures in a format that every EPUB reader shows', async () => {
  const picture = sharp({ create: { width: 30, height: 20, channels: 3, background: '#336' } });
  const media = new Map([
    ['jpeg', await picture.jpeg().toBuffer()],
    ['webp', await picture.webp().toBuffer()],
    ['tiff', await picture.tiff().toBuffer()],
    ['text', Buffer.from('no picture')],
  ]);
  const made = await epubPictures(media);
  expect([...made].map(([source, { path, mime }]) => [source, path, mime])).toEqual([
    ['jpeg', 'pictures/001.jpg', 'image/jpeg'],
    ['webp', 'pictures/002.png', 'image/png'],
    ['tiff', 'pictures/003.png', 'image/png'],
  ]);
  for (const { bytes, mime } of made.values()) expect(`image/${(await sharp(bytes).metadata()).format}`).toBe(mime);
});
