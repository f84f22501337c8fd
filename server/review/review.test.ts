import { DAY_MS } from '../../contract/clock.ts';
import { ACCEPT_DAYS, LEVEL_DAYS } from '../../contract/review/review.machine.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pressStaff, type PressStaff, type StaffName } from '../../tests/support/press-staff.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { LEVELS, type Level } from '../../contract/review/review.machine.ts';
import { remindNextDuty } from '../manuscript/duty.service.ts';

let town: TestContext;
let staff: PressStaff;
beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
});
afterAll(() => town.close());

const OPINION = '稿件立意清楚，材料翔实，叙述有节制；第二部分的时间线请再核对一遍，个别引文需要注明出处，图表编号也请统一，其余没有意见。';
const sendEvent = (who: StaffName, event: string, id: number, body: object = {}) => staff.ask(who, 'PUT', `/press/audit/${event}/${id}`, body);

/** A manuscript that the editor has sent to review, and its open task. */
async function sentToReview(editor: 'editor' | 'editor2' = 'editor'): Promise<{ archiveId: number; auditId: number }> {
  const archiveId = await staff.submitted();
  await staff.ask('manager', 'POST', '/press/editor/assign', { archiveId, editorId: staff.ids[editor] });
  expect(await staff.ask(editor, 'PUT', `/cms/archive/startAudit/${archiveId}`, {})).toMatchObject({ code: 200 });
  return { archiveId, auditId: await taskOf(archiveId) };
}

const taskOf = async (archiveId: number): Promise<number> =>
  (
    await town.context.db
      .selectFrom('review')
      .select('id')
      .where('archiveId', '=', archiveId)
      .where('status', 'in', ['pending', 'assigned', 'reviewing'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).id;

async function accepted(auditId: number, who: StaffName, scores = [8, 8, 8, 8]): Promise<void> {
  expect(await sendEvent('manager', 'assign', auditId, { auditorId: staff.ids[who] })).toMatchObject({ code: 200 });
  expect(await sendEvent(who, 'accept', auditId)).toMatchObject({ code: 200 });
  const { version } = (await staff.ask(who, 'GET', `/press/audit/detail/${auditId}`)).data as { version: number };
  const report = { auditId, politics: 'ok', quality: scores, opinion: OPINION, suggestion: 'adopt', version };
  expect(await staff.ask(who, 'PUT', '/press/audit/report', report)).toMatchObject({ code: 200 });
}

const adopt = (who: StaffName, auditId: number, more: object = {}) => sendEvent(who, 'submitAdopt', auditId, { reason: OPINION, ...more });

test('SM04 leads a manuscript through three levels by three people to the contract', async () => {
  const { archiveId, auditId } = await sentToReview();
  await accepted(auditId, 'editor');
  expect(await adopt('editor', auditId)).toMatchObject({ code: 200 });
  expect(await staff.stateOf(archiveId)).toBe('audit_two');
  const second = await taskOf(archiveId);
  expect(await sendEvent('manager', 'assign', second, { auditorId: staff.ids.editor2 })).toMatchObject({ code: 20402 });
  await accepted(second, 'section');
  // The second level reads the report of the first.
  expect((await staff.ask('section', 'GET', `/press/audit/detail/${second}`)).data).toMatchObject({
    before: [{ level: 'one', report: { opinion: OPINION } }],
  });
  expect(await adopt('section', second)).toMatchObject({ code: 200 });
  const last = await taskOf(archiveId);
  expect(await sendEvent('manager', 'assign', last, { auditorId: staff.ids.section })).toMatchObject({
    code: 20403,
    msg: '三审中任何两个环节不能由同一人担任',
  });
  await accepted(last, 'chief');
  expect(await adopt('chief', last)).toMatchObject({ code: 200 });
  expect(await staff.stateOf(archiveId)).toBe('contracting');
});

test('SM04 compares people, not accounts: a second account of the same person is refused', async () => {
  const { archiveId, auditId } = await sentToReview();
  await accepted(auditId, 'editor');
  await adopt('editor', auditId);
  const { db } = town.context;
  await db.updateTable('user').set({ phonenumber: '13800000999' }).where('id', 'in', [staff.ids.editor]).execute();
  await db.updateTable('user').set({ identityKey: 'same' }).where('id', 'in', [staff.ids.editor, staff.ids.section]).execute();
  const second = await taskOf(archiveId);
  expect(await sendEvent('manager', 'assign', second, { auditorId: staff.ids.section })).toMatchObject({ code: 20403 });
  await db.updateTable('user').set({ identityKey: '' }).execute();
});

test('SM04 refuses a decision without a complete report, by another person, or without the permission of the level', async () => {
  const { auditId } = await sentToReview();
  expect(await sendEvent('manager', 'assign', auditId, { auditorId: staff.ids.editor2 })).toMatchObject({ code: 200 });
  expect(await sendEvent('section', 'accept', auditId)).toMatchObject({ code: 403 });
  expect(await sendEvent('author', 'accept', auditId)).toMatchObject({ code: 404 });
  await sendEvent('editor2', 'accept', auditId);
  expect(await adopt('editor2', auditId)).toMatchObject({ code: 20404, msg: '请先提交审读报告' });
  expect(await sendEvent('editor2', 'submitAdopt', auditId, { reason: '同意' })).toMatchObject({ code: 400 });
  expect(await sendEvent('editor2', 'assign', auditId, { auditorId: staff.ids.editor })).toMatchObject({ code: 403 });
});

test('SM04 declines with a reason and goes back to the manager', async () => {
  const { archiveId, auditId } = await sentToReview();
  await sendEvent('manager', 'assign', auditId, { auditorId: staff.ids.editor });
  expect(await sendEvent('editor', 'decline', auditId)).toMatchObject({ code: 400 });
  expect(await sendEvent('editor', 'decline', auditId, { reason: '近期出差，无法按期审读' })).toMatchObject({ code: 200 });
  const row = await town.context.db.selectFrom('manuscript').select(['turn', 'turnUserId']).where('id', '=', archiveId).executeTakeFirstOrThrow();
  expect(row).toEqual({ turn: 'manager', turnUserId: null });
});

test('SM04 sends back for revision with a letter that can be withdrawn together with the decision', async () => {
  const { archiveId, auditId } = await sentToReview();
  await accepted(auditId, 'editor2');
  expect(await sendEvent('editor2', 'submitRevise', auditId, { reason: OPINION })).toMatchObject({ code: 200 });
  expect(await staff.stateOf(archiveId)).toBe('revising');
  const letter = await town.context.db.selectFrom('letter').select('id').where('entityId', '=', archiveId).executeTakeFirstOrThrow();
  expect(await staff.ask('editor2', 'PUT', `/cms/archive/letter/withdraw/${letter.id}`)).toMatchObject({ code: 200 });
  expect(await staff.stateOf(archiveId)).toBe('audit_one');
  expect((await staff.ask('editor2', 'GET', `/press/audit/detail/${auditId}`)).data).toMatchObject({ status: 'reviewing' });
  // The restored review is the only one of its level.
  expect(await taskOf(archiveId)).toBe(auditId);
  // The second time the author revises, and all levels run again in a new round.
  await sendEvent('editor2', 'submitRevise', auditId, { reason: OPINION });
  expect(await staff.ask('author', 'PUT', `/cms/archive/mine/resubmit/${archiveId}`)).toMatchObject({ code: 20109 });
  await town.context.db
    .insertInto('manuscriptVersion')
    .values({
      archiveId,
      versionNo: 1,
      fileKey: 'x',
      mime: 'text/plain',
      bytes: 1,
      contentHash: 'x',
      source: 'author',
      stage: 'revising',
      changedBy: staff.ids.author,
      createTime: Date.now() + 1000,
    })
    .execute();
  expect(await staff.ask('author', 'PUT', `/cms/archive/mine/resubmit/${archiveId}`)).toMatchObject({ code: 200 });
  expect(await staff.stateOf(archiveId)).toBe('assigned');
  await staff.ask('editor', 'PUT', `/cms/archive/startAudit/${archiveId}`, {});
  const again = await town.context.db
    .selectFrom('review')
    .select(['level', 'round'])
    .where('id', '=', await taskOf(archiveId))
    .executeTakeFirstOrThrow();
  expect(again).toEqual({ level: 'one', round: 2 });
});

test('SM04 is withdrawn within a day until the next level begins', async () => {
  const { archiveId, auditId } = await sentToReview();
  await accepted(auditId, 'editor');
  await adopt('editor', auditId);
  expect(await sendEvent('editor', 'recall', auditId)).toMatchObject({ code: 200 });
  expect(await staff.stateOf(archiveId)).toBe('audit_one');
  await adopt('editor', auditId);
  const second = await taskOf(archiveId);
  await accepted(second, 'section');
  expect(await sendEvent('editor', 'recall', auditId)).toMatchObject({ code: 20406, msg: '下一审级已开始，不能撤回' });
});

test('SM04 asks the last level to have read the whole manuscript when the first two differ', async () => {
  const { archiveId, auditId } = await sentToReview();
  await accepted(auditId, 'editor', [9, 9, 9, 9]);
  await adopt('editor', auditId);
  const second = await taskOf(archiveId);
  await accepted(second, 'section', [5, 5, 6, 6]);
  await adopt('section', second);
  const last = await taskOf(archiveId);
  await accepted(last, 'chief');
  expect(await adopt('chief', last)).toMatchObject({ code: 20404 });
  expect(await adopt('chief', last, { readWhole: true })).toMatchObject({ code: 200 });
});

test('SM04 cancels open tasks when the manuscript leaves the review, and pauses them on hold', async () => {
  const { archiveId, auditId } = await sentToReview();
  await sendEvent('manager', 'assign', auditId, { auditorId: staff.ids.editor });
  await staff.ask('chief', 'PUT', `/cms/archive/hold/${archiveId}`, { reason: '等授权', reasonType: '版权' });
  expect(await sendEvent('editor', 'accept', auditId)).toMatchObject({ code: 500 });
  await staff.ask('chief', 'PUT', `/cms/archive/resume/${archiveId}`, {});
  const row = await town.context.db.selectFrom('manuscript').select(['turn', 'turnUserId']).where('id', '=', archiveId).executeTakeFirstOrThrow();
  expect(row).toEqual({ turn: 'reviewer', turnUserId: staff.ids.editor });
  await sendEvent('editor', 'accept', auditId);
});

test('SM04 reminds the auditor three days before, on the day and three days after, and then the managers', async () => {
  const { auditId } = await sentToReview();
  await sendEvent('manager', 'assign', auditId, { auditorId: staff.ids.editor2 });
  while (await remindNextDuty(town.context));
  const count = async (userId: number) =>
    (await town.context.db.selectFrom('message').select('id').where('userId', '=', userId).where('title', 'like', '%期%').execute()).length;
  const set = (dueAt: number) => town.context.db.updateTable('review').set({ dueAt }).where('id', '=', auditId).execute();
  const day = DAY_MS;
  await set(Date.now() + 2 * day);
  while (await remindNextDuty(town.context));
  expect(await count(staff.ids.editor2)).toBe(1);
  expect(await remindNextDuty(town.context)).toBe(false);
  await set(Date.now() - 4 * day);
  const managers = await count(staff.ids.manager);
  while (await remindNextDuty(town.context));
  expect(await count(staff.ids.editor2)).toBe(2);
  expect(await count(staff.ids.manager)).toBe(managers + 1);
});

/** Who holds the permission of each level, by the default grants. */
const HOLDS: Readonly<Record<Level, readonly StaffName[]>> = {
  one: ['editor', 'editor2', 'outsider', 'manager'],
  two: ['section', 'manager'],
  last: ['chief', 'manager'],
};
const EVERYBODY: readonly StaffName[] = [
  'author',
  'manager',
  'editor',
  'editor2',
  'outsider',
  'section',
  'chief',
  'proof1',
  'typesetter',
  'archivist',
];

test.each(LEVELS.flatMap((level) => EVERYBODY.map((who) => [level, who] as const)))(
  'SM04 level %s is decided by %s only with its permission and the assignment',
  async (level, who) => {
    const archiveId = await staff.submitted();
    await staff.put(archiveId, { status: `audit_${level}`, reviewRound: 1 });
    const base = { createTime: 1, updateTime: 1, assignedBy: null, assignedAt: 1, dueAt: null, finishedAt: null };
    const { id } = await town.context.db
      .insertInto('review')
      .values({ archiveId, level, round: 1, auditorId: staff.ids[who], status: 'assigned', ...base })
      .returning('id')
      .executeTakeFirstOrThrow();
    const allowed = HOLDS[level].includes(who);
    expect((await sendEvent(who, 'accept', id)).code).toBe(allowed ? 200 : 403);
    const other = EVERYBODY.find((one) => one !== who && HOLDS[level].includes(one));
    if (allowed && other) expect([403, 404]).toContain((await sendEvent(other, 'submitReject', id, { reason: OPINION })).code);
  },
);

test('an author on the staff learns neither who reviews the own manuscript nor what they write', async () => {
  const { archiveId, auditId } = await sentToReview();
  await accepted(auditId, 'editor2');
  await staff.put(archiveId, { authors: JSON.stringify([{ name: '甲', role: '著', share: 10_000, userId: staff.ids.section }]) });
  const own = await staff.ask('section', 'GET', '/press/audit/list?level=one&tab=open&pageSize=50');
  expect(own.rows.find((row) => row.auditId === auditId)).toMatchObject({ auditorName: '' });
  for (const path of [`/press/audit/detail/${auditId}`, `/press/audit/people/${auditId}`, `/doc/report/${auditId}?reading=1`])
    expect((await staff.ask('section', 'GET', path)).code).not.toBe(200);
  await staff.put(archiveId, { authors: JSON.stringify([{ name: '甲', role: '著', share: 10_000, userId: staff.ids.manager }]) });
  for (const path of [`/press/audit/detail/${auditId}`, `/press/audit/people/${auditId}`, `/doc/report/${auditId}?reading=1`])
    expect((await staff.ask('manager', 'GET', path)).code).toBe(404);
  expect(await sendEvent('manager', 'transfer', auditId, { auditorId: staff.ids.section, reason: '换一位审稿人' })).toMatchObject({ code: 404 });
  expect(JSON.stringify(await staff.ask('manager', 'GET', `/cms/archive/detail/${archiveId}`))).not.toContain('editor2');
  await staff.put(archiveId, { title: '只此一部' });
  const shown = async (who: StaffName): Promise<string[]> => {
    const { rows } = await staff.ask(who, 'GET', `/cms/archive/list?title=${encodeURIComponent('只此一部')}`);
    const { columns } = (await staff.ask(who, 'GET', `/press/board/list?keyword=${encodeURIComponent('只此一部')}`)).data as {
      columns: { cards: { archiveId: number; turnName: string }[] }[];
    };
    return [...rows, ...columns.flatMap(({ cards }) => cards)].filter((one) => one.archiveId === archiveId).map((one) => one.turnName as string);
  };
  expect(await shown('manager')).toEqual(['审稿人', '审稿人']);
  expect(await shown('chief')).toEqual(['editor2', 'editor2']);
});

test('#43.10 a manuscript review runs from its acceptance; the assignment has a date of its own to be answered by', async () => {
  const { archiveId, auditId } = await sentToReview('editor2');
  await sendEvent('manager', 'assign', auditId, { auditorId: staff.ids.editor });
  const { db } = town.context;
  const due = async () => {
    const [review, manuscript] = await Promise.all([
      db.selectFrom('review').select('dueAt').where('id', '=', auditId).executeTakeFirstOrThrow(),
      db.selectFrom('manuscript').select('dueAt').where('id', '=', archiveId).executeTakeFirstOrThrow(),
    ]);
    return [review.dueAt, manuscript.dueAt].map((at) => Math.round((Number(at) - Date.now()) / DAY_MS));
  };
  expect(await due()).toEqual([ACCEPT_DAYS, ACCEPT_DAYS]);
  // Almost too late, the auditor accepts: the days of the review are all there.
  await db
    .updateTable('review')
    .set({ dueAt: Date.now() + 5000 })
    .where('id', '=', auditId)
    .execute();
  expect(await sendEvent('editor', 'accept', auditId)).toMatchObject({ code: 200 });
  expect(await due()).toEqual([LEVEL_DAYS.one, LEVEL_DAYS.one]);
});
