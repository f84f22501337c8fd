import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeMp3, makeMp4 } from '../../tests/support/media-maker.ts';
import { wavTune } from '../seed/demo/wav-tune.ts';
import { webmSlides } from '../seed/demo/webm-slides.ts';
import { movedIndex } from './mp4-boxes.ts';
import { probe } from './probe.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shuzhou-probe-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function probed(bytes: Buffer) {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  return probe(path);
}

test('measures the duration of a WAV and the bytes of its first seconds', async () => {
  const found = await probed(wavTune('1 2 3', 12));
  expect(found).toMatchObject({ mediaType: 'audio', mime: 'audio/wav', durationMs: 12_000, codecs: 'PCM' });
  expect(found.trialBytes).toEqual([44 + 80_000, 44 + 160_000, 44 + 192_000]);
});

test('measures an MP3 by its frames, not by its declared bit rate', async () => {
  const found = await probed(makeMp3(400));
  expect(found).toMatchObject({
    mediaType: 'audio',
    mime: 'audio/mpeg',
    durationMs: Math.round((400 * 1152 * 1000) / 44_100),
    codecs: 'MP3 44.1kHz',
  });
  const framesIn5s = Math.ceil((5 * 44_100) / 1152);
  expect(found.trialBytes).toEqual([310 + framesIn5s * 104, 310 + Math.ceil((10 * 44_100) / 1152) * 104, 310 + 400 * 104]);
});

test('reads codec, size and the end of each time step of a WebM with slides', async () => {
  const bytes = await webmSlides(['lamp', 'boat', 'map'], 5);
  const found = await probed(bytes);
  expect(found).toMatchObject({ mediaType: 'video', mime: 'video/webm', durationMs: 15_000, width: 640, height: 360, codecs: 'VP8' });
  expect(found.trialBytes).toHaveLength(3);
  expect(found.trialBytes[2]).toBe(bytes.length);
  expect(found.trialBytes[0]).toBeLessThan(bytes.length / 2);
});

test('computes the bytes an MP4 needs for its index and first samples, and finds an index at the end', async () => {
  const first = makeMp4({ seconds: 12 });
  const found = await probed(first);
  expect(found).toMatchObject({ mediaType: 'video', mime: 'video/mp4', durationMs: 12_000, width: 1280, height: 720, codecs: 'H.264' });
  expect(await probed(makeMp4({ seconds: 12, upright: true }))).toMatchObject({ width: 720, height: 1280 });
  expect(found.trialBytes).toEqual([first.length - 700, first.length - 200, first.length]);
  expect(found.indexAt).toBeUndefined();
  const last = makeMp4({ seconds: 12, indexLast: true });
  const turned = await probed(last);
  expect(turned.indexAt?.end).toBe(last.length);
  expect(turned.trialBytes).toEqual([last.length - 700, last.length - 200, last.length]);
});

test('keeps the sample positions when the index moves', () => {
  const last = makeMp4({ seconds: 4, indexLast: true });
  const at = last.indexOf('moov') - 4;
  const moov = last.subarray(at);
  const moved = movedIndex(moov, moov.length);
  const chunkOf = (index: Buffer, chunk: number): number => index.readUInt32BE(index.indexOf('stco') + 12 + chunk * 4);
  expect([chunkOf(moved, 0), chunkOf(moved, 1)]).toEqual([chunkOf(moov, 0) + moov.length, chunkOf(moov, 1) + moov.length]);
});

test('rejects an unplayable file with advice', async () => {
  const bad = wavTune('1', 1);
  bad.writeUInt16LE(0x55, 20);
  for (const [bytes, words] of [
    [Buffer.from('PK\u0003\u0004 not a film at all'), '这不是能播放的音视频文件'],
    [bad, '请导出为PCM或MP3'],
    [makeMp4({ seconds: 4, indexLast: true }).subarray(0, 200), '没有传完或没有导出完'],
    [(await webmSlides(['lamp'], 1)).subarray(0, 60), '请重新导出后再上传'],
    [makeMp3(1), '这个MP3里没有声音'],
  ] as const)
    await expect(probed(bytes)).rejects.toThrow(words);
});

test('rejects an MP4 or a WebM that ends before its media data', async () => {
  const film = makeMp4({ seconds: 12 });
  await expect(probed(film.subarray(0, film.length - 600))).rejects.toThrow('文件不完整');
  const slides = await webmSlides(['lamp', 'boat'], 5);
  await expect(probed(slides.subarray(0, slides.length >> 1))).rejects.toThrow('文件不完整');
});

const FREE = Buffer.from('\0\0\0\x08free', 'latin1');
const empties = (count: number): Buffer => Buffer.alloc(count * FREE.length, FREE);

test('rejects a file of empty boxes or elements at a limit, before they fill the memory', async () => {
  const film = makeMp4({ seconds: 4 });
  const at = film.indexOf('moov') - 4;
  const index = Buffer.from(film.subarray(at, at + 8));
  index.writeUInt32BE(8 + 20_000 * FREE.length);
  for (const bytes of [
    Buffer.concat([film.subarray(0, at), empties(20_000), film.subarray(at)]),
    Buffer.concat([film.subarray(0, at), index, empties(20_000)]),
  ])
    await expect(probed(bytes)).rejects.toThrow(/^文件已损坏/);
  const slides = await webmSlides(['lamp'], 1);
  // An information element of 40,000 bytes, made of empty elements, in a segment of unknown length.
  const head = Buffer.from('18538067ff1549a9660100000000009c40', 'hex');
  const voids = Buffer.alloc(40_000, Buffer.from('ec80', 'hex'));
  await expect(probed(Buffer.concat([slides.subarray(0, slides.indexOf('18538067', 0, 'hex')), head, voids]))).rejects.toThrow(/^文件已损坏/);
});

test('stops reading an index that declares four billion samples without a duration', async () => {
  const film = makeMp4({ seconds: 4 });
  const most = 0xffffffff;
  film.writeUInt32BE(most, film.indexOf('stsz') + 12);
  film.writeUInt32BE(most, film.indexOf('stsc') + 16);
  film.writeUInt32BE(most, film.indexOf('stts') + 12);
  film.writeUInt32BE(0, film.indexOf('stts') + 16);
  await expect(probed(film)).rejects.toThrow('播放索引过大');
});

test('rejects an MP4 with more tracks than a film has', async () => {
  const film = makeMp4({ seconds: 4 });
  const [moov, trak, mdat] = ['moov', 'trak', 'mdat'].map((type) => film.indexOf(type) - 4) as [number, number, number];
  const tracks = Array.from({ length: 40 }, () => film.subarray(trak, mdat));
  const index = Buffer.concat([film.subarray(moov, trak), ...tracks]);
  index.writeUInt32BE(index.length);
  await expect(probed(Buffer.concat([film.subarray(0, moov), index, film.subarray(mdat)]))).rejects.toThrow(/^文件已损坏/);
});
