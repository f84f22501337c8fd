import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeEpub } from '../../tests/support/epub-maker.ts';
import { readSettings } from '../settings.ts';
import { prepareBook } from './book.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'shuzhou-new-pictures-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function prepared(picture: Uint8Array, ffmpeg: string | null, fallback = '') {
  const place = await mkdtemp(join(folder, 'book-'));
  const epub = await makeEpub({
    chapters: { 'c1.xhtml': '<p><img src="a.jxl" alt="船"/></p>' },
    files: {
      'b.png': await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    },
    manifest: `<item id="a" href="a.jxl" media-type="image/jxl"${fallback && ` fallback="${fallback}"`}/>`,
    entries: { 'OPS/a.jxl': picture },
  });
  await writeFile(join(place, 'a.epub'), epub);
  const { book } = await prepareBook(join(place, 'a.epub'), place, 'a.epub', { ffmpeg });
  const kept = book.resources.find(({ path }) => path === 'OPS/a.jxl');
  return { kept, file: kept ? join(place, 'book', kept.path) : '', chapter: await readFile(join(place, 'book', 'OPS/c1.xhtml'), 'utf8') };
}

test('keeps a picture with little browser support, or uses its fallback when it has one', async () => {
  const picture = Buffer.from([0xff, 0x0a]);
  expect((await prepared(picture, null)).kept?.type).toBe('image/jxl');
  expect((await prepared(picture, null, 'f0')).chapter).toContain('src="b.png"');
});

const ffmpeg = readSettings({ ...process.env, DATA_DIR: join(tmpdir(), 'shuzhou-settings') }).ffmpeg;
const canDraw = ffmpeg !== null && execFileSync(ffmpeg, ['-hide_banner', '-encoders']).includes('libjxl');

describe.skipIf(!canDraw)(canDraw ? 'with ffmpeg' : 'WITHOUT ffmpeg on this machine nothing of it was run', () => {
  test('converts such a picture under the same name for all browsers, and leaves a broken one unchanged', async () => {
    const [png, jxl] = [join(folder, 'a.png'), join(folder, 'a.jxl')];
    await sharp({ create: { width: 60, height: 40, channels: 4, background: '#1a66cc80' } })
      .png()
      .toFile(png);
    execFileSync(ffmpeg!, ['-loglevel', 'error', '-i', png, '-c:v', 'libjxl', jxl]);
    const { kept, file, chapter } = await prepared(await readFile(jxl), ffmpeg, 'f0');
    expect(kept?.type).toBe('image/webp');
    expect(chapter).toContain('src="a.jxl"');
    expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', width: 60, height: 40, hasAlpha: true });
    expect((await prepared(Buffer.from('no picture'), ffmpeg)).kept?.type).toBe('image/jxl');
  });
});
