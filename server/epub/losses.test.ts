import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { type BookParts, makeEpub } from '../../tests/support/epub-maker.ts';
import { prepareBook } from './book.ts';
import { contentTypeOf } from './package/content-type.ts';

const folders: string[] = [];
afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))));

async function prepared(parts: BookParts) {
  const folder = await mkdtemp(join(tmpdir(), 'shuzhou-losses-'));
  folders.push(folder);
  await writeFile(join(folder, 'a.epub'), await makeEpub(parts));
  const { book, findings } = await prepareBook(join(folder, 'a.epub'), folder, 'a.epub');
  return {
    lost: findings.filter(({ kind }) => kind === 'loss').map(({ file, text }) => `${file} ${text}`),
    typeOf: (path: string) => book.resources.find((one) => one.path === path)?.type,
    place: (path: string) => join(folder, 'book', path),
    file: (path: string) => readFile(join(folder, 'book', path), 'utf8'),
  };
}

const square = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#1a66cc' } });

test('#33.15 lists every missing picture, sound and video with its location and the reason', async () => {
  const { lost } = await prepared({
    chapters: {
      'c1.xhtml':
        '<h1>图</h1><p><img src="missing.jpg" alt="缺"/><img src="draw.emf"/><img src="draw.wmf"/><img src="http://example.org/a.png"/><img src="//example.org/b.png"/>' +
        '<img src="file:///C:/Users/a/b.png"/><img src="C:\\图\\c.png"/><audio src="voice.amr"></audio><video src="clip.flv"></video><video poster="none.png"><source src="a.wmv"/><source src="b.avi"/></video>' +
        '<embed src="song.rm"/><object data="game.swf"></object><iframe src="https://example.org/"></iframe></p>',
    },
    files: { 'a.css': 'p{background:url(none.png)}@font-face{font-family:x;src:url(https://example.org/x.woff)}' },
    head: '<link rel="stylesheet" href="a.css"/>',
    entries: {
      'OPS/draw.emf': 'x',
      'OPS/draw.wmf': 'x',
      'OPS/voice.amr': '#!AMR',
      'OPS/clip.flv': 'FLV',
      'OPS/a.wmv': 'x',
      'OPS/b.avi': 'x',
      'OPS/song.rm': '.RMF',
      'OPS/game.swf': 'FWS',
    },
  });
  for (const [address, why] of [
    ['图片“missing.jpg”（缺）', '不在压缩包里'],
    ['图片“draw.emf”', '浏览器不能显示的格式；请换成PNG、JPEG或SVG'],
    ['图片“draw.wmf”', '浏览器不能显示的格式'],
    ['图片“http://example.org/a.png”', '在别的网站上'],
    ['图片“//example.org/b.png”', '在别的网站上'],
    ['图片“file:///C:/Users/a/b.png”', '编辑电脑上的路径'],
    ['图片“C:\\图\\c.png”', '编辑电脑上的路径'],
    ['声音“voice.amr”', '浏览器不能播放的格式；请换成MP3'],
    ['影片“clip.flv”', '浏览器不能播放的格式；请换成MP4'],
    ['图片“none.png”', '不在压缩包里'],
    ['媒体“a.wmv”', '浏览器不能播放的格式'],
    ['媒体“b.avi”', '浏览器不能播放的格式'],
    ['嵌入的对象“song.rm”', '浏览器不能'],
    ['嵌入的对象“game.swf”', '浏览器不能'],
    ['嵌入的网页“https://example.org/”', '在别的网站上'],
  ] as const)
    expect(
      lost.find((line) => line.startsWith(`OPS/c1.xhtml 里的${address}`)),
      address,
    ).toContain(why);
  expect(lost).toContain('OPS/a.css 里的样式里用到的文件“OPS/none.png”不在压缩包里');
  expect(lost.find((line) => line.includes('https://example.org/x.woff'))).toContain('在别的网站上');
  expect(lost).toHaveLength(17);
});

test('#33.15 lists nothing for files that exist, or for a source with a working alternative', async () => {
  const { lost } = await prepared({
    chapters: {
      'c1.xhtml':
        '<p><img src="a.png"/><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="/><audio><source src="x.amr"/><source src="x.mp3"/></audio><picture><source srcset="x.tiff"/><img src="a.png"/></picture><a href="x.pdf">附</a></p>',
    },
    files: { 'a.png': await square().png().toBuffer(), 'x.mp3': 'ID3' },
    entries: { 'OPS/x.amr': '#!AMR' },
  });
  expect(lost).toEqual([]);
});

test('#33.15 converts a TIFF picture to a format that browsers support', async () => {
  const { lost, typeOf, place } = await prepared({
    chapters: { 'c1.xhtml': '<p><img src="scan.tif"/></p>' },
    files: { 'scan.tif': await square().tiff().toBuffer() },
  });
  expect(lost).toEqual([]);
  expect(typeOf('OPS/scan.tif')).toMatch(/^image\/(png|jpeg)$/);
  expect(await sharp(place('OPS/scan.tif')).metadata()).toMatchObject({
    width: 40,
    height: 30,
    format: typeOf('OPS/scan.tif')?.slice('image/'.length),
  });
});

test('#33.15 serves a file by its real type, whatever its name and the manifest say', async () => {
  const jpeg = await square().jpeg().toBuffer();
  const png = await square().png().toBuffer();
  const { typeOf, file, lost } = await prepared({
    chapters: { 'c1.xhtml': '<p><img src="svg.png"/><img src="jpeg.png"/><img src="bare"/><img src="png.xhtml"/><img src="false.jpg"/></p>' },
    files: {
      'svg.png': '<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg" onload="x()"><rect width="1"/></svg>',
      'jpeg.png': jpeg,
      'png.xhtml': png,
    },
    manifest: '<item id="b" href="bare" media-type="image/gif"/><item id="p" href="false.jpg" media-type="image/jpeg"/>',
    entries: { 'OPS/bare': png, 'OPS/false.jpg': '%PDF-1.7' },
  });
  expect(['svg.png', 'jpeg.png', 'bare', 'png.xhtml'].map((name) => typeOf(`OPS/${name}`))).toEqual([
    'image/svg+xml',
    'image/jpeg',
    'image/png',
    'image/png',
  ]);
  expect(await file('OPS/svg.png')).not.toContain('onload');
  // A document in place of a picture cannot be shown; it is stored as an attachment.
  expect(typeOf('OPS/false.jpg')).toBe('application/pdf');
  expect(lost).toEqual(['OPS/c1.xhtml 里的图片“false.jpg”是浏览器不能显示的格式；请换成PNG、JPEG或SVG']);
});

test('#33.15 detects file types by their first bytes', async () => {
  const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
  for (const [type, made] of [
    ['image/webp', await square().webp().toBuffer()],
    ['image/avif', await square().avif().toBuffer()],
    ['image/gif', await square().gif().toBuffer()],
    ['image/bmp', bytes('BM\x36\0\0\0\0\0\0\0')],
    ['video/mp4', bytes('\0\0\0\x20ftypisom')],
    ['audio/mp4', bytes('\0\0\0\x20ftypM4A ')],
    ['video/webm', bytes('\x1a\x45\xdf\xa3')],
    ['font/otf', bytes('OTTO')],
    ['image/svg+xml', bytes('\xef\xbb\xbf<?xml version="1.0"?><!DOCTYPE svg PUBLIC "a" "b" [<!ENTITY x "y">]>\n<svg>')],
  ] as const)
    expect(contentTypeOf(made)).toBe(type);
  expect(contentTypeOf(bytes('<html><svg></svg></html>'))).toBeNull();
});
