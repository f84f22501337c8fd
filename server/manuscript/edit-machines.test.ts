import { afterAll, beforeAll, expect, test } from 'vitest';
import { pressStaff, type PressStaff } from '../../tests/support/press-staff.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { manuscriptIn, transitionManuscript } from './manuscript-step.service.ts';

let town: TestContext;
let staff: PressStaff;
beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
});
afterAll(() => town.close());

const logOf = (entityType: string, entityId: number) =>
  town.context.db
    .selectFrom('flowLog')
    .select(['event', 'fromStatus', 'toStatus', 'operatorId'])
    .where('entityType', '=', entityType)
    .where('entityId', '=', entityId)
    .orderBy('id')
    .execute();
const tasksOf = (archiveId: number) =>
  town.context.db
    .selectFrom('editTask')
    .select(['id', 'status', 'startDate', 'finishedAt'])
    .where('archiveId', '=', archiveId)
    .orderBy('id')
    .execute();

async function assigned(title: string): Promise<number> {
  const archiveId = await staff.submitted('other', title);
  const answer = await staff.ask('manager', 'POST', '/press/editor/assign', { archiveId, editorId: staff.ids.editor });
  expect(answer).toMatchObject({ code: 200 });
  return archiveId;
}

test('#47.2 SM39 a query goes back and forth, and each step is in the transition log', async () => {
  const archiveId = await assigned('问与答');
  await staff.ask('editor', 'POST', '/press/editor/query', { archiveId, text: '是三代还是四代？' });
  const { id } = await town.context.db.selectFrom('editQuery').select('id').where('archiveId', '=', archiveId).executeTakeFirstOrThrow();
  const step = (who: 'author' | 'author2' | 'editor', event: string, text = '') =>
    staff.ask(who, 'PUT', `/press/editor/query/${event}/${id}`, { text });
  expect(await step('author2', 'answer', '我来答')).toMatchObject({ code: 404 });
  expect(await step('author', 'answer')).toMatchObject({ msg: '请填写答复' });
  expect(await step('editor', 'reopen')).toMatchObject({ code: 23901, msg: '这条质疑的状态已变化，请刷新后重试' });
  expect(await step('author', 'answer', '是三代。')).toMatchObject({ code: 200 });
  expect(await step('editor', 'overrule')).toMatchObject({ code: 200 });
  expect(await step('author', 'answer', '是四代。')).toMatchObject({ code: 23901 });
  expect(await step('editor', 'reopen')).toMatchObject({ code: 200 });
  const { author, editor } = staff.ids;
  expect(await logOf('editQuery', id)).toEqual([
    { event: 'answer', fromStatus: 'open', toStatus: 'answered', operatorId: author },
    { event: 'overrule', fromStatus: 'answered', toStatus: 'overruled', operatorId: editor },
    { event: 'reopen', fromStatus: 'overruled', toStatus: 'open', operatorId: editor },
  ]);
});

test('52.1 two requests with the same idempotency key create one query', async () => {
  const archiveId = await assigned('问一次');
  const send = async () =>
    (
      await town.app.inject({
        method: 'POST',
        url: '/prod-api/press/editor/query',
        headers: { ...staff.as.editor, 'idempotency-key': 'one-question' },
        payload: { archiveId, text: '是三代还是四代？' },
      })
    ).json<{ code: number }>();
  expect([await send(), await send()]).toMatchObject([{ code: 200 }, { code: 200 }]);
  expect(await town.context.db.selectFrom('editQuery').select('id').where('archiveId', '=', archiveId).execute()).toHaveLength(1);
});

test('#47.2 SM40 the edit task starts, ends and starts again with its manuscript', async () => {
  const archiveId = await assigned('加工的始末');
  const { db } = town.context;
  const move = (event: 'contractSigned' | 'backTo') =>
    db
      .transaction()
      .execute(async (tx) =>
        transitionManuscript(tx, null, await manuscriptIn(tx, archiveId), event, { checked: true, to: 'editing', reason: '还要再改一遍' }),
      );
  const { id = 0 } = (await tasksOf(archiveId))[0] ?? {};
  await staff.put(archiveId, { status: 'contracting' });
  await move('contractSigned');
  expect(await tasksOf(archiveId)).toEqual([{ id, status: 'editing', startDate: expect.any(Number), finishedAt: null }]);
  const completeness = { archiveId, completeness: [true, true, true], editedWordCount: 560 };
  expect(await staff.ask('editor', 'PUT', '/press/editor/completeness', completeness)).toMatchObject({ code: 200 });
  await db.updateTable('stageTask').set({ doneAt: 1 }).where('archiveId', '=', archiveId).execute();
  expect(await staff.ask('editor', 'PUT', `/cms/archive/finishEdit/${archiveId}`)).toMatchObject({ code: 200 });
  expect(await tasksOf(archiveId)).toMatchObject([{ status: 'done', finishedAt: expect.any(Number) }]);
  // 齐清定 stays on the screen of the editor after the editing.
  expect((await staff.ask('editor', 'GET', `/press/editor/work/${archiveId}`)).data).toMatchObject({ completeness: [true, true, true] });
  await move('backTo');
  expect(await tasksOf(archiveId)).toMatchObject([{ status: 'editing', finishedAt: null }]);
  expect((await logOf('editTask', id)).map(({ event }) => event)).toEqual(['start', 'finish', 'reopen']);
});

test('#47.2 SM40 a new editor gets a new task, and the one before is cancelled', async () => {
  const archiveId = await assigned('换一位编辑');
  const { db } = town.context;
  await staff.put(archiveId, { status: 'contracting' });
  await db
    .transaction()
    .execute(async (tx) => transitionManuscript(tx, null, await manuscriptIn(tx, archiveId), 'contractSigned', { checked: true }));
  const given = { reason: '工作调整', editorId: staff.ids.editor2 };
  expect(await staff.ask('manager', 'PUT', `/cms/archive/reassign/${archiveId}`, given)).toMatchObject({ code: 200 });
  expect((await tasksOf(archiveId)).map(({ status }) => status)).toEqual(['cancelled', 'editing']);
});
