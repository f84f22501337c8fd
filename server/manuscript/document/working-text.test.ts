import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inserted, makeDocx, paragraph, run } from '../../../tests/support/docx-maker.ts';
import { pressStaff, type PressStaff, type StaffName } from '../../../tests/support/press-staff.ts';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';

let town: TestContext;
let staff: PressStaff;
let archiveId: number;
beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
});
afterAll(() => town.close());
/** A draft without a file; its online text is long enough to be submitted. */
beforeEach(async () => {
  archiveId = await staff.submitted();
  await staff.put(archiveId, { status: 'draft', turn: 'author', turnUserId: staff.ids.author });
});

async function upload(who: StaffName, content: Buffer, name: string, query = '') {
  const edge = 'edge';
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${edge}--\r\n`)]);
  const headers = { ...staff.as[who], 'content-type': `multipart/form-data; boundary=${edge}` };
  return (await town.app.inject({ method: 'POST', url: `/prod-api/doc/saveFileHistory?archiveId=${archiveId}${query}`, headers, payload })).json<{
    code: number;
    msg: string;
    data: { versionNo: number };
  }>();
}
const info = async () => (await staff.ask('author', 'GET', `/cms/archive/getInfo/${archiveId}`)).data as { content: string; revision: number };
const write = async (content: string) =>
  staff.ask('author', 'PUT', '/cms/archive/content', { archiveId, content, revision: (await info()).revision });
const versions = async () =>
  (
    (await staff.ask('author', 'GET', `/cms/archive/history/list?archiveId=${archiveId}`)).data as { versionNo: number; type: string; note: string }[]
  ).map(({ versionNo, type, note }) => [versionNo, type, note]);
const ONLINE = `<p>${'在线写的正文。'.repeat(400)}</p>`;
const docx = () => makeDocx([paragraph(run('文稿里的正文'))]);

test('45.2 a later online text becomes a version before the manuscript is submitted', async () => {
  expect(await upload('author', await docx(), '稿.docx')).toMatchObject({ code: 200 });
  expect(await write(ONLINE)).toMatchObject({ code: 200 });
  expect(await staff.ask('author', 'POST', `/cms/archive/submit/${archiveId}`)).toMatchObject({ code: 200 });
  expect((await versions())[0]).toEqual([2, 'html', '在线正文']);
});

test('45.2 an upload keeps the online text as a version, and the online editor shows the upload', async () => {
  expect(await write(ONLINE)).toMatchObject({ code: 200 });
  expect(await upload('author', await docx(), '稿.docx')).toMatchObject({ code: 200, data: { versionNo: 2 } });
  expect(await versions()).toEqual([
    [2, 'docx', ''],
    [1, 'html', '在线正文'],
  ]);
  expect((await info()).content).toBe('<p>文稿里的正文</p>');
});

test('45.2 a copy of the text that is written online stays the working text', async () => {
  await write(ONLINE);
  expect(await upload('author', Buffer.from('<p>另一处的文字</p>'), '正文.html', '&online=1')).toMatchObject({ code: 200, data: { versionNo: 1 } });
  expect((await info()).content).toBe(ONLINE);
  await upload('author', Buffer.from(ONLINE), '正文.html', '&online=1');
  expect(await staff.ask('author', 'POST', `/cms/archive/submit/${archiveId}`)).toMatchObject({ code: 200 });
  expect((await versions()).map(([number]) => number)).toEqual([2, 1]);
});

test('45.2 before a review an author replaces an own draft, also when it has marks of strangers', async () => {
  const marked = await makeDocx([paragraph(run('正文'), inserted('何语（31）', run('旁人的修订')))]);
  expect(await upload('author', marked, '带修订.docx')).toMatchObject({ code: 200 });
  expect(await upload('author', await docx(), '清稿.docx')).toMatchObject({ code: 200, data: { versionNo: 2 } });
  // After the review the marks of others are the editor's to resolve.
  await staff.put(archiveId, { status: 'revising', turn: 'author', turnUserId: staff.ids.author });
  expect(await upload('author', marked, '带修订.docx')).toMatchObject({ code: 200, data: { versionNo: 3 } });
  expect(await upload('author', await docx(), '清稿.docx')).toMatchObject({ code: 20407 });
});

test('45.2 a text of the staff does not appear in the online text of the author', async () => {
  await write(ONLINE);
  await staff.put(archiveId, { status: 'editing', editorId: staff.ids.editor, turn: 'editor', turnUserId: staff.ids.editor });
  expect(await upload('editor', await docx(), '编辑稿.docx')).toMatchObject({ code: 200 });
  expect((await info()).content).toBe(ONLINE);
});
