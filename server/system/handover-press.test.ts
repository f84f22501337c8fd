import { afterAll, beforeAll, expect, test } from 'vitest';
import { contestTown } from '../../tests/support/contest-fixture.ts';
import { journalOffice, type JournalOffice } from '../../tests/support/journal-office.ts';
import { pressStaff, type PressStaff, type StaffName } from '../../tests/support/press-staff.ts';
import { topicWalk } from '../../tests/support/topic-walk.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { manuscriptIn, transitionManuscript } from '../manuscript/manuscript-step.service.ts';

let t: TestContext;
let press: PressStaff;
let root: Bearer;
beforeAll(async () => {
  t = await testContext();
  press = await pressStaff(t);
  await t.addUser({ userName: 'root', roles: ['admin'] });
  root = await t.as('root');
});
afterAll(() => t.close());

const stop = (userId: number, more: object = {}) => press.ask(root, 'PUT', '/system/user/changeStatus', { userId, status: '1', ...more });
const start = (userId: number) => t.context.db.updateTable('user').set({ status: '0' }).where('id', '=', userId).execute();
const held = async (userId: number) =>
  ((await press.ask(root, 'GET', `/system/user/held/${userId}`)).data as { key: string; label: string; title: string; note: string }[]).map(
    ({ label, title, note }) => `${label} ${title} ${note}`,
  );
const told = async (userId: number) =>
  (await t.context.db.selectFrom('message').select('title').where('userId', '=', userId).execute()).map(({ title }) => title).join();
const second = async (name: string, like: StaffName, station: 'typesetter' | 'proofreader') => {
  const id = await t.addUser({ userName: name, roles: ['works_admin', station] });
  const row = await t.context.db.selectFrom('pressUser').selectAll().where('userId', '=', press.ids[like]).executeTakeFirstOrThrow();
  const { id: _id, ...station2 } = row;
  await t.context.db
    .insertInto('pressUser')
    .values({ ...station2, userId: id })
    .execute();
  return id;
};

test('#43.17 compositions of a typesetter go to another one, or to the responsible editor, who reassigns them', async () => {
  const { db } = t.context;
  const heir = await second('typesetter2', 'typesetter', 'typesetter');
  const archiveId = await press.submitted('other', '等排版的书');
  await press.put(archiveId, { status: 'composing', editorId: press.ids.editor, typesetterId: press.ids.typesetter });
  const { id } = await db
    .insertInto('composition')
    .values({
      archiveId,
      typesetterId: press.ids.typesetter,
      status: 'setting',
      sentAt: 1,
      sentBy: press.ids.editor,
      dueAt: 5,
      createTime: 1,
      updateTime: 1,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = () => db.selectFrom('composition').select(['typesetterId', 'status']).where('id', '=', id).executeTakeFirstOrThrow();
  expect(await held(press.ids.typesetter)).toEqual(['排版 等排版的书 排版中']);
  expect((await stop(press.ids.typesetter, { successorId: press.ids.proof1 })).msg).toContain('所选的人没有有效的排版岗位');
  expect((await stop(press.ids.typesetter, { successorId: heir, reason: '调离岗位' })).code).toBe(200);
  expect(await row()).toEqual({ typesetterId: heir, status: 'setting' });
  expect(await told(heir)).toContain('请排版：其他《等排版的书》');
  expect((await stop(heir, { leave: true })).code).toBe(200);
  expect(await row()).toEqual({ typesetterId: null, status: 'setting' });
  expect(await told(press.ids.editor)).toContain('请改派排版人员：其他《等排版的书》');
  await start(press.ids.typesetter);
  const given = await press.ask('editor', 'PUT', `/press/composition/transfer/${id}`, { typesetterId: press.ids.typesetter, reason: '接着排' });
  expect([given.code, (await row()).typesetterId]).toEqual([200, press.ids.typesetter]);
});

test('#43.17 an open proof goes to another proofreader by the rule of different people, or waits for an assignment again', async () => {
  const { db } = t.context;
  const archiveId = await press.submitted('other', '一校中的书');
  await press.put(archiveId, { status: 'composing', editorId: press.ids.editor, wordCount: 100_000 });
  await db.transaction().execute(async (tx) => void (await transitionManuscript(tx, null, await manuscriptIn(tx, archiveId), 'proofsOut')));
  const { id } = await db.selectFrom('proofread').select('id').where('archiveId', '=', archiveId).executeTakeFirstOrThrow();
  const sendEvent = (who: StaffName, event: string, body: object = {}) => press.ask(who, 'PUT', `/press/proofread/${event}/${id}`, body);
  expect((await sendEvent('manager', 'assign', { proofreaderId: press.ids.proof1 })).code).toBe(200);
  expect(await held(press.ids.proof1)).toEqual(['校对 一校中的书 一校']);
  const row = () => db.selectFrom('proofread').select(['proofreaderId', 'status']).where('id', '=', id).executeTakeFirstOrThrow();
  expect((await stop(press.ids.proof1, { successorId: press.ids.section })).msg).toContain('一校中的书：');
  expect((await row()).proofreaderId).toBe(press.ids.proof1);
  expect((await stop(press.ids.proof1, { successorId: press.ids.proof2 })).code).toBe(200);
  expect(await row()).toEqual({ proofreaderId: press.ids.proof2, status: 'assigned' });
  expect(await told(press.ids.proof2)).toContain('请您校对：其他《一校中的书》的一校');
  expect((await stop(press.ids.proof2, { leave: true })).code).toBe(200);
  expect(await row()).toEqual({ proofreaderId: null, status: 'pending' });
});

test('#43.17 a session gets another host or recorder with a seat; one that is left is reported to the managers', async () => {
  const walk = topicWalk(press);
  const sessionId = await walk.session([await walk.passed({ authorUserId: press.ids.author })]);
  const row = () => t.context.db.selectFrom('topicSession').select(['hostId', 'recorderId']).where('id', '=', sessionId).executeTakeFirstOrThrow();
  const seats = async () =>
    (await t.context.db.selectFrom('sessionAttendee').select('userId').where('sessionId', '=', sessionId).execute()).map(({ userId }) => userId);
  expect(await held(press.ids.chief)).toEqual(['论证会 选题论证会 主持']);
  expect((await stop(press.ids.chief, { successorId: press.ids.proof3 })).msg).toContain('接手的人须是本社在岗的总编辑');
  expect((await stop(press.ids.chief, { leave: true })).code).toBe(200);
  expect(await told(press.ids.manager)).toContain('请改派选题论证会的主持人');
  await start(press.ids.chief);
  expect((await stop(press.ids.chief, { successorId: press.ids.section })).code).toBe(200);
  expect(await row()).toEqual({ hostId: press.ids.section, recorderId: press.ids.manager });
  expect(await seats()).not.toContain(press.ids.chief);
  expect(await told(press.ids.section)).toContain('选题论证会由您主持');
  const opened = await press.ask('section', 'PUT', `/press/session/open/${sessionId}`, { presentIds: await seats() });
  expect([opened.code, opened.msg]).toEqual([200, '操作成功']);
});

test('#43.17 submissions of a journal editor go to another editor of the journal, or to its common queue', async () => {
  const town = await testContext();
  try {
    const office: JournalOffice = await journalOffice(town);
    const id = await office.external();
    const row = () =>
      town.context.db.selectFrom('journalSubmission').select(['editorId', 'turnUserId', 'turn']).where('id', '=', id).executeTakeFirstOrThrow();
    expect((await row()).editorId).toBe(office.ids.editor);
    const leave = (userId: number, more: object) => office.ask('boss', 'PUT', '/system/user/changeStatus', { userId, status: '1', ...more });
    expect((await leave(office.ids.editor, {})).msg).toContain('来稿');
    expect((await leave(office.ids.editor, { successorId: office.ids.other })).msg).toContain('请选择本刊的主编或编辑');
    expect((await leave(office.ids.editor, { successorId: office.ids.chief2 })).code).toBe(200);
    expect((await row()).editorId).toBe(office.ids.chief2);
    expect((await leave(office.ids.chief2, { leave: true })).code).toBe(200);
    expect((await row()).editorId).toBeNull();
    const messages = await town.context.db.selectFrom('message').select('title').where('userId', '=', office.ids.chief).execute();
    expect(messages.map(({ title }) => title).join()).toMatch(/来稿《.*》没有责任编辑，请指派/);
  } finally {
    await town.close();
  }
});

test('#43.17 judging that is not submitted goes to another judge without its draft, and never to somebody outside the contest', async () => {
  const town = await testContext();
  try {
    const c = await contestTown(town);
    for (const name of ['boss', 'writer', 'judge1', 'judge2', 'judge3']) await c.person(name, name === 'boss' ? ['admin'] : []);
    const contestId = await c.collecting();
    const submitId = await c.entry('writer', contestId);
    await c.addJudges(contestId, ['judge1', 'judge2']);
    const roundId = await c.roundOf(contestId, 1);
    const stamps = { createTime: 1, updateTime: 1 };
    await town.context.db.updateTable('contestRound').set({ status: 'open' }).where('id', '=', roundId).execute();
    const { id } = await town.context.db
      .insertInto('judgeTask')
      .values({ contestId, roundId, submitId, judgeId: c.ids['judge1'], orderNum: 1, status: 'draft', comment: '个人的意见', ...stamps } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    const leave = (name: string, more: object) => c.ask('boss', 'PUT', '/system/user/changeStatus', { userId: c.ids[name], status: '1', ...more });
    const row = () => town.context.db.selectFrom('judgeTask').select(['judgeId', 'status', 'comment']).where('id', '=', id).executeTakeFirstOrThrow();
    expect((await leave('judge1', {})).msg).toContain('大赛评审');
    expect((await leave('judge1', { successorId: c.ids['judge3'] })).msg).toContain('这个人不是本届评委');
    expect(await row()).toMatchObject({ judgeId: c.ids['judge1'], comment: '个人的意见' });
    expect((await leave('judge1', { successorId: c.ids['judge2'] })).code).toBe(200);
    expect(await row()).toEqual({ judgeId: c.ids['judge2'], status: 'todo', comment: '' });
  } finally {
    await town.close();
  }
});
