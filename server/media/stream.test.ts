import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { MEDIA_UPLOAD_PATH } from '../../contract/media/track.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { upload } from '../../tests/support/upload.ts';
import { readSettings } from '../settings.ts';
import { inputArgs, runFfmpeg, stopFfmpeg } from '../ffmpeg/ffmpeg.ts';
import { piecesWithin, sizesOf, type Level } from './stream-level.ts';
import { pieceList, sizeList } from './stream-list.ts';
import { streamNextFilm } from './stream-run.service.ts';
import { nextFilm, takeFilm } from './stream.queries.ts';

/** Returns whether a process has this folder in its command line. */
async function runsIn(folder: string): Promise<boolean> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return lines.some((line) => line.includes(folder));
}

const level = (size: number, seconds: number[]): Level => ({
  size,
  width: (size * 16) / 9,
  height: size,
  bandwidth: size * 1000,
  codecs: 'avc1.64001e',
  seconds,
});

test('encodes a video in its own size and smaller ones, never larger', () => {
  expect([sizesOf(640, 360), sizesOf(1280, 720), sizesOf(1920, 1080), sizesOf(3840, 2160), sizesOf(720, 1280), sizesOf(321, 241)]).toEqual([
    [360],
    [360, 720],
    [360, 720, 1080],
    [360, 720, 1080],
    [360, 720],
    [240],
  ]);
});

test('lists sizes and segments with the link that opened the lists, as far as they may be played', () => {
  const film = level(360, [4, 4, 4, 1.5]);
  expect(sizeList([film], '?l=a.b')).toContain('BANDWIDTH=360000,RESOLUTION=640x360,CODECS="avc1.64001e"\n360.m3u8?l=a.b\n');
  expect([0, 1, 4, 5, 12.1, 99].map((seconds) => piecesWithin(film, seconds))).toEqual([0, 1, 1, 2, 4, 4]);
  const trial = pieceList(film, 5, '?l=a.b');
  expect([...trial.matchAll(/^\d.*$/gm)].map(([line]) => line)).toEqual(['360-00000.m4s?l=a.b', '360-00001.m4s?l=a.b']);
  expect(trial).toContain('#EXT-X-MAP:URI="360-init.mp4?l=a.b"');
});

const program = readSettings({ ...process.env, DATA_DIR: join(tmpdir(), 'shuzhou-settings') }).ffmpeg;

describe.skipIf(!program)(program ? 'with ffmpeg' : 'WITHOUT ffmpeg on this machine nothing of it was run', () => {
  let t: TestContext;
  let editor: Bearer;
  let folder: string;
  let film: Buffer;
  let small: Buffer;
  const ffmpeg = program ?? '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shuzhou-stream-'));
    film = await makeFilm('640x480', 10);
    small = await makeFilm('160x120', 5);
    t = await testContext({ ffmpeg });
    await t.addUser({ userName: 'editor', permissions: ['add', 'edit', 'query', 'list'].map((action) => `publish:audio:${action}`) });
    await t.addUser({ userName: 'buyer' });
    editor = await t.as('editor');
  });
  afterAll(async () => {
    await t.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function makeFilm(size: string, seconds: number): Promise<Buffer> {
    const made = join(folder, `${size}.mp4`);
    const picture = `testsrc2=duration=${seconds}:size=${size}:rate=5`;
    const args = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`, '-c:a', 'aac'];
    execFileSync(ffmpeg, [...args, '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-loglevel', 'error', made]);
    return readFile(made);
  }

  async function uploaded(bytes: Buffer, title: string): Promise<{ publishId: number; mediaId: number }> {
    const call = async (url: string, payload: object) =>
      (await t.app.inject({ method: 'POST', url: `/prod-api${url}`, headers: editor, payload })).json();
    const { data: work } = await call('/cms/publish/audio', { kind: 'video', title, authorsText: '何语' });
    const uploadId = await upload(t, editor, bytes, `${title}.mp4`, MEDIA_UPLOAD_PATH);
    const { data } = await call('/cms/media', { publishId: work.publishId, uploadId, title });
    await t.context.db.updateTable('publication').set({ status: 'listed', listTime: Date.now() }).where('id', '=', work.publishId).execute();
    return { publishId: work.publishId, mediaId: data.mediaId };
  }
  const streamRow = (mediaId: number) => t.context.db.selectFrom('mediaStream').selectAll().where('mediaId', '=', mediaId).executeTakeFirstOrThrow();

  test('creates a poster and two sizes for an uploaded video, served by signed links up to the end of the trial', async () => {
    const { publishId, mediaId } = await uploaded(film, '江上');
    await t.context.jobs.settled();
    await t.context.jobs.settled();
    expect(t.jobErrors).toEqual([]);
    const row = await streamRow(mediaId);
    expect([row.state, row.message, (JSON.parse(row.levels) as Level[]).map(({ size }) => size)]).toEqual(['ready', '', [360, 480]]);
    const { posterUrl } = await t.context.db.selectFrom('media').select('posterUrl').where('id', '=', mediaId).executeTakeFirstOrThrow();
    const poster = await t.app.inject(posterUrl);
    expect([poster.statusCode, poster.headers['content-type']]).toEqual([200, 'image/webp']);

    await t.context.db.updateTable('media').set({ trialSec: 5 }).where('id', '=', mediaId).execute();
    const linkOf = async (headers: Bearer | undefined) =>
      (await t.app.inject({ url: `/prod-api/cms/publish/media/${mediaId}`, ...(headers ? { headers } : {}) })).json().data as {
        streamUrl: string;
        whole: boolean;
      };
    const pieces = async (streamUrl: string): Promise<string[]> => {
      const sizes = await t.app.inject(streamUrl);
      expect([sizes.statusCode, sizes.headers['content-type'], sizes.headers['cache-control']]).toEqual([
        200,
        'application/vnd.apple.mpegurl',
        'private, no-store',
      ]);
      expect(sizes.body).toMatch(/RESOLUTION=480x360,CODECS="avc1\.[0-9a-f]{6},mp4a\.40\.2"\n360\.m3u8\?l=/);
      expect(sizes.body).toContain('RESOLUTION=640x480');
      const list = await t.app.inject(
        new URL(/^480\.m3u8.*$/m.exec(sizes.body)?.[0] ?? '', `http://x${streamUrl}`).pathname + new URL(`http://x${streamUrl}`).search,
      );
      return [...list.body.matchAll(/^480-\d.*$/gm)].map(([name]) => `/media/${mediaId}/stream/${name}`);
    };
    const trial = await linkOf(undefined);
    expect(trial.whole).toBe(false);
    const open = await pieces(trial.streamUrl);
    expect(open).toHaveLength(2);
    const beyond = (open[1] ?? '').replace('00001', '00002');
    const first = await t.app.inject(open[0] ?? '');
    expect(first.statusCode).toBe(200);
    // Frames are shown in decoding order: a composition time offset in a segment would make the video late and longer.
    const OTHER_TIMES = 0x800;
    const trun = first.rawPayload.indexOf('trun', 0, 'latin1');
    expect(first.rawPayload.readUInt32BE(trun + 4) & OTHER_TIMES).toBe(0);
    expect((await t.app.inject(beyond)).statusCode).toBe(404);
    expect((await t.app.inject((open[0] ?? '').replace(/l=.*/, 'l=a.b'))).statusCode).toBe(403);
    expect((await t.app.inject((open[0] ?? '').replace(`/media/${mediaId}/`, `/media/${mediaId + 1}/`))).statusCode).toBe(403);
    for (const name of ['..%2Ffile', '480.m3u8.bak', '480-0.m4s', '9-init.mp4'])
      expect([403, 404]).toContain((await t.app.inject(`/media/${mediaId}/stream/${name}?${(open[0] ?? '').split('?')[1]}`)).statusCode);

    await t.context.db.updateTable('publication').set({ isFree: '1' }).where('id', '=', publishId).execute();
    const whole = await linkOf(await t.as('buyer'));
    expect(whole.whole).toBe(true);
    expect(whole.streamUrl).not.toContain('token');
    expect((await pieces(whole.streamUrl)).length).toBeGreaterThanOrEqual(3);
    await t.context.db.updateTable('publication').set({ status: 'delisted' }).where('id', '=', publishId).execute();
    expect((await t.app.inject(whole.streamUrl)).statusCode).toBe(403);
  });

  test('reads no local file and no address from a playlist named like a video', async () => {
    const secret = join(folder, 'secret.txt');
    await writeFile(secret, 'the secret of the house');
    const own = join(folder, 'lists');
    await mkdir(own);
    const lists = [
      `#EXTM3U\n#EXTINF:1,\nfile://${secret}\n#EXT-X-ENDLIST\n`,
      `ffconcat version 1.0\nfile '${secret}'\n`,
      `#EXTM3U\n#EXTINF:1,\nconcat:${secret}|${secret}\n`,
    ];
    for (const [index, list] of lists.entries()) {
      const { mediaId } = await uploaded(Buffer.from(list), `清单${index}`);
      await t.context.jobs.settled();
      expect(await t.context.db.selectFrom('media').select('state').where('id', '=', mediaId).executeTakeFirstOrThrow()).toEqual({ state: 'failed' });
      const path = join(own, 'list.mp4');
      await writeFile(path, list);
      const out = join(own, 'out.png');
      const args = [...inputArgs(path, 'video/mp4'), '-frames:v', '1', out];
      await expect(runFfmpeg(ffmpeg, args, { timeoutMs: 10_000, mostBytes: 1e6, folder: own })).rejects.toThrow(/Invalid data|moov/);
      expect(await readdir(own)).not.toContain('out.png');
    }
    expect(() => inputArgs('x', 'application/vnd.apple.mpegurl')).toThrow('no reader');
  });

  test('ends work that takes too long, writes too much, or runs during a shutdown', async () => {
    const own = join(folder, 'limits');
    await mkdir(own);
    await writeFile(join(own, 'film'), film);
    const endless = ['-stream_loop', '-1', ...inputArgs(join(own, 'film'), 'video/mp4')];
    const run = (limits: { timeoutMs: number; mostBytes: number }) =>
      runFfmpeg(ffmpeg, [...endless, '-c', 'copy', '-f', 'matroska', join(own, 'out')], { ...limits, folder: own });
    await expect(run({ timeoutMs: 300, mostBytes: 1e12 })).rejects.toThrow('took longer');
    await expect(run({ timeoutMs: 30_000, mostBytes: film.length * 3 })).rejects.toThrow('wrote more');
    await rm(join(own, 'out'));
    const going = run({ timeoutMs: 30_000, mostBytes: 1e12 });
    setTimeout(() => stopFfmpeg(own), 300);
    await expect(going).rejects.toThrow('the house closes');
    await expect(run({ timeoutMs: 30_000, mostBytes: 1e12 })).rejects.toThrow('the house is closed');
  });

  test('creates the streams of a video once with two servers, takes over from a killed one, and ends its process', async () => {
    const { mediaId } = await uploaded(small, '再来');
    await t.context.jobs.settled();
    await t.context.jobs.settled();
    const { fileKey } = await streamRow(mediaId);
    // From here on, only the workers that the test starts run.
    await t.context.jobs.stop();
    await t.context.db
      .updateTable('mediaStream')
      .set({ state: 'running', leaseBy: 'killed', leaseUntil: Date.now() - 1 })
      .where('mediaId', '=', mediaId)
      .execute();
    const found = await nextFilm(t.context.db, Date.now());
    expect(found?.id).toBe(mediaId);
    if (!found) return;
    const taken = await Promise.all([takeFilm(t.context.db, found, 'one', 1), takeFilm(t.context.db, found, 'two', 1)]);
    expect(taken.filter(Boolean)).toHaveLength(1);
    const left = join(t.context.settings.dataDir, 'preparing-streams', String(mediaId), 'killed');
    await mkdir(left, { recursive: true });
    await writeFile(join(left, 'film'), small);
    const orphan = runFfmpeg(ffmpeg, ['-re', '-stream_loop', '-1', ...inputArgs(join(left, 'film'), 'video/mp4'), '-f', 'null', '-'], {
      timeoutMs: 60_000,
      mostBytes: 1e9,
      folder: left,
    }).catch((error: Error) => error.message);
    await vi.waitFor(async () => expect(await runsIn(left)).toBe(true));
    expect(await streamNextFilm(t.context)).toBe(true);
    expect(await orphan).toMatch(/ended with null/);
    expect(await streamRow(mediaId)).toMatchObject({ state: 'ready', fileKey, attempts: 3 });
    expect(await streamNextFilm(t.context)).toBe(false);
    expect(await readdir(join(t.context.settings.dataDir, 'preparing-streams'))).not.toContain(`${mediaId}/killed`);
  }, 90_000);
});
