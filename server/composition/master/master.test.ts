import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeMp4 } from '../../../tests/support/media-maker.ts';
import { pressStaff, type PressStaff, type StaffName } from '../../../tests/support/press-staff.ts';
import { uploadFile } from '../../../tests/support/resumable-file.ts';
import { until } from '../../../tests/support/until.ts';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';
import type { ProofDetail } from '../../../contract/proof/proof.ts';
import { wavTune } from '../../seed/demo/wav-tune.ts';
import { prepareNextMaster } from '../../media/track-run.service.ts';

let town: TestContext;
let staff: PressStaff;
beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
});
afterAll(() => town.close());

const sent = (who: StaffName, fileName: string, bytes: Buffer) => uploadFile(town, staff.as[who], fileName, bytes);

/** A composition of this kind with the typesetter. */
async function making(kind: 'audio' | 'video'): Promise<{ archiveId: number; compositionId: number }> {
  const archiveId = await staff.submitted(kind, '灯下的声音');
  await staff.put(archiveId, {
    status: 'composing',
    editorId: staff.ids.editor,
    typesetterId: staff.ids.typesetter,
    turn: 'typesetter',
    turnUserId: staff.ids.typesetter,
  });
  const nothing = { deliveredAt: null, proofFileId: null, deliveredFileId: null, finalFileId: null, epubFileId: null, queuedFileId: null };
  const nobody = { sentAt: null, sentBy: null, dueAt: null, releasedAt: null, releasedBy: null };
  const { id } = await town.context.db
    .insertInto('composition')
    .values({ archiveId, typesetterId: staff.ids.typesetter, status: 'setting', createTime: 1, updateTime: 1, ...nothing, ...nobody })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { archiveId, compositionId: id };
}

/** Waits for all parts: the queue of the server works on them too. */
const ready = () =>
  until(
    async () => {
      while (await prepareNextMaster(town.context));
      const waiting = await town.context.db.selectFrom('masterTrack').select('id').where('state', 'in', ['queued', 'running']).execute();
      return waiting.length === 0 ? true : undefined;
    },
    30_000,
    () => 'parts are still prepared',
  );
const add = async (compositionId: number, title: string, bytes: Buffer, fileName = `${title}.wav`) =>
  staff.ask('typesetter', 'POST', '/press/composition/master', { compositionId, uploadId: await sent('typesetter', fileName, bytes), title });
const tracksOf = async (
  compositionId: number,
): Promise<{ trackId: number; title: string; state: string; message: string; version: number; durationSec: number }[]> =>
  (await staff.ask('editor', 'GET', `/press/composition/master/${compositionId}`)).data;
const deliver = (compositionId: number) => staff.ask('typesetter', 'PUT', `/press/composition/deliver/${compositionId}`, {});

test('SM07 a recording is delivered when every part is ready, and again only after a change', async () => {
  const { compositionId } = await making('audio');
  expect(await deliver(compositionId)).toMatchObject({ msg: '样带不完整：曲目文件' });
  expect(await add(compositionId, '第一段', wavTune('1 3', 6))).toMatchObject({ code: 200 });
  expect(await add(compositionId, '坏的', Buffer.from('不是声音'.repeat(50)), '坏的.mp3')).toMatchObject({ code: 200 });
  expect(await deliver(compositionId)).toMatchObject({ msg: '样带不完整：“第一段”等2段还在处理，请稍候' });
  await ready();
  const broken = (await tracksOf(compositionId))[1];
  expect(broken).toMatchObject({ state: 'failed' });
  expect(broken?.message).toContain('请上传mp3、m4a');
  expect(await deliver(compositionId)).toMatchObject({ msg: '样带不完整：“坏的”处理失败，请更换文件' });
  await staff.ask('typesetter', 'DELETE', `/press/composition/master/${broken?.trackId}`);
  expect(await deliver(compositionId)).toMatchObject({ code: 200 });

  await town.context.db.updateTable('composition').set({ status: 'correcting' }).where('id', '=', compositionId).execute();
  expect(await deliver(compositionId)).toMatchObject({ msg: '样带不完整：改后的曲目（上次出样以后没有改动）' });
  const [first] = await tracksOf(compositionId);
  const renamed = { trackId: first?.trackId, version: first?.version, title: '第一段　点灯' };
  expect(await staff.ask('typesetter', 'PUT', '/press/composition/master', renamed)).toMatchObject({ code: 200 });
  expect(await deliver(compositionId)).toMatchObject({ code: 200 });
});

test('SM07 a film needs captions, and a part of the other kind is rejected with what to do', async () => {
  const { compositionId } = await making('video');
  await add(compositionId, '正片', makeMp4({ seconds: 5 }), '正片.mp4');
  await add(compositionId, '只有声音', wavTune('1', 3), '只有声音.mp4');
  await ready();
  const [film, sound] = await tracksOf(compositionId);
  expect(sound).toMatchObject({ state: 'failed', message: '文件里没有画面，请换一个影片文件' });
  await staff.ask('typesetter', 'DELETE', `/press/composition/master/${sound?.trackId}`);
  expect(await deliver(compositionId)).toMatchObject({ msg: '样片不完整：“正片”的字幕' });
  const captions = '1\n00:00:01,000 --> 00:00:02,000\n灯亮了\n';
  expect(
    await staff.ask('typesetter', 'PUT', '/press/composition/master', { trackId: film?.trackId, version: film?.version, title: '正片', captions }),
  ).toMatchObject({ code: 200, data: { hasCaptions: true } });
  expect(await deliver(compositionId)).toMatchObject({ code: 200 });
});

test('SM07 only the typesetter changes a master, with all parts in an order and in the version that was read', async () => {
  const { compositionId } = await making('audio');
  await add(compositionId, '二', wavTune('2', 3));
  await add(compositionId, '一', wavTune('1', 3));
  await ready();
  const [second, first] = await tracksOf(compositionId);
  const order = (trackIds: unknown[], who: StaffName = 'typesetter') =>
    staff.ask(who, 'PUT', '/press/composition/master/order', { compositionId, trackIds });
  expect(await order([first?.trackId])).toMatchObject({ code: 409 });
  expect(await order([first?.trackId, second?.trackId], 'editor')).toMatchObject({ code: 403 });
  expect(await order([first?.trackId, second?.trackId])).toMatchObject({ code: 200 });
  expect((await tracksOf(compositionId)).map(({ title }) => title)).toEqual(['一', '二']);
  expect(await staff.ask('typesetter', 'PUT', '/press/composition/master', { trackId: first?.trackId, version: 0, title: '旧' })).toMatchObject({
    code: 409,
  });
  const stolen = await sent('proof1', '别人的.wav', wavTune('1', 3));
  expect(await staff.ask('typesetter', 'POST', '/press/composition/master', { compositionId, uploadId: stolen, title: '别人的' })).toMatchObject({
    code: 403,
  });
});

test('a part is played in ranges only by the session that received the link', async () => {
  const { compositionId } = await making('audio');
  const bytes = wavTune('1 3', 4);
  const { data } = await add(compositionId, '一', bytes);
  await ready();
  const { data: play } = await staff.ask('editor', 'GET', `/press/composition/master/play/${data.trackId}`);
  const cookie = (who: StaffName) => ({ cookie: `Admin-Token=${String(staff.as[who].authorization).slice('Bearer '.length)}` });
  const part = await town.app.inject({ method: 'GET', url: play.url, headers: { ...cookie('editor'), range: 'bytes=10-19' } });
  expect([part.statusCode, part.headers['content-range'], part.rawPayload]).toEqual([206, `bytes 10-19/${bytes.length}`, bytes.subarray(10, 20)]);
  expect((await town.app.inject({ method: 'GET', url: play.url, headers: cookie('proof1') })).statusCode).toBe(403);
  expect((await town.app.inject({ method: 'GET', url: play.url })).statusCode).toBe(403);
  expect((await town.app.inject({ method: 'GET', url: play.url.slice(0, -2), headers: cookie('editor') })).statusCode).toBe(403);
  expect(await staff.ask('author', 'GET', `/press/composition/master/play/${data.trackId}`)).toMatchObject({ code: 404 });
});

test('SM06 a mark has a time in a part, and none outside it', async () => {
  const { archiveId, compositionId } = await making('audio');
  const { data: part } = await add(compositionId, '一', wavTune('1 3', 6));
  const other = await making('audio');
  const { data: foreign } = await add(other.compositionId, '别的', wavTune('1', 6));
  await ready();
  await deliver(compositionId);
  const proof = await town.context.db.selectFrom('proofread').select('id').where('archiveId', '=', archiveId).executeTakeFirstOrThrow();
  await staff.ask('manager', 'PUT', `/press/proofread/assign/${proof.id}`, { proofreaderId: staff.ids.proof1 });
  await staff.ask('proof1', 'PUT', `/press/proofread/start/${proof.id}`, {});
  const mark = (more: object) =>
    staff.ask('proof1', 'POST', '/press/proofread/mark', {
      proofId: proof.id,
      page: 1,
      kind: 'wrong',
      right: '重录',
      trackId: part.trackId,
      startMs: 2_000,
      ...more,
    });
  expect(await mark({ trackId: null, startMs: null })).toMatchObject({ msg: '请选择曲目和时间' });
  expect(await mark({ startMs: 9_000 })).toMatchObject({ msg: '时间超出了这一段的长度' });
  expect(await mark({ endMs: 1_000 })).toMatchObject({ msg: '结束时间须晚于开始时间' });
  expect(await mark({ trackId: foreign.trackId })).toMatchObject({ msg: '这一段不属于这部作品，请刷新后重试' });
  expect(await mark({ endMs: 3_500 })).toMatchObject({ code: 200 });
  const { data } = await staff.ask('proof1', 'GET', `/press/proofread/detail/${proof.id}`);
  expect((data as ProofDetail).marks).toMatchObject([{ trackId: part.trackId, startMs: 2_000, endMs: 3_500, page: 1 }]);
  expect((data as ProofDetail).charCount).toBe(24);
});

test('SM07 SM08 the release needs a granted right, and every part is in the publication in order', async () => {
  const { archiveId, compositionId } = await making('audio');
  for (const [title, seconds] of [
    ['三', 3],
    ['一', 5],
    ['二', 4],
  ] as const)
    await add(compositionId, title, wavTune('1', seconds));
  await ready();
  const tracks = await tracksOf(compositionId);
  const byTitle = (title: string) => tracks.find((track) => track.title === title)?.trackId;
  await staff.ask('typesetter', 'PUT', '/press/composition/master/order', { compositionId, trackIds: ['一', '二', '三'].map(byTitle) });
  await deliver(compositionId);
  const agreement = {
    signers: `[${staff.ids.author}]`,
    status: 'effective',
    signedByB: null,
    signerB: null,
    dissolutionFileId: null,
    remindedDays: null,
  } as const;
  const { id: protocolId } = await town.context.db
    .insertInto('protocol')
    .values({ archiveId, partyA: '何语', rights: '["paper","network"]', ...agreement, createTime: 1, updateTime: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await staff.put(archiveId, { status: 'ready' });
  await town.context.db.updateTable('composition').set({ status: 'final', priceFen: 1200 }).where('id', '=', compositionId).execute();
  const release = () => staff.ask('manager', 'PUT', `/press/composition/release/${compositionId}`, {});
  expect(await release()).toMatchObject({ msg: '作品还不完整，不能付印：缺协议授予的音频权利' });
  await town.context.db.updateTable('protocol').set({ rights: '["audio"]' }).where('id', '=', protocolId).execute();
  expect(await release()).toMatchObject({ code: 200 });
  const { publicationId } = await town.context.db
    .selectFrom('manuscript')
    .select('publicationId')
    .where('id', '=', archiveId)
    .executeTakeFirstOrThrow();
  const heard = await town.context.db
    .selectFrom('media')
    .selectAll()
    .where('publicationId', '=', publicationId ?? 0)
    .orderBy('orderNum')
    .execute();
  expect(heard.map(({ title, state, durationMs }) => [title, state, durationMs])).toEqual([
    ['一', 'ready', 5_000],
    ['二', 'ready', 4_000],
    ['三', 'ready', 3_000],
  ]);

  // The agreement may have ended between release and sale.
  await town.context.db
    .updateTable('publication')
    .set({ status: 'checking' })
    .where('id', '=', publicationId ?? 0)
    .execute();
  await town.context.db.updateTable('protocol').set({ status: 'terminated' }).where('id', '=', protocolId).execute();
  const approve = () => staff.ask('chief', 'PUT', `/cms/publish/approve/${publicationId}`, { reason: '' });
  expect(await approve()).toMatchObject({ code: 20803, msg: '协议未授予音频，不能上架' });
  await town.context.db.updateTable('protocol').set({ status: 'effective' }).where('id', '=', protocolId).execute();
  expect(await approve()).toMatchObject({ code: 200 });
});
