import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { pressStaff, type PressStaff } from '../../tests/support/press-staff.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { dutyKinds, remindNextDuty } from './duty.service.ts';

let town: TestContext;
let staff: PressStaff;
beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
});
afterAll(async () => {
  vi.useRealTimers();
  await town.close();
});

const BASE = { createTime: 1, updateTime: 1 };
const START = Date.UTC(2026, 5, 1, 4);

/** Sends what is due at a time and returns the titles of the messages that a user has. */
async function told(userId: number, at: number): Promise<string[]> {
  vi.setSystemTime(at);
  while (await remindNextDuty(town.context));
  const rows = await town.context.db
    .selectFrom('message')
    .select('title')
    .where('userId', '=', userId)
    .where('title', 'like', '%《到期%')
    .orderBy('id')
    .execute();
  return rows.map(({ title }) => title).filter((title) => /到期$|已过期限$/.test(title));
}

test('52.3 every duty with a due date is reminded of before, at and after it, once, and not while the manuscript is on hold', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  const { db } = town.context;
  const { ids } = staff;
  expect(dutyKinds().toSorted()).toEqual([
    'authorProof',
    'composition',
    'editTask',
    'proofread',
    'publishing',
    'resumption',
    'review',
    'revision',
    'stageTask',
  ]);
  const due = START + 10 * DAY_MS;
  const make = async (title: string, columns: object) => {
    const archiveId = await staff.submitted('other', title);
    await staff.put(archiveId, { editorId: ids.editor, ...columns });
    return archiveId;
  };
  const edited = await make('到期编辑', { status: 'editing' });
  const task = { ...BASE, startDate: null, finishedAt: null, assignedBy: ids.manager, editorId: ids.editor };
  await db
    .insertInto('editTask')
    .values({ ...task, archiveId: edited, dueAt: due, status: 'editing' })
    .execute();
  await db
    .insertInto('stageTask')
    .values({ ...BASE, archiveId: edited, stage: 'editing', title: '核对引文', dueAt: due, doneBy: null, doneAt: null })
    .execute();
  await make('到期修改', { status: 'revising', dueAt: due });
  const proofed = await make('到期校样', { status: 'reading' });
  await db
    .insertInto('authorProof')
    .values({ ...BASE, archiveId: proofed, userId: ids.author, dueAt: due, doneAt: null, status: 'open' })
    .execute();
  const set = await make('到期排版', { status: 'composing' });
  const files = { proofFileId: null, deliveredFileId: null, finalFileId: null, epubFileId: null, queuedFileId: null };
  const times = { deliveredAt: null, sentAt: null, dueAt: due, releasedAt: null };
  await db
    .insertInto('composition')
    .values({ ...BASE, ...files, ...times, archiveId: set, typesetterId: ids.typesetter, sentBy: null, releasedBy: null, status: 'setting' })
    .execute();
  await make('到期出版', { status: 'ready', dueAt: due, turnUserId: ids.manager });
  expect(await told(ids.editor, due - 4 * DAY_MS)).toEqual([]);
  const ahead = due - DAY_MS / 2;
  expect((await told(ids.editor, ahead)).map((title) => title.replace(/将于.*/, ''))).toEqual(['《到期编辑》的编辑加工', '《到期编辑》的“核对引文”']);
  expect(await told(ids.author, ahead)).toHaveLength(2);
  expect(await told(ids.typesetter, ahead)).toHaveLength(1);
  expect(await told(ids.manager, ahead)).toHaveLength(1);
  // Once for each of three times, however often it is looked for.
  await told(ids.typesetter, due + 1);
  await told(ids.typesetter, due + DAY_MS);
  expect(await told(ids.typesetter, due + 4 * DAY_MS)).toEqual([
    expect.stringMatching(/^《到期排版》的排版将于.*到期$/),
    '《到期排版》的排版已过期限',
    '《到期排版》的排版已过期限',
  ]);
  const held = await make('到期搁置', { status: 'held' });
  await db
    .insertInto('editTask')
    .values({ ...task, archiveId: held, dueAt: due, status: 'editing' })
    .execute();
  expect((await told(ids.editor, due + 4 * DAY_MS)).filter((title) => title.includes('到期搁置'))).toEqual([]);
});

test('52.3 signing the agreement keeps the due date of the editing on the board', async () => {
  const { db } = town.context;
  const archiveId = await staff.submitted('other', '签约之后');
  await staff.ask('manager', 'POST', '/press/editor/assign', { archiveId, editorId: staff.ids.editor, dueDate: '2999-01-01' });
  await staff.put(archiveId, { status: 'contracting' });
  const { transitionManuscript, manuscriptIn } = await import('./manuscript-step.service.ts');
  await db.transaction().execute(async (tx) => {
    await transitionManuscript(tx, null, await manuscriptIn(tx, archiveId), 'contractSigned', { checked: true });
  });
  const row = await db.selectFrom('manuscript').select(['status', 'dueAt']).where('id', '=', archiveId).executeTakeFirstOrThrow();
  const { dueAt } = await db.selectFrom('editTask').select('dueAt').where('archiveId', '=', archiveId).executeTakeFirstOrThrow();
  expect(row).toEqual({ status: 'editing', dueAt });
});

test('52.3 reviews and proofs that were reminded of before the upgrade are not reminded of again, and late reminders go on', async () => {
  const { sql } = await import('kysely');
  const { up } = await import('../db/migrations/100-review-and-proof-duties.ts');
  const { db } = town.context;
  for (const table of ['review', 'proofread']) await sql`alter table ${sql.table(table)} add column reminded_at bigint`.execute(db);
  const now = START + 100 * DAY_MS;
  vi.setSystemTime(now);
  const archiveId = await staff.submitted('other', '到期升级');
  await staff.put(archiveId, { status: 'audit_one' });
  const task = { ...BASE, archiveId, round: 1, assignedBy: null, assignedAt: 1, finishedAt: null };
  const review = async (level: 'one' | 'two' | 'last', dueAt: number, remindedAt: number | null) => {
    const row = { ...task, level, auditorId: staff.ids.editor2, dueAt, status: 'reviewing' as const };
    const { id } = await db.insertInto('review').values(row).returning('id').executeTakeFirstOrThrow();
    await sql`update review set reminded_at = ${remindedAt} where id = ${id}`.execute(db);
  };
  await review('one', now + DAY_MS, now - DAY_MS);
  await review('two', now - DAY_MS, now - DAY_MS / 2);
  await review('last', now + DAY_MS, null);
  const proof = {
    ...task,
    stage: 'one' as const,
    proofreaderId: staff.ids.proof1,
    dueAt: now - 4 * DAY_MS,
    startedAt: null,
    status: 'proofing' as const,
  };
  const { id } = await db.insertInto('proofread').values(proof).returning('id').executeTakeFirstOrThrow();
  await sql`update proofread set reminded_at = ${now - 3 * DAY_MS} where id = ${id}`.execute(db);
  await up(db as never, db.engine);
  expect((await told(staff.ids.editor2, now)).map((title) => title.replace(/将于.*/, ''))).toEqual(['《到期升级》的终审']);
  expect(await told(staff.ids.proof1, now)).toEqual([]);
  expect((await told(staff.ids.editor2, now + 4 * DAY_MS)).filter((title) => title.endsWith('已过期限'))).toHaveLength(3);
});
