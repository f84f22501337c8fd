import { afterAll, beforeAll, expect, test } from 'vitest';
import { TUTOR_STATES } from '../../../contract/tutor/tutor.machine.ts';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';
import { slotsOfDay } from '../../tutor/free-slots.ts';
import { wireDate } from '../../db/clock.ts';
import { DEMO_TUTORS, WEEKLY } from './tutoring-texts.ts';
import { addTutoring } from './tutoring.ts';

let t: TestContext;
const NOW = Date.parse('2026-11-26T12:00:00+08:00');

beforeAll(async () => {
  t = await testContext();
  for (const userName of new Set(['opsadmin', ...DEMO_TUTORS.map(({ who }) => who)])) await t.addUser({ userName });
  for (const userName of Object.keys(WEEKLY))
    await t.context.db
      .insertInto('professor')
      .values({
        userId: await t.addUser({ userName }),
        collegeId: null,
        title: '教授',
        expertise: '写作',
        tutorPriceFen: 20_000,
        tutorMinutes: 60,
        createTime: 0,
        updateTime: 0,
      })
      .execute();
  await t.context.db.transaction().execute((tx) => addTutoring(tx, NOW));
});
afterAll(() => t.close());

test('the demo has 15 tutorings in every state, on slots of their experts, with summaries that the product would accept', async () => {
  const rows = await t.context.db.selectFrom('tutor').selectAll().execute();
  expect(rows).toHaveLength(15);
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(TUTOR_STATES));
  const slots = await t.context.db.selectFrom('tutorSlot').selectAll().execute();
  for (const row of rows) {
    const date = wireDate(row.expectTime);
    const weekly = slots.filter(({ professorId }) => professorId === row.professorId);
    const minute = (row.expectTime - Date.parse(`${date}T00:00:00+08:00`)) / 60_000;
    expect(slotsOfDay({ minutes: row.minutes, weekly, exceptions: [] }, date)).toContain(minute);
    if (row.status === 'done' || row.status === 'rated') {
      expect(row.expectTime).toBeLessThan(NOW);
      expect([...row.summary].length).toBeGreaterThanOrEqual(50);
    }
    if (row.status === 'applied') expect(row.expectTime).toBeGreaterThan(NOW);
    const last = await t.context.db.selectFrom('flowLog').selectAll().where('entityId', '=', row.id).orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect([last.toStatus, last.at <= NOW, last.at >= row.createTime]).toEqual([row.status, true, true]);
  }
});
