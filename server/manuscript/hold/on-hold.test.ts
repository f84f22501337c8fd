import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../../contract/clock.ts';
import { pressStaff, type PressStaff, type StaffName } from '../../../tests/support/press-staff.ts';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';
import { ON_HOLD } from './on-hold.service.ts';

let town: TestContext;
let staff: PressStaff;
let archiveId: number;
beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
  archiveId = await staff.submitted('other', '停下的书');
  await staff.ask('manager', 'POST', '/press/editor/assign', { archiveId, editorId: staff.ids.editor });
});
afterAll(() => town.close());

const BASE = { createTime: 1, updateTime: 1 };
const hold = (who: StaffName, event: 'hold' | 'resume') =>
  staff.ask(who, 'PUT', `/cms/archive/${event}/${archiveId}`, event === 'hold' ? { reason: '等授权书', reasonType: '版权' } : {});

test('52.3 a manuscript on hold rejects reports, answers, ticks, tasks, queries, review steps, proof marks and deliveries', async () => {
  const { db } = town.context;
  const { ids } = staff;
  await staff.ask('editor', 'POST', '/press/editor/query', { archiveId, text: '是三代还是四代？' });
  const { id: queryId } = await db.selectFrom('editQuery').select('id').where('archiveId', '=', archiveId).executeTakeFirstOrThrow();
  await staff.ask('editor', 'POST', '/press/editor/task', { archiveId, title: '核对引文', blocking: '1', dueDate: '' });
  const { id: taskId } = await db.selectFrom('stageTask').select('id').where('archiveId', '=', archiveId).executeTakeFirstOrThrow();
  const NONE = { assignedBy: null, assignedAt: null, dueAt: null, finishedAt: null, ...BASE };
  const { id: reviewId } = await db
    .insertInto('review')
    .values({ ...NONE, archiveId, level: 'one', round: 1, auditorId: ids.editor2, status: 'reviewing' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: proofId } = await db
    .insertInto('proofread')
    .values({ ...NONE, archiveId, stage: 'one', round: 1, proofreaderId: ids.proof1, startedAt: 1, status: 'proofing' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const files = { proofFileId: null, deliveredFileId: null, finalFileId: null, epubFileId: null, queuedFileId: null };
  const times = { deliveredAt: null, sentAt: null, dueAt: null, releasedAt: null };
  const { id: compositionId } = await db
    .insertInto('composition')
    .values({ ...BASE, ...files, ...times, archiveId, typesetterId: ids.typesetter, sentBy: null, releasedBy: null, status: 'setting' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const acts: readonly [StaffName, 'POST' | 'PUT', string, object][] = [
    ['author', 'PUT', `/press/editor/query/answer/${queryId}`, { text: '是三代。' }],
    ['editor', 'PUT', '/press/editor/completeness', { archiveId, completeness: [true, true, true], editedWordCount: 10 }],
    ['editor', 'PUT', '/press/editor/tick', { taskId, done: true }],
    ['editor', 'POST', '/press/editor/task', { archiveId, title: '再核一遍', blocking: '0', dueDate: '' }],
    ['editor', 'POST', '/press/editor/query', { archiveId, text: '年份对吗？' }],
    ['editor2', 'PUT', '/press/audit/report', { auditId: reviewId, politics: 'ok', opinion: '可以', version: 0 }],
    ['editor2', 'PUT', `/press/audit/decline/${reviewId}`, { reason: '没有时间' }],
    ['proof1', 'POST', '/press/proofread/mark', { proofId, page: 1, kind: 'wrong', quote: '灯', wrong: '灯', right: '燈', characters: 1 }],
    ['proof1', 'PUT', `/press/proofread/submit/${proofId}`, { reason: '' }],
    ['typesetter', 'PUT', `/press/composition/deliver/${compositionId}`, { reason: '' }],
  ];
  expect(await hold('chief', 'hold')).toMatchObject({ code: 200 });
  const said = [];
  for (const [who, method, path, body] of acts) said.push([path, (await staff.ask(who, method, path, body)).msg]);
  expect(said).toEqual(acts.map(([, , path]) => [path, ON_HOLD]));
});

test('52.3 resuming restores turn and due date, shifts the date by the length of the hold, and notifies author and staff', async () => {
  const { db } = town.context;
  await db.updateTable('manuscript').set({ status: 'assigned' }).where('id', '=', archiveId).execute();
  await db
    .updateTable('review')
    .set({ status: 'cancelled' as never })
    .execute();
  await db
    .updateTable('proofread')
    .set({ status: 'passed' as never })
    .execute();
  const due = Date.now() + 5 * DAY_MS;
  await staff.put(archiveId, { turn: 'author', turnUserId: staff.ids.author, dueAt: due, version: 50 });
  expect(await hold('chief', 'hold')).toMatchObject({ code: 200 });
  await db
    .updateTable('manuscriptHold')
    .set({ heldAt: Date.now() - 3 * DAY_MS })
    .where('result', '=', 'holding')
    .execute();
  expect(await hold('chief', 'resume')).toMatchObject({ code: 200 });
  const row = await db.selectFrom('manuscript').select(['turn', 'turnUserId', 'dueAt']).where('id', '=', archiveId).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ turn: 'author', turnUserId: staff.ids.author });
  expect(Math.round(((row.dueAt ?? 0) - due) / DAY_MS)).toBe(3);
  const told = await db.selectFrom('message').select(['userId', 'title', 'content']).where('title', 'like', '%《停下的书》已恢复').execute();
  expect(told.map(({ userId }) => userId).toSorted()).toEqual([staff.ids.author, staff.ids.editor].toSorted());
  const stopped = await db.selectFrom('message').select('content').where('userId', '=', staff.ids.author).where('title', 'like', '%已搁置').execute();
  expect(stopped.map(({ content }) => content)).toEqual(['', '']);
});
