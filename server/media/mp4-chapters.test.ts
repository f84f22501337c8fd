import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MEDIA } from '../../contract/limits.ts';
import { makeM4b, makeMp3 } from '../../tests/support/media-maker.ts';
import { wavTune } from '../seed/demo/wav-tune.ts';
import { probe } from './probe.ts';
import { probeIsolated } from './probe-isolated.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shuzhou-chapters-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function written(bytes: Buffer): Promise<string> {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  return path;
}
const probed = async (bytes: Buffer) => probe(await written(bytes));
const CHAPTERS = [
  { title: '第一章 灯', startMs: 0 },
  { title: '第二章 桥', startMs: 20_000 },
  { title: '', startMs: 45_500 },
];

test('44.6 reads the chapters of an m4b from its chapter track, and the cover in it does not make it a film', async () => {
  const found = await probed(makeM4b({ seconds: 60, track: CHAPTERS, cover: true }));
  expect(found).toMatchObject({ mediaType: 'audio', mime: 'audio/mp4', durationMs: 60_000, codecs: 'AAC', width: 0 });
  expect(found.chapters).toEqual(CHAPTERS);
  // The same in the separate process that the server uses.
  expect((await probeIsolated(await written(makeM4b({ seconds: 60, track: CHAPTERS })))).chapters).toEqual(CHAPTERS);
});

test('44.6 reads a chapter list when there is no chapter track, and prefers the track', async () => {
  expect((await probed(makeM4b({ seconds: 60, list: CHAPTERS }))).chapters).toEqual(CHAPTERS);
  const other = [
    { title: '甲', startMs: 0 },
    { title: '乙', startMs: 30_000 },
  ];
  expect((await probed(makeM4b({ seconds: 60, track: CHAPTERS, list: other }))).chapters).toEqual(CHAPTERS);
  expect((await probed(makeM4b({ seconds: 60, track: CHAPTERS.slice(0, 1), list: other }))).chapters).toEqual(other);
  expect((await probed(makeM4b({ seconds: 60 }))).chapters).toEqual([]);
  expect((await probed(makeM4b({ seconds: 60, list: CHAPTERS.slice(0, 1) }))).chapters).toEqual([]);
});

test('44.6 orders chapters by time, drops those after the end, and shows only visible characters of their titles', async () => {
  const list = [
    { title: '后\u202e面', startMs: 30_000 },
    { title: ' 前\n\n面\u0000 ', startMs: 1_000 },
    { title: '没有了', startMs: 90_000 },
    { title: '后面', startMs: 30_000 },
  ];
  expect((await probed(makeM4b({ seconds: 60, list }))).chapters).toEqual([
    { title: '前 面', startMs: 1_000 },
    { title: '后面', startMs: 30_000 },
  ]);
});

test('44.6 a hostile chapter track ends at its limits, and the recording stays playable', async () => {
  const many = Array.from({ length: MEDIA.chapters + 500 }, (_none, index) => ({ title: `第${index}章${'长'.repeat(300)}`, startMs: index * 10 }));
  const found = (await probed(makeM4b({ seconds: 60, track: many }))).chapters ?? [];
  expect(found).toHaveLength(MEDIA.chapters);
  expect(Math.max(...found.map(({ title }) => title.length))).toBe(MEDIA.chapterTitle);

  const most = 0xffffffff;
  const damaged = (change: (film: Buffer, at: (box: string) => number) => void, made = makeM4b({ seconds: 60, track: CHAPTERS, list: [] })) => {
    const text = made.indexOf('text', made.indexOf('tref'));
    change(made, (box) => made.indexOf(box, text));
    return probed(made);
  };
  for (const change of [
    (film, at) => film.writeUInt32BE(most, at('stsz') + 12),
    (film, at) => film.writeUInt32BE(most, at('stco') + 8),
    (film, at) => film.writeUInt32BE(most, at('stts') + 8),
    (film, at) => film.writeUInt32BE(0, at('stts') + 12),
    (film, at) => film.writeUInt32BE(most, at('stsc') + 16),
    (film, at) => film.writeUInt32BE(most, at('stco') + 12),
  ] satisfies ((film: Buffer, at: (box: string) => number) => void)[]) {
    const result = await damaged(change);
    expect(result.durationMs).toBe(60_000);
    expect((result.chapters ?? []).length).toBeLessThanOrEqual(CHAPTERS.length);
  }
  const list = makeM4b({ seconds: 60, list: CHAPTERS });
  list.writeUInt8(255, list.indexOf('chpl') + 12);
  expect((await probed(list)).chapters).toEqual([]);
  const short = makeM4b({ seconds: 60, track: CHAPTERS });
  // A title that claims to be longer than its sample.
  short.writeUInt16BE(0xffff, short.lastIndexOf('第一章') >= 0 ? short.lastIndexOf(Buffer.from('第一章')) - 2 : 0);
  expect((await probed(short)).chapters?.[0]?.title).toBe('第一章 灯');
});

test('44.6 rejects Ogg, FLAC and other recordings by their content with what to do, whatever they are called', async () => {
  const ogg = (inside: string): Buffer => Buffer.concat([Buffer.from('OggS'), Buffer.alloc(24), Buffer.from(inside, 'latin1'), Buffer.alloc(200)]);
  const tagged = makeMp3(0, 300);
  for (const [bytes, name] of [
    [ogg('OpusHead'), 'Opus（Ogg）'],
    [ogg('\x01vorbis'), 'Vorbis（Ogg）'],
    [ogg('\x7fFLAC'), 'FLAC（Ogg）'],
    [ogg('Speex'), 'Ogg'],
    [Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(100)]), 'FLAC'],
    [Buffer.concat([tagged, Buffer.from('fLaC'), Buffer.alloc(100)]), 'FLAC'],
    [Buffer.concat([Buffer.from([0xff, 0xf1, 0x50, 0x80]), Buffer.alloc(100)]), 'AAC（ADTS）'],
    [Buffer.concat([Buffer.from('FORM\0\0\0\0AIFF', 'latin1'), Buffer.alloc(100)]), 'AIFF'],
  ] as const)
    await expect(probed(bytes)).rejects.toThrow(
      `这是${name}文件，不是每个浏览器都能播放；书舟不转换格式，请用音频软件导出为MP3或M4A（AAC编码）后再上传`,
    );
  await expect(probed(makeM4b({ seconds: 6, codec: 'alac' }))).rejects.toThrow('声音是ALAC编码，多数浏览器不能播放；请导出为AAC编码');
  await expect(probed(makeM4b({ seconds: 6, codec: 'drms' }))).rejects.toThrow('这个文件有版权保护');
  for (const bytes of [makeMp3(40), wavTune('1', 2), makeM4b({ seconds: 6 })]) expect((await probed(bytes)).mediaType).toBe('audio');
});
