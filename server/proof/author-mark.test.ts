import { afterAll, beforeAll, expect, test } from 'vitest';
import { pressStaff, type PressStaff } from '../../tests/support/press-staff.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { chinesePdf, textAt } from '../document/chinese-pdf.ts';
import { manuscriptIn, transitionManuscript } from '../manuscript/manuscript-step.service.ts';

let town: TestContext;
let staff: PressStaff;
beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
});
afterAll(() => town.close());

const PAGES = ['第一页的灯亮了。', '第二页写桥，桥上没有人。', ''];

/** A manuscript whose author reads the own proof; with `pages` a PDF of them, else the online text. */
async function reading(pages: readonly string[] | null): Promise<number> {
  const { db, files } = town.context;
  const archiveId = await staff.submitted();
  await staff.put(archiveId, { status: 'proof_two', editorId: staff.ids.editor, typesetterId: staff.ids.typesetter });
  let deliveredFileId: number | null = null;
  if (pages) {
    const fileKey = `manuscripts/${archiveId}/files/proof.pdf`;
    const contents = pages.map((text) => (text === '' ? '' : textAt(text, 72, 700, 12)));
    await files.put(fileKey, chinesePdf(contents, { width: 400, height: 800, title: '校样' }), 'application/pdf');
    const file = { archiveId, fileRole: 'proof' as const, fileName: 'proof.pdf', fileKey, fileSize: 1, mime: 'application/pdf', sha256: 'x' };
    const row = { ...file, ownerId: staff.ids.typesetter, replacedBy: null, createTime: 1, updateTime: 1 };
    deliveredFileId = (await db.insertInto('manuscriptFile').values(row).returning('id').executeTakeFirstOrThrow()).id;
  }
  const nobody = {
    finalFileId: null,
    epubFileId: null,
    queuedFileId: null,
    sentAt: null,
    sentBy: null,
    dueAt: null,
    releasedAt: null,
    releasedBy: null,
  };
  await db
    .insertInto('composition')
    .values({
      ...nobody,
      archiveId,
      typesetterId: null,
      proofFileId: null,
      deliveredFileId,
      deliveredAt: 1,
      status: 'delivered',
      createTime: 1,
      updateTime: 1,
    })
    .execute();
  await step(archiveId, 'passProofTwo');
  return archiveId;
}
const step = (archiveId: number, event: 'passProofTwo' | 'passProofThree' | 'readPassed') =>
  town.context.db.transaction().execute(async (tx) => void (await transitionManuscript(tx, null, await manuscriptIn(tx, archiveId), event)));

const mark = (archiveId: number, more: object) => staff.ask('author', 'POST', '/press/proofread/author/mark', { archiveId, right: '改过', ...more });
const proof = async (archiveId: number) => (await staff.ask('author', 'GET', `/press/proofread/author/${archiveId}`)).data;
const marksOf = (archiveId: number) =>
  town.context.db.selectFrom('proofMark').selectAll().where('archiveId', '=', archiveId).where('delFlag', '=', '0').execute();

test('SM42 a mark has the page and the quote of the proof: what is not on the page is rejected with the page that has it', async () => {
  const archiveId = await reading(PAGES);
  expect(await mark(archiveId, { page: 1, quote: '桥上没有人' })).toMatchObject({
    code: 500,
    msg: '第1页没有“桥上没有人”，它在第2页，请在校样上重新选中',
  });
  expect(await mark(archiveId, { page: 2, quote: '桥上有人' })).toMatchObject({ msg: '第2页没有“桥上有人”，请在校样上重新选中' });
  expect(await mark(archiveId, { page: 9, quote: '桥' })).toMatchObject({ code: 400, msg: expect.stringContaining('校样只有3页') });
  // A browser selects with line breaks and spaces.
  expect(await mark(archiveId, { page: 2, quote: '桥上\n 没有人', place: '100,200,300,20' })).toMatchObject({ code: 200 });
  expect((await proof(archiveId)).marks).toMatchObject([{ page: 2, place: '100,200,300,20' }]);
  const three = await town.context.db.selectFrom('proofread').select('id').where('archiveId', '=', archiveId).executeTakeFirstOrThrow();
  const seen = (await staff.ask('editor', 'GET', `/press/proofread/detail/${three.id}`)).data.marks;
  expect(seen).toMatchObject([{ source: 'author', page: 2, place: '100,200,300,20', right: '改过' }]);
});

test('SM42 a point of a page is a place too, and a change says what it is', async () => {
  const archiveId = await reading(PAGES);
  expect(await mark(archiveId, { page: 3, place: '500,500,24,24', right: '', note: '这张图放反了' })).toMatchObject({ code: 200 });
  expect(await mark(archiveId, { page: 3, right: '图' })).toMatchObject({ code: 400, msg: expect.stringContaining('没有选中文字') });
  expect(await mark(archiveId, { page: 1, quote: '灯', right: '' })).toMatchObject({ code: 400, msg: expect.stringContaining('写明要改的意思') });
});

test('SM42 the same mark sent twice is one', async () => {
  const archiveId = await reading(PAGES);
  const first = await mark(archiveId, { page: 1, quote: '灯亮了' });
  const second = await mark(archiveId, { page: 1, quote: '灯亮了' });
  expect(second.data.markId).toBe(first.data.markId);
  expect(await marksOf(archiveId)).toHaveLength(1);
  expect(await mark(archiveId, { page: 1, quote: '灯亮了', right: '另一种改法' })).toMatchObject({ code: 200 });
  expect(await marksOf(archiveId)).toHaveLength(2);
});

test('SM42 in the online text the server counts the page, by the words before the quote', async () => {
  const archiveId = await reading(null);
  await town.context.db
    .updateTable('manuscriptText')
    .set({ content: `<p>灯亮了。</p><p>${'桥'.repeat(900)}夜里灯亮了。</p>` })
    .where('archiveId', '=', archiveId)
    .execute();
  expect(await mark(archiveId, { quote: '灯亮了', context: '桥桥夜里' })).toMatchObject({ code: 200 });
  expect(await marksOf(archiveId)).toMatchObject([{ page: 2, context: '桥桥夜里' }]);
  expect(await mark(archiveId, { quote: '没有这句' })).toMatchObject({ code: 500, msg: '校样里没有“没有这句”，请在校样上重新选中' });
});

test('SM42 the proof of the author ends with the last stage: no mark is added or taken back after it', async () => {
  const archiveId = await reading(PAGES);
  const { markId } = (await mark(archiveId, { page: 1, quote: '灯亮了' })).data;
  await step(archiveId, 'passProofThree');
  await step(archiveId, 'readPassed');
  const ended = { code: 24201, msg: '校样阶段已经结束，不能再标改动；如还有改动请联系责任编辑' };
  expect(await mark(archiveId, { page: 2, quote: '桥' })).toMatchObject(ended);
  expect(await staff.ask('author', 'DELETE', `/press/proofread/author/mark/${markId}`)).toMatchObject(ended);
  expect(await staff.ask('author', 'PUT', `/press/proofread/author/finish/${archiveId}`)).toMatchObject(ended);
  expect(await proof(archiveId)).toMatchObject({ status: 'ended' });
  const messages = await town.context.db.selectFrom('message').select('title').where('userId', '=', staff.ids.author).execute();
  expect(messages.map(({ title }) => title)).toContain('其他《桥上的灯》的校样阶段已结束');
});
