import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { pressStaff, type PressStaff, type StaffName } from '../../tests/support/press-staff.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import type { PROOF_EVENTS, Stage } from '../../contract/proof/proof.machine.ts';
import { manuscriptIn, transitionManuscript } from '../manuscript/manuscript-step.service.ts';
import { remindNextDuty } from '../manuscript/duty.service.ts';

let town: TestContext;
let staff: PressStaff;
beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
});
afterAll(() => town.close());

const sendEvent = (who: StaffName, event: string, id: number, body: object = {}) => staff.ask(who, 'PUT', `/press/proofread/${event}/${id}`, body);
const detail = async (who: StaffName, id: number) => (await staff.ask(who, 'GET', `/press/proofread/detail/${id}`)).data;
const addMark = (who: StaffName, proofId: number, more: object = {}) =>
  staff.ask(who, 'POST', '/press/proofread/mark', { proofId, page: 1, kind: 'wrong', wrong: '宴', right: '晏', ...more });
const decide = (who: StaffName, markId: number, fate: string, reason = '') =>
  staff.ask(who, 'PUT', `/press/proofread/fate/${markId}`, { fate, reason });

const openProof = async (archiveId: number, stage: Stage): Promise<number> =>
  (
    await town.context.db
      .selectFrom('proofread')
      .select('id')
      .where('archiveId', '=', archiveId)
      .where('stage', '=', stage)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).id;

/** A manuscript whose first proofs are out, and its task. */
async function proofsOut(): Promise<{ archiveId: number; id: number }> {
  const archiveId = await staff.submitted();
  await staff.put(archiveId, { status: 'composing', editorId: staff.ids.editor, wordCount: 100_000 });
  await town.context.db
    .transaction()
    .execute(async (tx) => void (await transitionManuscript(tx, null, await manuscriptIn(tx, archiveId), 'proofsOut')));
  return { archiveId, id: await openProof(archiveId, 'one') };
}

async function begun(id: number, who: StaffName): Promise<void> {
  expect(await sendEvent('manager', 'assign', id, { proofreaderId: staff.ids[who] })).toMatchObject({ code: 200 });
  expect(await sendEvent(who, 'start', id)).toMatchObject({ code: 200 });
}

/** A whole stage without errors. */
async function clean(id: number, who: StaffName): Promise<void> {
  await begun(id, who);
  expect(await sendEvent(who, 'submit', id, { charCount: 100_000, noErrors: true })).toMatchObject({ code: 200 });
  expect(await sendEvent('editor', 'pass', id)).toMatchObject({ code: 200 });
}

test('SM06 leads a manuscript through three proofs and the reading', async () => {
  const { archiveId, id } = await proofsOut();
  await begun(id, 'proof1');
  const row = await town.context.db.selectFrom('proofread').select(['dueAt', 'assignedAt']).where('id', '=', id).executeTakeFirstOrThrow();
  expect(((row.dueAt ?? 0) - (row.assignedAt ?? 0)) / DAY_MS).toBe(7);
  expect(await sendEvent('proof1', 'submit', id, { charCount: 100_000 })).toMatchObject({ code: 20604, msg: '请填写校对结果' });
  expect(await addMark('proof1', id, { page: 0 })).toMatchObject({ code: 400 });
  expect(await addMark('proof2', id)).toMatchObject({ code: 403 });
  const made = await addMark('proof1', id);
  const second = await addMark('proof1', id, { kind: 'punctuation', wrong: '，', right: '。' });
  expect(await sendEvent('proof1', 'submit', id, { charCount: 0 })).toMatchObject({ code: 20604 });
  expect(await sendEvent('proof1', 'submit', id, { charCount: 100_000, noErrors: true })).toMatchObject({ code: 400 });
  expect(await decide('editor', made.data.markId, 'adopted')).toMatchObject({ code: 500 });
  expect(await sendEvent('proof1', 'submit', id, { charCount: 100_000, reportText: '全书通读一遍' })).toMatchObject({ code: 200 });
  expect(await detail('editor', id)).toMatchObject({ status: 'submitted', rate: 0.11, decides: true });
  expect(await addMark('proof1', id)).toMatchObject({ code: 500 });
  expect(await sendEvent('editor', 'pass', id)).toMatchObject({ code: 20605, msg: '尚有2处标记未处理' });
  expect(await decide('editor2', made.data.markId, 'adopted')).toMatchObject({ code: 403 });
  expect(await decide('editor', made.data.markId, 'rejected')).toMatchObject({ code: 400 });
  expect(await decide('editor', made.data.markId, 'rejected', '作者有意这样写')).toMatchObject({ code: 200 });
  expect(await decide('editor', second.data.markId, 'carried')).toMatchObject({ code: 200 });
  expect(await sendEvent('editor', 'pass', id)).toMatchObject({ code: 200 });
  expect(await detail('editor', id)).toMatchObject({ status: 'passed', rate: 0.01 });
  expect(await staff.stateOf(archiveId)).toBe('proof_two');
  const two = await openProof(archiveId, 'two');
  expect(await sendEvent('manager', 'assign', two, { proofreaderId: staff.ids.proof1 })).toMatchObject({
    code: 20603,
    msg: '一校、二校须由不同人员担任',
  });
  await clean(two, 'proof2');
  const three = await openProof(archiveId, 'three');
  expect(await sendEvent('manager', 'assign', three, { proofreaderId: staff.ids.proof1 })).toMatchObject({
    code: 20602,
    msg: '终校须由本社具有中级以上职称的专职校对担任',
  });
  // The next stage sees the marks before it.
  expect((await detail('proof3', three)).marks).toHaveLength(2);
  await clean(three, 'proof3');
  const read = await openProof(archiveId, 'read');
  await begun(read, 'proof1');
  for (let page = 1; page <= 11; page += 1) await addMark('proof1', read, { page, kind: 'grammar', wrong: `错${page}`, right: `对${page}` });
  await sendEvent('proof1', 'submit', read, { charCount: 100_000 });
  expect(await sendEvent('editor', 'pass', read)).toMatchObject({ code: 20605, msg: '尚有12处标记未处理' });
  for (const mark of (await detail('editor', read)).marks.filter((one: { fate: string }) => one.fate !== 'rejected')) {
    expect(await decide('editor', mark.markId, 'carried')).toMatchObject({ code: 500 });
    expect(await decide('editor', mark.markId, 'adopted')).toMatchObject({ code: 200 });
  }
  expect(await sendEvent('editor', 'pass', read)).toMatchObject({ code: 20111, msg: '差错率超过万分之一，不能付印' });
  expect(await sendEvent('editor', 'redo', read)).toMatchObject({ code: 400 });
  expect(await sendEvent('editor', 'redo', read, { reason: '改样后再读一遍' })).toMatchObject({ code: 200 });
  expect(await detail('proof1', read)).toMatchObject({ status: 'assigned', round: 2 });
  await sendEvent('proof1', 'start', read);
  expect(await sendEvent('proof1', 'submit', read, { charCount: 100_000, noErrors: true })).toMatchObject({ code: 200 });
  expect(await sendEvent('editor', 'pass', read)).toMatchObject({ code: 200 });
  expect(await staff.stateOf(archiveId)).toBe('ready');
});

test('SM06 compares people: two accounts of one person do not proofread both first stages', async () => {
  const { archiveId, id } = await proofsOut();
  await clean(id, 'proof1');
  const { db } = town.context;
  await db.updateTable('user').set({ identityKey: 'same' }).where('id', 'in', [staff.ids.proof1, staff.ids.proof2]).execute();
  const two = await openProof(archiveId, 'two');
  expect(await sendEvent('manager', 'assign', two, { proofreaderId: staff.ids.proof2 })).toMatchObject({ code: 20603 });
  await db.updateTable('user').set({ identityKey: '' }).execute();
  expect(await sendEvent('manager', 'assign', two, { proofreaderId: staff.ids.editor })).toMatchObject({ code: 20602 });
});

test('#47.1 neither the proofreader nor an author decides on a proof with a second account', async () => {
  const { archiveId, id } = await proofsOut();
  await begun(id, 'proof1');
  const { data } = await addMark('proof1', id);
  await sendEvent('proof1', 'submit', id, { charCount: 100_000, reportText: '全书通读一遍' });
  const { db } = town.context;
  for (const [other, words, toPass] of [
    ['proof1', '不能核红自己校对的稿件，请由另一位编辑处理', '不能核红自己校对的稿件，请由另一位编辑处理'],
    ['author', '不能核红自己的稿件，请由另一位编辑处理', '您是这部书稿的作者，社内的手续请由其他人员办理'],
  ] as const) {
    await db.updateTable('user').set({ identityKey: 'same' }).where('id', 'in', [staff.ids.editor, staff.ids[other]]).execute();
    expect(await detail('editor', id)).toMatchObject({ decides: false });
    expect(await decide('editor', data.markId, 'adopted')).toMatchObject({ code: 500, msg: words });
    expect(await sendEvent('editor', 'pass', id)).toMatchObject({ code: 500, msg: toPass });
    await db.updateTable('user').set({ identityKey: '' }).execute();
  }
  expect(await detail('editor', id)).toMatchObject({ decides: true });
  expect(await decide('editor', data.markId, 'adopted')).toMatchObject({ code: 200 });
  expect(await sendEvent('editor', 'pass', id)).toMatchObject({ code: 200 });
  expect(await staff.stateOf(archiveId)).toBe('proof_two');
});

test('SM06 marks are changed by their proofreader only, with the version that was read, and discussed by both', async () => {
  const { id } = await proofsOut();
  await begun(id, 'proof1');
  const { markId } = (await addMark('proof1', id)).data;
  const [mark] = (await detail('proof1', id)).marks;
  const changed = { markId, version: mark.version, page: 2, kind: 'wrong', wrong: '宴', right: '晏', note: '形近' };
  expect(await staff.ask('proof2', 'PUT', '/press/proofread/mark', changed)).toMatchObject({ code: 403 });
  expect(await staff.ask('proof1', 'PUT', '/press/proofread/mark', changed)).toMatchObject({ code: 200 });
  expect(await staff.ask('proof1', 'PUT', '/press/proofread/mark', changed)).toMatchObject({ code: 409 });
  expect(await staff.ask('editor', 'POST', '/press/proofread/reply', { markId, text: '请核对底稿' })).toMatchObject({ code: 200 });
  expect((await detail('proof1', id)).marks[0]).toMatchObject({ page: 2, note: '形近', replies: [{ text: '请核对底稿' }] });
  expect(await staff.ask('proof1', 'DELETE', `/press/proofread/mark/${markId}`)).toMatchObject({ code: 200 });
  expect((await detail('proof1', id)).marks).toEqual([]);
});

test('SM06 the author reads the proof after the second stage, and the marks join the list', async () => {
  const { archiveId, id } = await proofsOut();
  await clean(id, 'proof1');
  expect((await staff.ask('author', 'GET', `/press/proofread/author/${archiveId}`)).data).toBeNull();
  await clean(await openProof(archiveId, 'two'), 'proof2');
  const todo = await staff.ask('author', 'GET', '/cms/archive/mine/statistics');
  expect(todo.data.todo).toContainEqual(expect.objectContaining({ archiveId, kind: '看校样' }));
  expect((await staff.ask('author2', 'GET', `/press/proofread/author/${archiveId}`)).data).toBeNull();
  const change = { archiveId, quote: '桥上的灯亮了', right: '桥上的灯又亮了' };
  expect(await staff.ask('author2', 'POST', '/press/proofread/author/mark', change)).toMatchObject({ code: 404 });
  expect(await staff.ask('author', 'POST', '/press/proofread/author/mark', change)).toMatchObject({ code: 200 });
  const { db } = town.context;
  const { id: markId, ...mine } = await db.selectFrom('proofMark').selectAll().where('archiveId', '=', archiveId).executeTakeFirstOrThrow();
  for (let at = 0; at < 999; at += 111)
    await db
      .insertInto('proofMark')
      .values(Array.from({ length: 111 }, () => mine))
      .execute();
  expect(await staff.ask('author', 'POST', '/press/proofread/author/mark', { ...change, right: '又一处' })).toMatchObject({
    code: 500,
    msg: expect.stringContaining('最多标1000处'),
  });
  await db.deleteFrom('proofMark').where('archiveId', '=', archiveId).where('id', '<>', markId).execute();
  expect(await staff.ask('author', 'PUT', `/press/proofread/author/finish/${archiveId}`)).toMatchObject({ code: 200 });
  const returned = { code: 24201, msg: '校样已交回，如还有改动请联系责任编辑' };
  expect(await staff.ask('author', 'POST', '/press/proofread/author/mark', change)).toMatchObject(returned);
  expect(await staff.ask('author', 'PUT', `/press/proofread/author/finish/${archiveId}`)).toMatchObject(returned);
  const three = await openProof(archiveId, 'three');
  await begun(three, 'proof3');
  await sendEvent('proof3', 'submit', three, { charCount: 100_000, noErrors: true });
  expect(await sendEvent('editor', 'pass', three)).toMatchObject({ code: 20605 });
  const [mark] = (await detail('editor', three)).marks;
  expect(mark).toMatchObject({ source: 'author', kind: 'query' });
  await decide('editor', mark.markId, 'rejected', '三校已定稿');
  const own = (await staff.ask('author', 'GET', `/press/proofread/author/${archiveId}`)).data;
  expect(own).toMatchObject({ status: 'done', marks: [{ decision: '不改：三校已定稿' }] });
  // The author does not learn who decided.
  expect(JSON.stringify(own)).not.toContain('editor');
});

test('#47.2 SM42 the author returns the own proof once, and a proof of a manuscript that goes back is cancelled', async () => {
  const { db } = town.context;
  const { archiveId } = await proofsOut();
  await openProof(archiveId, 'one');
  const { id } = await db
    .insertInto('authorProof')
    .values({ archiveId, userId: staff.ids.author, dueAt: Date.now() + 86_400_000, doneAt: null, createTime: 1, updateTime: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await staff.ask('author2', 'PUT', `/press/proofread/author/finish/${archiveId}`)).toMatchObject({ code: 404 });
  await staff.ask('manager', 'PUT', `/cms/archive/backTo/${archiveId}`, { reason: '版式要重做', to: 'composing' });
  const logged = await db
    .selectFrom('flowLog')
    .select(['event', 'fromStatus', 'toStatus', 'note', 'operatorId'])
    .where('entityType', '=', 'authorProof')
    .where('entityId', '=', id)
    .execute();
  expect(logged).toEqual([{ event: 'cancel', fromStatus: 'open', toStatus: 'cancelled', note: '版式要重做', operatorId: staff.ids.manager }]);
  expect((await staff.ask('author', 'GET', `/press/proofread/author/${archiveId}`)).data).toBeNull();
});

test('SM06 tasks are cancelled when the manuscript goes back, and a new round begins', async () => {
  const { archiveId, id } = await proofsOut();
  await begun(id, 'proof1');
  await staff.ask('manager', 'PUT', `/cms/archive/backTo/${archiveId}`, { reason: '版式要重做', to: 'composing' });
  expect(await detail('editor', id)).toMatchObject({ status: 'cancelled' });
  await town.context.db
    .transaction()
    .execute(async (tx) => void (await transitionManuscript(tx, null, await manuscriptIn(tx, archiveId), 'proofsOut')));
  expect(await detail('editor', await openProof(archiveId, 'one'))).toMatchObject({ round: 2, status: 'pending' });
});

test('SM06 reminds the proofreader before the date and when it is late, once each', async () => {
  const { id } = await proofsOut();
  await begun(id, 'proof1');
  const { db } = town.context;
  const count = async () =>
    (await db.selectFrom('message').select('id').where('userId', '=', staff.ids.proof1).where('title', 'like', '%一校%期%').execute()).length;
  const set = (dueAt: number) => db.updateTable('proofread').set({ dueAt }).where('id', '=', id).execute();
  const day = DAY_MS;
  await set(Date.now() + day);
  while (await remindNextDuty(town.context));
  expect(await count()).toBe(1);
  await set(Date.now() - day);
  while (await remindNextDuty(town.context));
  expect(await count()).toBe(2);
  expect(await remindNextDuty(town.context)).toBe(false);
});

const SAMPLE = { kind: 'sample', pageFrom: 1, pageTo: 200, charCount: 100_000, score: 600, opinion: '样书装订整齐' };

test('20118 a printed book goes on sale only with the signed check of its sample copy', async () => {
  const { db } = town.context;
  const archiveId = await staff.submitted('book', '样书检查之书');
  const base = { createTime: 1, updateTime: 1 };
  const { id: publicationId } = await db
    .insertInto('publication')
    .values({
      publishNo: 'CB1',
      kind: 'book',
      edition: 1,
      title: '样书检查之书',
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
      ...base,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await staff.put(archiveId, { status: 'ready', editorId: staff.ids.editor, publicationId, wordCount: 200_000 });
  await db
    .insertInto('composition')
    .values({
      archiveId,
      typesetterId: null,
      proofFileId: null,
      deliveredFileId: null,
      deliveredAt: null,
      finalFileId: null,
      epubFileId: null,
      queuedFileId: null,
      sentAt: null,
      sentBy: null,
      dueAt: null,
      releasedAt: 1,
      releasedBy: null,
      status: 'released',
      ...base,
    })
    .execute();
  await db
    .insertInto('proofread')
    .values({
      archiveId,
      stage: 'one',
      round: 1,
      proofreaderId: staff.ids.proof1,
      assignedBy: null,
      assignedAt: null,
      dueAt: null,
      startedAt: null,
      finishedAt: 1,
      status: 'passed',
      ...base,
    })
    .execute();
  const approve = () => staff.ask('chief', 'PUT', `/cms/publish/approve/${publicationId}`, {});
  expect(await approve()).toMatchObject({ code: 20118, msg: '样书检查未完成，不能上架' });
  const add = (who: StaffName, more: object = {}) => staff.ask(who, 'POST', '/press/proofread/quality', { archiveId, ...SAMPLE, ...more });
  expect(await add('proof1')).toMatchObject({ code: 500 });
  expect(await add('manager', { charCount: 50_000 })).toMatchObject({ code: 400 });
  expect(await add('manager', { score: 1200 })).toMatchObject({ code: 200 });
  expect(await add('proof2')).toMatchObject({ code: 200 });
  const [passed, wrong] = (await staff.ask('editor', 'GET', `/press/proofread/quality/${archiveId}`)).data;
  expect([passed.rate, passed.verdict, wrong.rate, wrong.verdict]).toEqual([0.6, 'pass', 1.2, 'fail']);
  const sign = (who: StaffName, id: number) => staff.ask(who, 'PUT', `/press/proofread/quality/sign/${id}`);
  expect(await sign('editor', wrong.checkId)).toMatchObject({ code: 500 });
  expect(await sign('editor', passed.checkId)).toMatchObject({ code: 200 });
  expect(await sign('editor', passed.checkId)).toMatchObject({ code: 500 });
  expect(await sign('editor2', passed.checkId)).toMatchObject({ code: 403 });
  expect(await sign('proof1', passed.checkId)).toMatchObject({ code: 200 });
  expect(await approve()).toMatchObject({ code: 20118, msg: '样书检查未完成，不能上架：缺主管签署' });
  expect(await sign('manager', passed.checkId)).toMatchObject({ code: 200 });
  expect(await approve()).toMatchObject({ code: 200 });
  expect(await staff.stateOf(archiveId)).toBe('published');
});

const HOLDS: Readonly<Record<(typeof PROOF_EVENTS)[number], readonly StaffName[]>> = {
  assign: ['manager'],
  transfer: ['manager'],
  start: ['proof1', 'proof2', 'proof3', 'manager'],
  submit: ['proof1', 'proof2', 'proof3', 'manager'],
  pass: ['editor', 'editor2', 'outsider', 'manager'],
  redo: ['editor', 'editor2', 'outsider', 'manager'],
};
const EVERYBODY: readonly StaffName[] = ['author', 'manager', 'editor', 'outsider', 'section', 'chief', 'proof1', 'typesetter', 'archivist'];

test('SM06 gives each event only to the roles of the grants', async () => {
  const { id } = await proofsOut();
  let tried = 0;
  for (const [event, holders] of Object.entries(HOLDS))
    for (const who of EVERYBODY.filter((one) => !holders.includes(one))) {
      expect([event, who, (await sendEvent(who, event, id, { reason: '没有权限的人' })).code]).toEqual([event, who, 403]);
      tried += 1;
    }
  expect(tried).toBeGreaterThan(10);
});
