import { afterAll, beforeAll, expect, test } from 'vitest';
import { inserted, makeDocx, paragraph, run } from '../../../tests/support/docx-maker.ts';
import { pressStaff, type PressStaff, type StaffName } from '../../../tests/support/press-staff.ts';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';
import { documentWorker } from '../../document/document-worker.ts';
import { docxView } from '../../document/docx-view.ts';

let town: TestContext;
let staff: PressStaff;
let archiveId: number;
beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
  archiveId = await staff.submitted();
});
afterAll(() => town.close());

async function send(who: StaffName, bytes: Buffer, name = '稿.docx') {
  const edge = 'edge';
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)]);
  const headers = { ...staff.as[who], 'content-type': `multipart/form-data; boundary=${edge}` };
  return (await town.app.inject({ method: 'POST', url: `/prod-api/doc/saveFileHistory?archiveId=${archiveId}`, headers, payload })).json<{
    code: number;
    msg: string;
    data: { versionNo: number };
  }>();
}

const open = (who: StaffName, kind: string, id = archiveId) => staff.ask(who, 'GET', `/doc/${kind}/${id}?reading=1`);
const BASE = [paragraph(run('桥上的灯亮了。')), paragraph(run('守桥的人换了三代。'))];

test('shows online text as a document to its author and the staff only', async () => {
  const { data } = await open('author', 'open');
  expect(data).toMatchObject({ title: '桥上的灯', mode: 'view', author: `author（${staff.ids.author}）` });
  expect(data.paragraphs[0].runs[0].text).toBe('桥上的灯');
  expect((await open('author2', 'open')).code).toBe(404);
});

test('reads a document outside the main thread, with the first paragraphs of a long one', async () => {
  const long = await makeDocx(Array.from({ length: 8_100 }, (_, index) => paragraph(run(`第${index}段`))));
  const view = await documentWorker.view(long);
  expect(view).toEqual(await docxView(long));
  expect(view).toMatchObject({ cut: true });
  await expect(documentWorker.view(Buffer.from('not a zip'))).rejects.toThrow('文件不完整或已损坏');
});

test('20407 keeps an upload with untracked changes beside the versions, and takes one with marks of the reviewer', async () => {
  await staff.put(archiveId, { status: 'draft' });
  expect(await send('author', await makeDocx(BASE))).toMatchObject({ code: 200, data: { versionNo: 1 } });
  await staff.put(archiveId, { status: 'audit_one', turn: 'reviewer', turnUserId: staff.ids.editor2 });
  expect((await open('editor2', 'audit')).data).toMatchObject({ mode: 'suggest' });
  const me = `editor2（${staff.ids.editor2}）`;
  const silent = await makeDocx([paragraph(run('桥上的两盏灯亮了。')), BASE[1] as string]);
  expect(await send('editor2', silent)).toMatchObject({
    code: 20407,
    msg: '修订模式下有未留痕的改动（第1段），已保留您的版本，请改用修订方式',
  });
  const files = (await staff.ask('editor2', 'GET', `/cms/archive/file/list?archiveId=${archiveId}`)).data as { fileName: string }[];
  expect(files[0]?.fileName).toMatch(/^未采用 /);
  const foreign = await makeDocx([paragraph(run('桥上的'), inserted('李总编（1）', run('两盏')), run('灯亮了。')), BASE[1] as string]);
  expect(await send('editor2', foreign)).toMatchObject({ code: 20407, msg: expect.stringContaining('李总编（1）') });
  // 45.1: another program wrote settings of its own beside the marks.
  const settings = '<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:defaultTabStop w:val="709"/></w:settings>';
  const marked = await makeDocx([paragraph(run('桥上的'), inserted(me, run('两盏')), run('灯亮了。')), BASE[1] as string], {
    'word/settings.xml': settings,
  });
  expect(await send('editor2', marked)).toMatchObject({ code: 200, data: { versionNo: 2 } });
  expect((await open('editor2', 'audit')).data.marks).toEqual([expect.objectContaining({ kind: 'insert', author: me, text: '两盏' })]);
});

test('gives the author neither the version of a reviewer nor a name in it', async () => {
  const versions = (await staff.ask('author', 'GET', `/cms/archive/history/list?archiveId=${archiveId}`)).data as {
    versionNo: number;
    versionId: number;
  }[];
  expect(versions.map(({ versionNo }) => versionNo)).toEqual([1]);
  const hidden = await town.context.db
    .selectFrom('manuscriptVersion')
    .select('id')
    .where('archiveId', '=', archiveId)
    .where('versionNo', '=', 2)
    .executeTakeFirstOrThrow();
  for (const path of [
    `/doc/preview/${hidden.id}`,
    `/cms/archive/history/file/${hidden.id}`,
    `/cms/archive/history/compare?archiveId=${archiveId}&from=1&to=2`,
  ])
    expect((await staff.ask('author', 'GET', path)).code).toBe(404);
  for (const path of [`/doc/open/${archiveId}`, `/cms/archive/mine/${archiveId}`, `/cms/archive/file/list?archiveId=${archiveId}`])
    expect(JSON.stringify(await staff.ask('author', 'GET', path))).not.toContain('editor2');
});

test('tells the page which editor opens the document, and then sends no text', async () => {
  const { data } = await staff.ask('editor2', 'GET', `/doc/audit/${archiveId}`);
  expect(data).toMatchObject({ editor: 'embedded', onlyoffice: null, paragraphs: [], marks: [], mode: 'suggest', mayResolve: false });
});

test('answers a document that is not there in words', async () => {
  expect(await open('author', 'preview', 9_999)).toMatchObject({ code: 404, msg: '文件不存在' });
  expect((await open('author', 'report', 9_999)).code).toBe(404);
});
