import { afterAll, beforeAll, expect, test } from 'vitest';
import { pressStaff, type PressStaff, type StaffName } from '../../tests/support/press-staff.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import type { Stage } from '../../contract/proof/proof.machine.ts';
import { manuscriptIn, transitionManuscript } from '../manuscript/manuscript-step.service.ts';

let town: TestContext;
let staff: PressStaff;
beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
});
afterAll(() => town.close());

const TEXT = '<p>雨夜里桥上点起了灯。</p><p>渡口有个卖粟子的人，灯影里人来人往。</p><p>他说：灯。灯。灯。</p>';
const sendEvent = (who: StaffName, event: string, id: number, body: object = {}) => staff.ask(who, 'PUT', `/press/proofread/${event}/${id}`, body);
const compose = (who: StaffName, event: string, id: number, body: object = {}) => staff.ask(who, 'PUT', `/press/composition/${event}/${id}`, body);
const tick = (who: StaffName, markId: number, place: 'text' | 'proof', done = true) =>
  staff.ask(who, 'PUT', `/press/proofread/correction/${markId}`, { place, done });
const linesOf = async (archiveId: number) => (await staff.ask('editor', 'GET', `/press/proofread/corrections/${archiveId}`)).data;
const textOf = async (archiveId: number): Promise<string> =>
  (await town.context.db.selectFrom('manuscriptText').select('content').where('archiveId', '=', archiveId).executeTakeFirstOrThrow()).content;
const proofOf = async (archiveId: number, stage: Stage): Promise<number> =>
  (
    await town.context.db
      .selectFrom('proofread')
      .select('id')
      .where('archiveId', '=', archiveId)
      .where('stage', '=', stage)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).id;

interface Work {
  readonly archiveId: number;
  readonly compositionId: number;
}

/** A manuscript whose first proof was delivered as a PDF. */
async function firstProof(title: string): Promise<Work> {
  const archiveId = await staff.submitted('book', title);
  const { db } = town.context;
  await db.updateTable('manuscriptText').set({ content: TEXT }).where('archiveId', '=', archiveId).execute();
  await staff.put(archiveId, { status: 'composing', editorId: staff.ids.editor, typesetterId: staff.ids.typesetter, wordCount: 1000 });
  const { id } = await db
    .insertInto('composition')
    .values({
      archiveId,
      typesetterId: staff.ids.typesetter,
      status: 'delivered',
      proofNo: 1,
      proofFileId: 1,
      deliveredFileId: 1,
      deliveredAt: Date.now() - 1000,
      finalFileId: null,
      epubFileId: null,
      queuedFileId: null,
      sentAt: null,
      sentBy: null,
      dueAt: null,
      releasedAt: null,
      releasedBy: null,
      createTime: 1,
      updateTime: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.transaction().execute(async (tx) => void (await transitionManuscript(tx, null, await manuscriptIn(tx, archiveId), 'proofsOut')));
  return { archiveId, compositionId: id };
}

/** The typesetter has corrected the pages: the next proof is out. */
async function nextProof({ compositionId }: Work): Promise<void> {
  const { db } = town.context;
  const { proofNo, status } = await db
    .selectFrom('composition')
    .select(['proofNo', 'status'])
    .where('id', '=', compositionId)
    .executeTakeFirstOrThrow();
  expect(status).toBe('correcting');
  await db
    .updateTable('composition')
    .set({ proofFileId: proofNo + 1, sheetPages: 16, format: '185×260', charsPerLine: 28, linesPerPage: 29, pages: 200 })
    .where('id', '=', compositionId)
    .execute();
  expect(await compose('typesetter', 'deliver', compositionId)).toMatchObject({ code: 200 });
}

const MISPRINT = { page: 12, kind: 'wrong', wrong: '卖粟子', right: '卖栗子' };
/** A stage with marks that the editor adopts; its answer to 核红通过. */
async function stage(archiveId: number, name: Stage, who: StaffName, marks: readonly object[] = []) {
  const id = await proofOf(archiveId, name);
  await sendEvent('manager', 'assign', id, { proofreaderId: staff.ids[who] });
  expect(await sendEvent(who, 'start', id)).toMatchObject({ code: 200 });
  for (const mark of marks) expect(await staff.ask(who, 'POST', '/press/proofread/mark', { proofId: id, ...mark })).toMatchObject({ code: 200 });
  expect(await sendEvent(who, 'submit', id, { charCount: 100_000, noErrors: marks.length === 0 })).toMatchObject({ code: 200 });
  for (const { markId, proofId } of (await staff.ask('editor', 'GET', `/press/proofread/detail/${id}`)).data.marks)
    if (proofId === id) await staff.ask('editor', 'PUT', `/press/proofread/fate/${markId}`, { fate: 'adopted' });
  return { id, answer: await sendEvent('editor', 'pass', id) };
}

test('45.3 an adopted mark is written into the text when its stage passes', async () => {
  const { archiveId } = await firstProof('渡口');
  const { answer } = await stage(archiveId, 'one', 'proof1', [
    MISPRINT,
    { page: 3, kind: 'extra', wrong: '里人来人往', right: '', context: '' },
    { page: 3, kind: 'missing', wrong: '', right: '三盏', context: '雨夜里桥上点起了' },
  ]);
  expect(answer).toMatchObject({ code: 200 });
  expect(await textOf(archiveId)).toContain('渡口有个卖栗子的人，灯影。');
  expect(await textOf(archiveId)).toContain('桥上点起了三盏灯');
  const { lines, hasText, hasProof } = await linesOf(archiveId);
  expect([hasText, hasProof]).toEqual([true, true]);
  expect(lines.map((line: { appliedVersion: number | null }) => line.appliedVersion)).toEqual([1, 1, 1]);
  const version = await town.context.db
    .selectFrom('manuscriptVersion')
    .select(['source', 'note'])
    .where('archiveId', '=', archiveId)
    .orderBy('versionNo', 'desc')
    .executeTakeFirstOrThrow();
  expect(version).toEqual({ source: 'proof', note: '校样改正3处' });
  // What is in the text cannot be rejected without saying so.
  const markId = lines[0].markId;
  const two = await proofOf(archiveId, 'two');
  await town.context.db.updateTable('proofread').set({ status: 'submitted', proofreaderId: staff.ids.proof2 }).where('id', '=', two).execute();
  expect(await staff.ask('editor', 'PUT', `/press/proofread/fate/${markId}`, { fate: 'rejected', reason: '作者不改' })).toMatchObject({
    code: 500,
    msg: '这处改动已写入正文第1版；要改回，请在本校另加记号',
  });
});

test('45.3 a proof that comes again without an adopted mark is refused line by line', async () => {
  const work = await firstProof('再来的校样');
  const { archiveId, compositionId } = work;
  await stage(archiveId, 'one', 'proof1', [MISPRINT, { page: 20, kind: 'wrong', wrong: '灯影', right: '灯影子' }]);
  const [first, second] = (await linesOf(archiveId)).lines;
  expect(await tick('editor', first.markId, 'proof')).toMatchObject({ code: 500, msg: '新校样还没有出，出样后再逐条核对' });
  expect(await compose('editor', 'recorrect', compositionId, { reason: '漏改' })).toMatchObject({ code: 20701 });
  await nextProof(work);
  const { id, answer } = await stage(archiveId, 'two', 'proof2');
  expect(answer).toMatchObject({
    code: 20606,
    msg: '采纳的改动还有2处没有在第2次校样上核对（一校第12页“卖粟子”改为“卖栗子”等），请在“改正核对”里逐条打勾；校样上没有改的，请退回改样',
  });
  expect(await tick('editor2', first.markId, 'proof')).toMatchObject({ code: 403 });
  expect(await tick('proof1', first.markId, 'proof')).toMatchObject({ code: 403 });
  expect(await tick('editor', first.markId, 'proof')).toMatchObject({ code: 200 });
  expect(await sendEvent('editor', 'pass', id)).toMatchObject({ code: 20606, msg: expect.stringContaining('还有1处没有在第2次校样上核对') });
  // The typesetter gets the proof back, and the submitted stage waits for the next one.
  expect(await linesOf(archiveId)).toMatchObject({ returns: true, compositionId });
  expect(await compose('editor', 'recorrect', compositionId, { reason: '第20页漏改' })).toMatchObject({ code: 200 });
  const message = await town.context.db
    .selectFrom('message')
    .select(['title', 'content'])
    .where('userId', '=', staff.ids.typesetter)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(message).toMatchObject({ title: '请改样：图书《再来的校样》', content: '第2次校样漏改1处，见“改正核对”。第20页漏改' });
  expect(await sendEvent('editor', 'pass', id)).toMatchObject({ code: 500, msg: '校样正在改样，出样后才能核红' });
  await nextProof(work);
  const turn = await town.context.db.selectFrom('manuscript').select(['turn', 'turnUserId']).where('id', '=', archiveId).executeTakeFirstOrThrow();
  expect(turn).toEqual({ turn: 'editor', turnUserId: staff.ids.editor });
  expect(await tick('proof2', second.markId, 'proof')).toMatchObject({ code: 200 });
  expect(await compose('editor', 'recorrect', compositionId, { reason: '再看看' })).toMatchObject({
    code: 500,
    msg: '采纳的改动在这次校样上都核对过了，不用退回改样',
  });
  expect(await sendEvent('editor', 'pass', id)).toMatchObject({ code: 200 });
});

test('45.3 a mark without one place in the text is a line of the list, and closes the way to the book until it is settled', async () => {
  const work = await firstProof('没有改完的书');
  const { archiveId, compositionId } = work;
  await stage(archiveId, 'one', 'proof1', [
    { page: 30, kind: 'wrong', wrong: '灯。', right: '火把。' },
    { page: 31, kind: 'query', wrong: '', right: '', note: '此处年份待核' },
  ]);
  const [lamp, question] = (await linesOf(archiveId)).lines;
  expect(lamp).toMatchObject({ appliedVersion: null, textReason: '正文里有多处相同的文字，请在正文里直接改' });
  expect(question).toMatchObject({ appliedVersion: null, textReason: '没有写明改成什么，请在正文里直接改' });
  await nextProof(work);
  const words = '校样上采纳的改动还有2处没有改入正文（一校第30页“灯。”改为“火把。”等），请到校对的“改正核对”里改入正文，或改好后逐条打勾';
  expect(await staff.ask('typesetter', 'POST', `/press/composition/epub/${compositionId}`)).toMatchObject({ code: 20706, msg: words });
  expect(await tick('editor', lamp.markId, 'text')).toMatchObject({ code: 500, msg: '正文里还没有“火把。”，请先改好正文，再打勾' });
  await town.context.db
    .updateTable('manuscriptText')
    .set({ content: TEXT.replace('他说：灯。', '他说：火把。') })
    .where('archiveId', '=', archiveId)
    .execute();
  expect(await tick('editor', lamp.markId, 'text')).toMatchObject({ code: 200 });
  expect(await tick('editor', question.markId, 'text')).toMatchObject({ code: 200 });
  expect(await tick('editor', question.markId, 'text', false)).toMatchObject({ code: 200 });
  expect(await tick('editor', question.markId, 'text')).toMatchObject({ code: 200 });
  expect(await staff.ask('typesetter', 'POST', `/press/composition/epub/${compositionId}`)).toMatchObject({ code: 200 });
  // Print waits for the ticks on the newest proof.
  await staff.put(archiveId, { status: 'ready' });
  expect(await compose('editor', 'finalise', compositionId)).toMatchObject({ code: 20706, msg: expect.stringContaining('第2次校样上核对') });
  await tick('editor', lamp.markId, 'proof');
  await tick('editor', question.markId, 'proof');
  expect(await compose('editor', 'finalise', compositionId)).toMatchObject({ code: 200 });
});

test('45.3 a book does not go on sale with an open correction or an EPUB from before the corrections', async () => {
  const work = await firstProof('上架之前');
  const { archiveId, compositionId } = work;
  const { db } = town.context;
  expect(await staff.ask('typesetter', 'POST', `/press/composition/epub/${compositionId}`)).toMatchObject({ code: 200 });
  await db.updateTable('manuscriptFile').set({ createTime: 1 }).where('archiveId', '=', archiveId).execute();
  await stage(archiveId, 'one', 'proof1', [MISPRINT]);
  await nextProof(work);
  const { id: publishId } = await db
    .insertInto('publication')
    .values({
      publishNo: 'CB45',
      kind: 'paper',
      edition: 1,
      title: '上架之前',
      authorsText: '何语',
      pressId: null,
      archiveTypeId: null,
      submitBy: staff.ids.manager,
      proposedListFen: null,
      proposedSaleFen: null,
      proposedIsFree: null,
      proposedBy: null,
      proposedAt: null,
      listTime: null,
      editionId: null,
      status: 'checking',
      createTime: 1,
      updateTime: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('composition').set({ status: 'released' }).where('id', '=', compositionId).execute();
  await staff.put(archiveId, { status: 'ready', kind: 'paper', publicationId: publishId });
  const approve = () => staff.ask('chief', 'PUT', `/cms/publish/approve/${publishId}`, {});
  expect(await approve()).toMatchObject({ code: 20706, msg: expect.stringContaining('没有在第2次校样上核对') });
  const [line] = (await linesOf(archiveId)).lines;
  await db.updateTable('proofMark').set({ checkedProofNo: 2 }).where('id', '=', line.markId).execute();
  expect(await approve()).toMatchObject({
    code: 20706,
    msg: '电子版是在改入校样的改动（第1版）以前生成的，请先到“电子版”重新生成EPUB',
  });
  expect(await staff.ask('typesetter', 'POST', `/press/composition/epub/${compositionId}`)).toMatchObject({ code: 200 });
  expect(await approve()).toMatchObject({ code: 200 });
});
