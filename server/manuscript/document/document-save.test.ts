import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleted, inserted, makeDocx, paragraph, run } from '../../../tests/support/docx-maker.ts';
import { pressStaff, type PressStaff, type StaffName } from '../../../tests/support/press-staff.ts';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';
import { baseOf } from './document-save.service.ts';

let town: TestContext;
let staff: PressStaff;
let archiveId: number;
const FIRST = paragraph(run('桥上的灯亮了。'));
const SECOND = paragraph(run('守桥的人换了三代。'));
beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
});
afterAll(() => town.close());
/** A manuscript in editing, with one .docx version by its author. */
beforeEach(async () => {
  archiveId = await staff.submitted();
  await staff.put(archiveId, { status: 'draft' });
  expect(await send('author', await makeDocx([FIRST, SECOND]))).toMatchObject({ code: 200 });
  await staff.put(archiveId, { status: 'editing', editorId: staff.ids.editor, turn: 'editor', turnUserId: staff.ids.editor });
});

async function send(who: StaffName, bytes: Buffer, ifMatch?: string) {
  const edge = 'edge';
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="稿.docx"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)]);
  const headers = {
    ...staff.as[who],
    'content-type': `multipart/form-data; boundary=${edge}`,
    ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
  };
  return (await town.app.inject({ method: 'POST', url: `/prod-api/doc/saveFileHistory?archiveId=${archiveId}`, headers, payload })).json<{
    code: number;
    msg: string;
    data: { versionNo: number; marksGone: number };
  }>();
}
const beside = async (who: StaffName) =>
  (await staff.ask(who, 'GET', `/doc/beside/list?archiveId=${archiveId}`)).data as { archiveFileId: number; fileName: string }[];

test('reads the number of a version from If-Match', () => {
  expect([baseOf('"3"'), baseOf('3'), baseOf('W/"12"'), baseOf('*'), baseOf(''), baseOf(undefined)]).toEqual([3, 3, 12, null, null, null]);
});

test('409 keeps the file that is based on an older version beside the versions, and compares it with the newest one', async () => {
  const one = await makeDocx([paragraph(run('桥上的两盏灯亮了。')), SECOND]);
  const other = await makeDocx([FIRST, paragraph(run('守桥的人换了四代。'))]);
  expect(await send('editor', one, '"1"')).toMatchObject({ code: 200, data: { versionNo: 2 } });
  expect(await send('editor', other, '"1"')).toMatchObject({ code: 409, msg: expect.stringContaining('文稿已在别处存为第2版') });
  const [kept] = await beside('editor');
  expect(kept?.fileName).toMatch(/^冲突 .*稿\.docx$/);
  const { data } = await staff.ask('editor', 'GET', `/doc/beside/compare/${kept?.archiveFileId}`);
  expect(data).toMatchObject({ versionNo: 2, cut: false });
  expect(data.lines).toEqual([
    { kind: 'changed', before: '桥上的两盏灯亮了。', after: '桥上的灯亮了。' },
    { kind: 'changed', before: '守桥的人换了三代。', after: '守桥的人换了四代。' },
  ]);
  expect((await staff.ask('section', 'GET', `/doc/beside/compare/${kept?.archiveFileId}`)).code).toBe(404);
  expect(await beside('section')).toEqual([]);
});

test('of two saves over one version at the same moment, one becomes a version and the other one is kept', async () => {
  const files = await Promise.all(['一', '二', '三', '四'].map((word) => makeDocx([FIRST, paragraph(run(word))])));
  const answers = await Promise.all(files.map((bytes) => send('editor', bytes, '"1"')));
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409]);
  expect(await beside('editor')).toHaveLength(3);
});

test('the stage editor accepts marks of others, and the operation log names them; without the permission the save is refused', async () => {
  const mark = inserted('何语（99）', run('两盏'));
  const marked = await makeDocx([paragraph(run('桥上的'), mark, run('灯亮了。')), SECOND]);
  expect(await send('editor', marked)).toMatchObject({ code: 200 });
  expect((await staff.ask('editor', 'GET', `/doc/open/${archiveId}`)).data).toMatchObject({ mode: 'edit', mayResolve: true });
  const accepted = await makeDocx([paragraph(run('桥上的两盏灯亮了。')), SECOND]);
  await staff.put(archiveId, { status: 'revising', turn: 'author', turnUserId: null });
  expect((await staff.ask('author', 'GET', `/doc/open/${archiveId}`)).data).toMatchObject({ mode: 'suggest', mayResolve: false });
  expect(await send('author', accepted)).toMatchObject({ code: 20407 });
  await staff.put(archiveId, { status: 'editing', turn: 'editor', turnUserId: staff.ids.editor });
  expect(await send('editor', accepted)).toMatchObject({ code: 200, data: { marksGone: 1 } });
  const [log] = await town.context.db.selectFrom('operLog').select('jsonResult').where('title', '=', '处理修订').execute();
  expect(log?.jsonResult).toContain('何语（99） 插入“两盏” 第1段');
});

test('20407 checks the first marked file over online text too', async () => {
  const other = await staff.submitted();
  archiveId = other;
  await staff.put(other, { status: 'audit_one', turn: 'reviewer', turnUserId: staff.ids.editor2 });
  expect(await send('editor2', await makeDocx([paragraph(run('全文换过了。'))]))).toMatchObject({ code: 20407 });
});

test('a reviewer can take back an own mark, but not delete one of somebody else', async () => {
  const me = `editor2（${staff.ids.editor2}）`;
  await staff.put(archiveId, { status: 'audit_one', turn: 'reviewer', turnUserId: staff.ids.editor2 });
  const both = [paragraph(run('桥上的'), inserted(me, run('两盏')), run('灯亮了。')), SECOND];
  expect(await send('editor2', await makeDocx(both))).toMatchObject({ code: 200 });
  expect(await send('editor2', await makeDocx([FIRST, SECOND]))).toMatchObject({ code: 200 });
  await staff.put(archiveId, { turnUserId: staff.ids.section });
  expect(
    await send('section', await makeDocx([paragraph(deleted(`section（${staff.ids.section}）`, '桥上的'), run('灯亮了。')), SECOND])),
  ).toMatchObject({ code: 200 });
  await staff.put(archiveId, { turnUserId: staff.ids.editor2 });
  expect(await send('editor2', await makeDocx([FIRST, SECOND]))).toMatchObject({ code: 20407 });
});

test('20407 names the comment of somebody else that was changed', async () => {
  const comments = (text: string) => ({
    'word/comments.xml': `<w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:comment w:id="0" w:author="何语（99）"><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:comment></w:comments>`,
  });
  expect(await send('editor', await makeDocx([FIRST, SECOND], comments('请核对年份')))).toMatchObject({ code: 200 });
  await staff.put(archiveId, { status: 'audit_one', turn: 'reviewer', turnUserId: staff.ids.editor2 });
  expect(await send('editor2', await makeDocx([FIRST, SECOND], comments('已核对')))).toMatchObject({
    code: 20407,
    msg: expect.stringContaining('“何语（99）”的批注有增减或改动'),
  });
  expect(await send('editor2', await makeDocx([FIRST, SECOND], comments('请核对年份')))).toMatchObject({ code: 200 });
});

test('a save after the manuscript went on is refused in words', async () => {
  await staff.put(archiveId, { status: 'composing', turn: 'typesetter', turnUserId: staff.ids.typesetter, editorId: staff.ids.editor });
  expect(await send('editor', await makeDocx([FIRST]), '"1"')).toMatchObject({ code: 403, msg: expect.stringContaining('稿件现在不由您修改') });
});
