import { afterAll, beforeAll, expect, test } from 'vitest';
import { WRITTEN_KINDS, workFiles } from '../../../contract/manuscript/work-files.ts';
import { makeMp3, makeMp4 } from '../../../tests/support/media-maker.ts';
import { pressStaff, SUMMARY, type PressStaff, type StaffName } from '../../../tests/support/press-staff.ts';
import { uploadFile } from '../../../tests/support/resumable-file.ts';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';
import { uploadById } from '../../files/resumable-upload.ts';
import { wavTune } from '../../seed/demo/wav-tune.ts';

let town: TestContext;
let staff: PressStaff;
beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
});
afterAll(() => town.close());

const begun = async (kind: string): Promise<number> =>
  (await staff.ask('author', 'POST', '/cms/archive/mine', { title: '灯', kind, summary: SUMMARY, authors: [] })).data.archiveId;
async function hand(archiveId: number, fileRole: string, fileName: string, bytes: Buffer, who: StaffName = 'author') {
  const uploadId = await uploadFile(town, staff.as[who], fileName, bytes);
  return { uploadId, ...(await staff.ask(who, 'POST', '/cms/archive/file/uploaded', { archiveId, fileRole, uploadId })) };
}
const submit = (archiveId: number) => staff.ask('author', 'POST', `/cms/archive/submit/${archiveId}`);

const SAMPLES: Readonly<Record<string, readonly [name: string, bytes: Buffer]>> = {
  manuscript: ['稿.pdf', Buffer.from('%PDF-1.7\n稿')],
  sample: ['样章.pdf', Buffer.from('%PDF-1.7\n样章')],
  audio: ['录音.mp3', makeMp3(200)],
  video: ['影片.mp4', makeMp4({ seconds: 5 })],
};

test('every kind that an author may choose is handed in with any file that completes it', async () => {
  const ways = WRITTEN_KINDS.flatMap((kind) => workFiles(kind).complete.map((role) => [kind, role] as const));
  expect(ways).toContainEqual(['audio', 'audio']);
  for (const [kind, role] of ways) {
    const archiveId = await begun(kind);
    expect((await submit(archiveId)).msg).toContain(workFiles(kind).completeWords);
    const [name, bytes] = SAMPLES[role] ?? ['', Buffer.alloc(0)];
    expect(await hand(archiveId, role, name, bytes)).toMatchObject({ code: 200, data: { fileRole: role, fileName: name } });
    expect(await submit(archiveId)).toMatchObject({ code: 200 });
  }
});

test('papers and contest works are begun where they are handed in', async () => {
  const body = { title: '灯', summary: SUMMARY, authors: [] };
  expect((await staff.ask('author', 'POST', '/cms/archive/mine', { ...body, kind: 'paper' })).msg).toBe('论文请在期刊的投稿页提交，不在这里新建');
  expect((await staff.ask('author', 'POST', '/cms/archive/mine', { ...body, kind: 'contest' })).msg).toBe('参赛作品请在赛事页面提交，不在这里新建');
});

test('the content of a recording, a film and captions is checked, and an error says what to do', async () => {
  const archiveId = await begun('video');
  const says = async (role: string, name: string, bytes: Buffer) => (await hand(archiveId, role, name, bytes)).msg;
  expect(await says('audio', '假.mp3', Buffer.from('不是声音'.repeat(99)))).toContain('请上传mp3、m4a');
  expect(await says('audio', '假.flac', Buffer.from('不是声音'.repeat(99)))).toBe('这不是FLAC文件，或文件已损坏，请重新导出后再上传');
  expect(await says('audio', '影片.m4a', makeMp4({ seconds: 3 }))).toBe('这是视频文件，请选“影片”上传，或导出声音后再上传');
  expect(await says('video', '声音.mp4', wavTune('1', 2))).toBe('文件里没有画面，请选“录音”上传，或换一个影片文件');
  expect(await says('video', '片.avi', makeMp4({ seconds: 3 }))).toBe('文件格式不正确，请上传mp4、m4v、webm、mov格式的文件');
  expect(await says('captions', '字幕.srt', Buffer.from('1\n00:00:05,000 --> 00:00:02,000\n反了'))).toContain('第2行的结束时间不晚于开始时间');
  expect(await hand(archiveId, 'captions', '字幕.srt', Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n灯'))).toMatchObject({ code: 200 });
  const form = 'multipart/form-data; boundary=edge';
  const payload = '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.mp3"\r\n\r\nx\r\n--edge--\r\n';
  const url = `/prod-api/cms/archive/file?archiveId=${archiveId}&fileRole=audio`;
  const whole = await town.app.inject({ method: 'POST', url, headers: { ...staff.as.author, 'content-type': form }, payload });
  expect(whole.json().code).toBe(500);
});

test('an upload becomes a file of its owner only, and is played by those who read the manuscript', async () => {
  const archiveId = await begun('audio');
  const { uploadId } = await hand(archiveId, 'audio', '一.wav', wavTune('1', 2));
  expect(await uploadById(town.context, uploadId)).toBeNull();
  const foreign = await uploadFile(town, staff.as.author2, '别人的.wav', wavTune('1', 2));
  expect(await staff.ask('author', 'POST', '/cms/archive/file/uploaded', { archiveId, fileRole: 'audio', uploadId: foreign })).toMatchObject({
    code: 403,
  });
  expect(await staff.ask('author2', 'POST', '/cms/archive/file/uploaded', { archiveId, fileRole: 'audio', uploadId: foreign })).toMatchObject({
    code: 404,
  });
  const { data: files } = await staff.ask('author', 'GET', `/cms/archive/file/list?archiveId=${archiveId}`);
  const { archiveFileId } = (files as { archiveFileId: number }[])[0] ?? {};
  expect(await staff.ask('author', 'GET', `/cms/archive/file/play/${archiveFileId}`)).toMatchObject({ code: 200, data: { mime: 'audio/wav' } });
  expect(await staff.ask('author2', 'GET', `/cms/archive/file/play/${archiveFileId}`)).toMatchObject({ code: 404 });
});

test('SM01 a new take is a revision of a recording', async () => {
  const archiveId = await staff.submitted('audio');
  const log = {
    entityType: 'manuscript',
    entityId: archiveId,
    event: 'revise',
    fromStatus: 'assigned',
    toStatus: 'revising',
    operatorId: staff.ids.editor,
    note: '',
  };
  await town.context.db
    .insertInto('flowLog')
    .values({ ...log, at: Date.now() - 1 })
    .execute();
  await staff.put(archiveId, { status: 'revising', turn: 'author', editorId: staff.ids.editor });
  const again = () => staff.ask('author', 'PUT', `/cms/archive/mine/resubmit/${archiveId}`);
  expect(await again()).toMatchObject({ msg: '请先上传修改稿' });
  expect(await hand(archiveId, 'audio', '重录.wav', wavTune('1', 2))).toMatchObject({ code: 200 });
  expect(await again()).toMatchObject({ code: 200 });
});
