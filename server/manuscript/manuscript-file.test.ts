import { afterAll, beforeAll, expect, test } from 'vitest';
import { pressStaff, type Answer, type PressStaff, type StaffName } from '../../tests/support/press-staff.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';

let town: TestContext;
let staff: PressStaff;
beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
});
afterAll(() => town.close());

async function upload(who: StaffName, query: string): Promise<Answer> {
  const form = new FormData();
  form.set('file', new Blob(['文']), 'a.txt');
  const made = new Response(form);
  const headers = { ...staff.as[who], 'content-type': made.headers.get('content-type') ?? '' };
  const payload = Buffer.from(await made.arrayBuffer());
  return (await town.app.inject({ method: 'POST', url: `/prod-api/cms/archive/file?${query}`, headers, payload })).json<Answer>();
}

const list = async (who: StaffName, archiveId: number) =>
  (await staff.ask(who, 'GET', `/cms/archive/file/list?archiveId=${archiveId}`)).data as {
    archiveFileId: number;
    fileRole: string;
    status: string;
    uploaderName: string;
  }[];

test('a file of a reviewer reaches no author, also when the author is on the staff', async () => {
  const archiveId = await staff.submitted();
  await staff.put(archiveId, { status: 'audit_one', turn: 'reviewer', turnUserId: staff.ids.editor2 });
  expect(await upload('editor2', `archiveId=${archiveId}&fileRole=manuscript`)).toMatchObject({
    code: 500,
    msg: '审读时的附件请选“审读报告”或“其他”，作者看不到它们',
  });
  const report = await upload('editor2', `archiveId=${archiveId}&fileRole=report`);
  expect(report).toMatchObject({ code: 200 });
  const { archiveFileId } = report.data as { archiveFileId: number };
  expect(await list('author', archiveId)).toEqual([]);
  expect(await list('manager', archiveId)).toMatchObject([{ fileRole: 'report', uploaderName: 'editor2' }]);
  await staff.put(archiveId, { ownerId: staff.ids.manager });
  expect(await list('manager', archiveId)).toEqual([]);
  expect((await staff.ask('manager', 'GET', `/cms/archive/file/download/${archiveFileId}`)).code).toBe(404);
});

test('an upload takes the place only of a file of the same manuscript and kind that the user may replace', async () => {
  const archiveId = await staff.submitted();
  const other = await staff.submitted();
  await staff.put(archiveId, { editorId: staff.ids.editor, status: 'editing', turn: 'editor', turnUserId: staff.ids.editor });
  await staff.put(other, { status: 'revising', turn: 'author', turnUserId: staff.ids.author });
  const contract = (await upload('editor', `archiveId=${archiveId}&fileRole=contract`)).data as { archiveFileId: number };
  await staff.put(archiveId, { status: 'revising', turn: 'author', turnUserId: staff.ids.author });
  for (const query of [
    `archiveId=${archiveId}&fileRole=contract`,
    `archiveId=${archiveId}&fileRole=manuscript`,
    `archiveId=${other}&fileRole=contract`,
  ])
    expect(await upload('author', `${query}&replaces=${contract.archiveFileId}`)).toMatchObject({ code: 404 });
  const own = (await upload('author', `archiveId=${archiveId}&fileRole=figure`)).data as { archiveFileId: number };
  expect(await upload('author', `archiveId=${archiveId}&fileRole=figure&replaces=${own.archiveFileId}`)).toMatchObject({ code: 200 });
  expect((await list('manager', archiveId)).map(({ fileRole, status }) => `${fileRole} ${status}`)).toEqual([
    'figure current',
    'figure superseded',
    'contract current',
  ]);
});
