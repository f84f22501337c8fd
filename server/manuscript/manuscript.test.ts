import { DAY_MS } from '../../contract/clock.ts';
import { manuscriptInfo } from '../../contract/manuscript/manuscript-version.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pressStaff, SUMMARY, type Answer, type PressStaff } from '../../tests/support/press-staff.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { deliverNextLetter } from './letter/letter.service.ts';

let town: TestContext;
let staff: PressStaff;
let author: Bearer;
let manager: Bearer;
let chief: Bearer;
let editor: Bearer;
let ids: PressStaff['ids'];
let ask: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, who: Bearer, body?: object) => Promise<Answer>;

beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
  ({ ids } = staff);
  ({ author, manager, chief, editor } = staff.as);
  ask = (method, path, who, body) => staff.ask(who, method, path, body);
  await town.context.db.updateTable('pressUser').set({ maxTasks: 2 }).where('userId', '=', ids.editor).execute();
});
afterAll(() => town.close());

const AUTHORS = [{ name: '何语', role: '著', share: 10_000, userId: null }];
const submitted = (kind?: string) => staff.submitted(kind);

const sendEvent = (event: string, id: number, who: Bearer, body: object = {}) => ask('PUT', `/cms/archive/${event}/${id}`, who, body);
const stateOf = (id: number) => staff.stateOf(id);

test('SM01 names what a manuscript lacks when it is submitted, and gives it a number once', async () => {
  const { data } = await ask('POST', '/cms/archive/mine', author, { title: '未完稿' });
  const { archiveId } = data as { archiveId: number };
  const answer = await ask('POST', `/cms/archive/submit/${archiveId}`, author);
  expect(answer).toMatchObject({ code: 20102 });
  expect(answer.msg).toMatch(/^稿件信息不完整：内容提要.*书稿文件/);
  const id = await submitted();
  const row = await town.context.db.selectFrom('manuscript').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ status: 'submitted', turn: 'manager', turnUserId: null });
  expect(row.archiveNo).toMatch(/^GJ\d{4}\d{6}$/);
  expect(await sendEvent('returnForCompletion', id, manager, { reason: '请补充作者简介' })).toMatchObject({ code: 200 });
  expect(await ask('POST', `/cms/archive/submit/${id}`, author)).toMatchObject({ code: 200 });
  expect((await town.context.db.selectFrom('manuscript').select('archiveNo').where('id', '=', id).executeTakeFirstOrThrow()).archiveNo).toBe(
    row.archiveNo,
  );
});

test('SM01 answers a foreign manuscript like a missing one, and an event of the wrong state in words', async () => {
  const id = await submitted();
  const other = await town.addUser({ userName: 'other', roles: ['author'] });
  expect(other).toBeGreaterThan(0);
  const otherUser = await town.as('other');
  for (const path of [`/cms/archive/mine/${id}`, `/cms/archive/detail/${id}`, `/cms/archive/getInfo/${id}`])
    expect((await ask('GET', path, otherUser)).code).toBe(404);
  expect(await ask('PUT', `/cms/archive/mine/withdraw/${id}`, otherUser)).toMatchObject({ code: 404 });
  expect(await sendEvent('finishEdit', id, editor)).toMatchObject({ code: 403 });
  expect(await ask('PUT', `/cms/archive/mine/resubmit/${id}`, author)).toMatchObject({
    code: 20101,
    msg: '稿件《桥上的灯》当前状态为「已投稿」，不能修回',
  });
});

test('S7.14 the text of a published manuscript answers without a token, with the time-out of the specification', async () => {
  const id = await submitted();
  const { db } = town.context;
  expect((await town.app.inject({ method: 'GET', url: `/prod-api/cms/archive/getInfo/${id}` })).json()).toMatchObject({ code: 404 });
  await db.updateTable('manuscript').set({ status: 'published', confidentiality: 'public' }).where('id', '=', id).execute();
  expect((await town.app.inject({ method: 'GET', url: `/prod-api/cms/archive/getInfo/${id}` })).json()).toMatchObject({
    code: 200,
    data: { archiveId: id, title: '桥上的灯', writable: false },
  });
  expect(manuscriptInfo.timeout).toBe(10_000_000);
  await db.updateTable('manuscript').set({ status: 'archived' }).where('id', '=', id).execute();
});

test('SM01 assigns only a qualified editor with capacity who is not the author', async () => {
  const id = await submitted();
  expect(await ask('POST', '/press/editor/assign', manager, { archiveId: id, editorId: ids.chief })).toMatchObject({ code: 20105 });
  expect(await ask('POST', '/press/editor/assign', editor, { archiveId: id, editorId: ids.editor })).toMatchObject({ code: 403 });
  expect(await ask('POST', '/press/editor/assign', manager, { archiveId: id, editorId: ids.editor })).toMatchObject({ code: 200 });
  const second = await submitted();
  expect(await ask('POST', '/press/editor/assign', manager, { archiveId: second, editorId: ids.editor })).toMatchObject({ code: 200 });
  const third = await submitted();
  expect(await ask('POST', '/press/editor/assign', manager, { archiveId: third, editorId: ids.editor })).toMatchObject({
    code: 20105,
    msg: '该编辑任务已满或资格已过期',
  });
  for (const done of [id, second]) await town.context.db.updateTable('manuscript').set({ status: 'archived' }).where('id', '=', done).execute();
});

test('SM01 gives new work to the deputy of an absent editor', async () => {
  const deputy = await town.addUser({ userName: 'deputy', roles: ['works_admin', 'editor'] });
  const station = { userId: deputy, station: 'editor', qualification: '编辑', certNo: 'Z2', createTime: 1, updateTime: 1 };
  await town.context.db.insertInto('pressUser').values(station).execute();
  const gone = { userId: ids.editor, startDate: '2000-01-01', endDate: '2999-01-01', deputyId: deputy, createTime: 1, updateTime: 1 };
  await town.context.db.insertInto('absence').values(gone).execute();
  const id = await submitted();
  await ask('POST', '/press/editor/assign', manager, { archiveId: id, editorId: ids.editor });
  const row = await town.context.db.selectFrom('manuscript').select(['editorId', 'turnUserId']).where('id', '=', id).executeTakeFirstOrThrow();
  expect(row).toEqual({ editorId: deputy, turnUserId: deputy });
  await town.context.db.deleteFrom('absence').execute();
  await town.context.db.updateTable('manuscript').set({ status: 'archived' }).where('id', '=', id).execute();
});

test('52.3 chains of deputies are followed, circles and overlaps are rejected, and an unqualified deputy is named with the absent colleague', async () => {
  const { db } = town.context;
  const [first, second] = [await town.addUser({ userName: '周代' }), await town.addUser({ userName: '秦代', roles: ['works_admin', 'editor'] })];
  const absence = (userId: number, deputyId: number) =>
    db.insertInto('absence').values({ userId, deputyId, startDate: '2000-01-01', endDate: '2999-01-01', createTime: 1, updateTime: 1 }).execute();
  const id = await submitted();
  const assign = () => ask('POST', '/press/editor/assign', manager, { archiveId: id, editorId: ids.editor });
  const { nickName } = await db.selectFrom('user').select('nickName').where('id', '=', ids.editor).executeTakeFirstOrThrow();
  await absence(ids.editor, first);
  expect((await assign()).msg).toBe(`${nickName}休假，由周代代理，但周代不能接手：该编辑任务已满或资格已过期`);
  await absence(first, second);
  await db
    .insertInto('pressUser')
    .values({ userId: second, station: 'editor', qualification: '编辑', certNo: 'Z3', createTime: 1, updateTime: 1 })
    .execute();
  expect(await assign()).toMatchObject({ code: 200 });
  const { editorId } = await db.selectFrom('manuscript').select('editorId').where('id', '=', id).executeTakeFirstOrThrow();
  expect(editorId).toBe(second);
  const told = await db.selectFrom('message').select('title').where('userId', '=', second).execute();
  expect(told.map(({ title }) => title)).toContainEqual(expect.stringMatching(new RegExp(`的责任编辑（代${nickName}）$`)));
  await absence(second, ids.editor);
  const other = await submitted();
  expect((await ask('POST', '/press/editor/assign', manager, { archiveId: other, editorId: ids.editor })).msg).toContain('和代理人都在休假');
  const again = { userId: ids.editor, deputyId: second, startDate: '2026-01-01', endDate: '2026-02-01', reason: '' };
  expect((await ask('POST', '/press/absence', manager, again)).msg).toContain('日期不能重叠');
  await db.deleteFrom('absence').execute();
  for (const done of [id, other]) await db.updateTable('manuscript').set({ status: 'archived' }).where('id', '=', done).execute();
});

test('SM01 sends a manuscript back after a hold to where it was, with its due dates moved', async () => {
  const id = await submitted();
  await ask('POST', '/press/editor/assign', manager, { archiveId: id, editorId: ids.editor, dueDate: '2999-01-01' });
  const due = async () =>
    (await town.context.db.selectFrom('editTask').select('dueAt').where('archiveId', '=', id).executeTakeFirstOrThrow()).dueAt ?? 0;
  const before = await due();
  expect(await sendEvent('hold', id, chief, { reason: '等授权书' })).toMatchObject({ code: 400 });
  expect(await sendEvent('hold', id, chief, { reason: '等授权书', reasonType: '版权', resumePlan: '2999-02-01' })).toMatchObject({ code: 200 });
  expect((await ask('GET', '/press/hold/list', chief)).rows).toMatchObject([{ archiveId: id, fromStatus: 'assigned', days: 0 }]);
  await town.context.db
    .updateTable('manuscriptHold')
    .set({ heldAt: Date.now() - DAY_MS })
    .execute();
  expect(await sendEvent('resume', id, chief)).toMatchObject({ code: 200 });
  expect(await stateOf(id)).toBe('assigned');
  expect((await due()) - before).toBeGreaterThanOrEqual(DAY_MS);
  await town.context.db.updateTable('manuscript').set({ status: 'archived' }).where('id', '=', id).execute();
});

test('#47.2 SM43 SM01 withdraws a decision with its letter within ten minutes, and never after delivery or a later step', async () => {
  while (await deliverNextLetter(town.context));
  const id = await submitted();
  const reason = '选题与本社方向不合，建议另投他处';
  expect(await sendEvent('reject', id, chief, { reason })).toMatchObject({ code: 200 });
  expect(await stateOf(id)).toBe('rejected');
  const [letter] = ((await ask('GET', `/cms/archive/detail/${id}`, chief)).data as { letters: { letterId: number; withdrawable: boolean }[] })
    .letters;
  expect(letter).toMatchObject({ withdrawable: true, status: 'waiting' });
  expect(await ask('PUT', `/cms/archive/letter/withdraw/${letter?.letterId}`, manager)).toMatchObject({ code: 404 });
  expect(await ask('PUT', `/cms/archive/letter/withdraw/${letter?.letterId}`, chief)).toMatchObject({ code: 200 });
  expect(await stateOf(id)).toBe('submitted');
  expect(await deliverNextLetter(town.context)).toBe(false);
  // Delivered after ten minutes: the author reads it, and it cannot be taken back.
  await sendEvent('reject', id, chief, { reason });
  await town.context.db.updateTable('letter').set({ sendAt: 1 }).where('status', '=', 'waiting').execute();
  expect(await deliverNextLetter(town.context)).toBe(true);
  while (await deliverNextLetter(town.context));
  const inbox = await town.context.db.selectFrom('message').select(['title', 'content']).where('userId', '=', ids.author).execute();
  expect(inbox.find(({ title }) => title.includes('未能采用'))?.content).toContain(reason);
  const sent = await town.context.db
    .selectFrom('letter')
    .select('id')
    .where('status', '=', 'sent')
    .where('senderId', '=', ids.chief)
    .executeTakeFirstOrThrow();
  expect(await ask('PUT', `/cms/archive/letter/withdraw/${sent.id}`, chief)).toMatchObject({
    code: 24301,
    msg: '信件已经送达，不能撤回；请用后续流程更正',
  });
  const logged = await town.context.db
    .selectFrom('flowLog')
    .select(['event', 'fromStatus', 'toStatus', 'operatorId'])
    .where('entityType', '=', 'letter')
    .where('entityId', 'in', [letter?.letterId ?? 0, sent.id])
    .orderBy('id')
    .execute();
  expect(logged).toEqual([
    { event: 'withdraw', fromStatus: 'waiting', toStatus: 'withdrawn', operatorId: ids.chief },
    { event: 'send', fromStatus: 'waiting', toStatus: 'sent', operatorId: 0 },
  ]);
  // 撤销退稿 brings it back to the state before.
  expect(await sendEvent('undoReject', id, chief, { reason: '社里重新考虑' })).toMatchObject({ code: 200 });
  expect(await stateOf(id)).toBe('submitted');
});

test('52.1 52.3 the author does not see a decision before its letter, nor ever one that was taken back or reversed before', async () => {
  const id = await submitted();
  const reason = '选题与本社方向不合，建议另投他处';
  const seen = async () => {
    const { status, timeline, letters } = (await ask('GET', `/cms/archive/mine/${id}`, author)).data as {
      status: string;
      timeline: { text: string }[];
      letters: unknown[];
    };
    return { status, steps: timeline.map(({ text }) => text), letters: letters.length };
  };
  const before = await seen();
  expect(before.status).toBe('submitted');
  await sendEvent('reject', id, chief, { reason });
  expect(await seen()).toEqual(before);
  const letter = await town.context.db.selectFrom('letter').select('id').where('entityId', '=', id).executeTakeFirstOrThrow();
  await ask('PUT', `/cms/archive/letter/withdraw/${letter.id}`, chief);
  expect(await seen()).toEqual(before);
  // Reversed by the next step before the letter left: neither letter is sent.
  await sendEvent('reject', id, chief, { reason });
  await sendEvent('undoReject', id, chief, { reason: '社里重新考虑' });
  await town.context.db.updateTable('letter').set({ sendAt: 1 }).where('status', '=', 'waiting').execute();
  while (await deliverNextLetter(town.context));
  expect(await seen()).toEqual(before);
  const letters = await town.context.db.selectFrom('letter').select('status').where('entityId', '=', id).execute();
  expect(letters.map(({ status }) => status)).toEqual(['withdrawn', 'withdrawn']);
  // Told after the ten minutes.
  await sendEvent('reject', id, chief, { reason });
  await town.context.db.updateTable('letter').set({ sendAt: 1 }).where('status', '=', 'waiting').execute();
  while (await deliverNextLetter(town.context));
  expect(await seen()).toEqual({ status: 'rejected', steps: [...before.steps, '未采用'], letters: 1 });
});

test('SM01 restores a withdrawn manuscript only when its author asks', async () => {
  const id = await submitted();
  expect(await ask('PUT', `/cms/archive/mine/withdraw/${id}`, author)).toMatchObject({ code: 200 });
  expect(await sendEvent('undoWithdraw', id, manager)).toMatchObject({ code: 500 });
  expect(await ask('PUT', `/cms/archive/mine/askRestore/${id}`, author)).toMatchObject({ code: 200 });
  expect(await sendEvent('undoWithdraw', id, manager)).toMatchObject({ code: 200 });
  expect(await stateOf(id)).toBe('submitted');
});

test('S7.20 saves the text only on top of the revision it was based on, and a version once for equal content', async () => {
  const { data } = await ask('POST', '/cms/archive/mine', author, { title: '版本', summary: SUMMARY, authors: AUTHORS });
  const { archiveId } = data as { archiveId: number };
  expect(await ask('PUT', '/cms/archive/content', author, { archiveId, content: '<p>第一稿</p>', revision: 0 })).toMatchObject({
    data: { revision: 1, wordCount: 3 },
  });
  expect(await ask('PUT', '/cms/archive/content', author, { archiveId, content: '<p>另一个窗口</p>', revision: 0 })).toMatchObject({ code: 409 });
  const send = async (text: string) => {
    const edge = 'edge';
    const payload = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n${text}\r\n--${edge}--\r\n`;
    const headers = { ...author, 'content-type': `multipart/form-data; boundary=${edge}` };
    return (await town.app.inject({ method: 'POST', url: `/prod-api/doc/saveFileHistory?archiveId=${archiveId}`, headers, payload })).json<{
      data: { versionNo: number };
    }>();
  };
  // The online text before the upload is the first version.
  expect(await send('第一段\n第二段')).toMatchObject({ code: 200, data: { versionNo: 2, wordCount: 6 } });
  expect(await send('第一段\n第二段')).toMatchObject({ data: { versionNo: 2 } });
  expect(await send('第一段\n改过的第二段\n第三段')).toMatchObject({ data: { versionNo: 3 } });
  const compared = await ask('GET', `/cms/archive/history/compare?archiveId=${archiveId}&from=2&to=3`, author);
  expect(compared.data).toMatchObject({
    lines: [
      { kind: 'same', before: '第一段' },
      { kind: 'changed', before: '第二段', after: '改过的第二段' },
      { kind: 'added', after: '第三段' },
    ],
  });
  const versions = (await ask('GET', `/cms/archive/history/list?archiveId=${archiveId}`, author)).data as { versionId: number; versionNo: number }[];
  expect(versions.map((one) => one.versionNo)).toEqual([3, 2, 1]);
  expect(await ask('PUT', `/cms/archive/history/restore/${versions[1]?.versionId}`, author)).toMatchObject({ data: { versionNo: 4 } });
});

test('the board counts what each queue lists, and a manuscript of the caller is marked', async () => {
  const { data } = await ask('GET', '/press/board/list', manager);
  const board = data as { counts: Record<string, number>; columns: { cards: { mine: boolean }[]; total: number }[]; total: number };
  const mine = (await ask('GET', '/press/board/list?queue=mine', manager)).data as typeof board;
  expect(mine.total).toBe(board.counts['mine']);
  expect(new Set(mine.columns.flatMap(({ cards }) => cards).map((card) => card.mine))).toEqual(new Set([true]));
  expect(board.total).toBe(board.columns.reduce((all, { total }) => all + total, 0));
});

test('an author answers a query, and only the editor closes it', async () => {
  const id = await submitted();
  await ask('POST', '/press/editor/assign', manager, { archiveId: id, editorId: ids.editor });
  expect(await ask('POST', '/press/editor/query', editor, { archiveId: id, place: '第3页', quote: '三代', text: '是三代还是四代？' })).toMatchObject({
    code: 200,
  });
  const detail = (await ask('GET', `/cms/archive/mine/${id}`, author)).data as { queries: { queryId: number }[] };
  const queryId = detail.queries[0]?.queryId;
  expect(await ask('PUT', `/press/editor/query/resolve/${queryId}`, author)).toMatchObject({ code: 404 });
  expect(await ask('PUT', `/press/editor/query/answer/${queryId}`, author, { text: '是三代。' })).toMatchObject({ code: 200 });
  expect(await ask('PUT', `/press/editor/query/resolve/${queryId}`, editor)).toMatchObject({ code: 200 });
  expect((await ask('GET', `/press/editor/work/${id}`, editor)).data).toMatchObject({
    queries: [{ status: 'resolved', answer: '是三代。' }],
    writable: true,
  });
});
