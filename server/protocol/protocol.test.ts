import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { useTemplate } from '../../tests/support/default-template.ts';
import { docxText } from '../document/docx-text.ts';
import { pressStaff, type PressStaff, type StaffName } from '../../tests/support/press-staff.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { PROTOCOL_STAFF_EVENTS } from '../../contract/protocol/protocol.machine.ts';
import { transitionManuscript, manuscriptIn } from '../manuscript/manuscript-step.service.ts';
import { watchNextEnd } from './protocol-effects.service.ts';
import { endOf } from './protocol.service.ts';

let town: TestContext;
let staff: PressStaff;
beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
});
afterAll(() => town.close());

const sendEvent = (who: StaffName, event: string, id: number, body: object = {}) => staff.ask(who, 'PUT', `/press/protocol/${event}/${id}`, body);
const sign = (who: StaffName, id: number, event = 'signA', reason = '') => staff.ask(who, 'PUT', `/press/protocol/sign/${id}`, { event, reason });

/** A manuscript that passed the last review, with the draft of its agreement. */
async function contracting(): Promise<{ archiveId: number; id: number }> {
  const { db } = town.context;
  const archiveId = await staff.submitted();
  await staff.put(archiveId, { status: 'audit_last', editorId: staff.ids.editor, reviewRound: 1 });
  await db.transaction().execute(async (tx) => {
    await transitionManuscript(tx, null, await manuscriptIn(tx, archiveId), 'passLast');
  });
  const { id } = await db.selectFrom('protocol').select('id').where('archiveId', '=', archiveId).executeTakeFirstOrThrow();
  return { archiveId, id };
}

async function edit(id: number, more: object): Promise<unknown> {
  const { data } = await staff.ask('editor', 'GET', `/press/protocol/${id}`);
  return staff.ask('editor', 'PUT', '/press/protocol', { ...(data as object), ...more });
}

/** The way to a state, by the people who take each step. */
async function checked(): Promise<{ archiveId: number; id: number }> {
  const made = await contracting();
  expect(await edit(made.id, { royaltyBp: 800, startDate: '2026-01-01' })).toMatchObject({ code: 200 });
  expect(await sendEvent('editor', 'submit', made.id)).toMatchObject({ code: 200 });
  expect(await sendEvent('manager', 'approve', made.id)).toMatchObject({ code: 200 });
  return made;
}

test('SM05 is drafted by the last review, signed by both sides, and moves the manuscript to editing', async () => {
  const { archiveId, id } = await contracting();
  expect(await sendEvent('editor', 'submit', id)).toMatchObject({ code: 400, msg: expect.stringContaining('版税率') });
  await edit(id, { royaltyBp: 800, startDate: '2026-01-01', termYears: 5 });
  expect(await sendEvent('editor', 'submit', id)).toMatchObject({ code: 200 });
  const list = await staff.ask('manager', 'GET', '/press/protocol/list');
  expect(list.rows.find((row) => row.protocolId === id)).toMatchObject({ protocolNo: expect.stringMatching(/^HT\d{4}-\d{5}$/), title: '桥上的灯' });
  expect(await edit(id, { royaltyBp: 900 })).toMatchObject({ code: 500 });
  expect(await sendEvent('manager', 'approve', id)).toMatchObject({ code: 200 });
  const todo = await staff.ask('author', 'GET', '/cms/archive/mine/statistics');
  expect(todo.data.todo).toContainEqual(expect.objectContaining({ archiveId, kind: '签约' }));
  const [own] = (await staff.ask('author', 'GET', `/press/protocol/mine?archiveId=${archiveId}`)).data;
  expect(own).toMatchObject({ can: ['signA', 'rejectA'], endDate: '2030-12-31' });
  expect(own.articles.map((one: { text: string }) => one.text).join()).toContain('版税率8%');
  expect(await sendEvent('chief', 'signB', id)).toMatchObject({ code: 20501 });
  expect(await sign('author', id)).toMatchObject({ code: 200 });
  expect(await sendEvent('manager', 'signB', id)).toMatchObject({ code: 200 });
  expect(await staff.stateOf(archiveId)).toBe('editing');
});

test('SM05 warns about a royalty outside the reference range until it is confirmed', async () => {
  const { id } = await contracting();
  await edit(id, { royaltyBp: 1500 });
  expect(await sendEvent('editor', 'submit', id)).toMatchObject({ code: 601, msg: expect.stringContaining('版税率超出国家参考标准，请确认') });
  expect(await sendEvent('editor', 'submit', id, { confirmed: true })).toMatchObject({ code: 200 });
});

test('SM05 needs every author, each with a verified real name; a rejection clears the signatures', async () => {
  const { archiveId, id } = await contracting();
  await edit(id, { royaltyBp: 800, signers: [staff.ids.author, staff.ids.author2] });
  await sendEvent('editor', 'submit', id);
  await sendEvent('manager', 'approve', id);
  await town.context.db.updateTable('user').set({ realNameStatus: 'none' }).where('id', '=', staff.ids.author).execute();
  expect(await sign('author', id)).toMatchObject({ code: 20502, msg: '请先完成实名认证' });
  await town.context.db.updateTable('user').set({ realNameStatus: 'verified' }).where('id', '=', staff.ids.author).execute();
  expect(await sign('author', id)).toMatchObject({ code: 200 });
  expect(await sign('author', id)).toMatchObject({ code: 500 });
  expect((await staff.ask('editor', 'GET', `/press/protocol/detail/${id}`)).data).toMatchObject({ status: 'wait_author' });
  expect(await sign('author2', id, 'rejectA', '版税率太低，请商议')).toMatchObject({ code: 200 });
  const row = await town.context.db.selectFrom('manuscript').select(['turn', 'turnUserId']).where('id', '=', archiveId).executeTakeFirstOrThrow();
  expect(row).toEqual({ turn: 'editor', turnUserId: staff.ids.editor });
  expect(await town.context.db.selectFrom('protocolSignature').selectAll().where('protocolId', '=', id).execute()).toEqual([]);
});

test('SM05 shows an agreement only to the authors who sign it and to the staff', async () => {
  const { id } = await checked();
  expect(await sign('author2', id)).toMatchObject({ code: 404 });
  expect((await staff.ask('author2', 'GET', '/press/protocol/mine')).data.some((one: { protocolId: number }) => one.protocolId === id)).toBe(false);
  expect(await staff.ask('author', 'GET', `/press/protocol/detail/${id}`)).toMatchObject({ code: 403 });
});

test('SM05 terminates only with the signed dissolution, and holds the manuscript', async () => {
  const { archiveId, id } = await checked();
  await sign('author', id);
  await sendEvent('chief', 'signB', id);
  expect(await sendEvent('chief', 'terminate', id, { reason: '作者要求收回版权' })).toMatchObject({ code: 20503, msg: '请上传解除协议' });
  const uploaded = async (ownerId: number): Promise<number> =>
    (
      await town.context.db
        .insertInto('file')
        .values({
          fileName: `/profile/upload/${ownerId}.pdf`,
          fileOriginName: '解除协议.pdf',
          url: '',
          size: 1,
          mime: 'application/pdf',
          sha256: '',
          ownerId,
          isPublic: '0',
          createTime: 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  for (const fileId of [999_999, await uploaded(staff.ids.author)])
    expect(await sendEvent('chief', 'terminate', id, { reason: '作者要求收回版权', fileId })).toMatchObject({ code: 20503 });
  const fileId = await uploaded(staff.ids.chief);
  expect(await sendEvent('chief', 'terminate', id, { reason: '作者要求收回版权', fileId })).toMatchObject({ code: 200 });
  expect(await staff.stateOf(archiveId)).toBe('held');
});

test('SM05 warns 90 and 30 days before the end, once each, and expires', async () => {
  const { id } = await checked();
  await sign('author', id);
  await sendEvent('chief', 'signB', id);
  const { db } = town.context;
  const warnings = async () =>
    (await db.selectFrom('message').select('id').where('title', 'like', '%到期').where('userId', '=', staff.ids.editor).execute()).length;
  while (await watchNextEnd(town.context));
  const before = await warnings();
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  for (const [days, more] of [
    [80, 1],
    [70, 1],
    [20, 2],
    [10, 2],
  ] as const) {
    await db
      .updateTable('protocol')
      .set({ endDate: inDays(days) })
      .where('id', '=', id)
      .execute();
    while (await watchNextEnd(town.context));
    expect((await warnings()) - before).toBe(more);
  }
  await db.updateTable('protocol').set({ endDate: '2020-01-01' }).where('id', '=', id).execute();
  while (await watchNextEnd(town.context));
  expect(await db.selectFrom('protocol').select('status').where('id', '=', id).executeTakeFirst()).toEqual({ status: 'expired' });
});

test.each([
  ['2026-01-01', 5, '2030-12-31'],
  ['2024-02-29', 1, '2025-02-28'],
  ['2026-12-31', 10, '2036-12-30'],
])('a term from %s over %i years ends on %s', (start, years, end) => {
  expect(endOf(start, years)).toBe(end);
});

const HOLDS: Readonly<Record<(typeof PROTOCOL_STAFF_EVENTS)[number], readonly StaffName[]>> = {
  submit: ['editor', 'editor2', 'outsider', 'manager'],
  approve: ['manager'],
  return: ['manager'],
  signB: ['chief', 'manager'],
  terminate: ['chief', 'manager'],
};
const EVERYBODY: readonly StaffName[] = ['author', 'manager', 'editor', 'outsider', 'section', 'chief', 'proof1', 'typesetter', 'archivist'];

test('SM05 gives each event only to the roles of the grants', async () => {
  const { id } = await contracting();
  let tried = 0;
  for (const event of PROTOCOL_STAFF_EVENTS)
    for (const who of EVERYBODY.filter((one) => !HOLDS[event].includes(one))) {
      expect([event, who, (await sendEvent(who, event, id, { reason: '没有权限的人', fileId: 1 })).code]).toEqual([event, who, 403]);
      tried += 1;
    }
  expect(tried).toBeGreaterThan(10);
});

test('SM05 an agreement that is effective still holds after another last review: no second one is drafted', async () => {
  const { archiveId, id } = await checked();
  expect(await sign('author', id)).toMatchObject({ code: 200 });
  expect(await sendEvent('chief', 'signB', id)).toMatchObject({ code: 200 });
  expect(await staff.ask('manager', 'PUT', `/cms/archive/backTo/${archiveId}`, { reason: '第三章要再审一次', to: 'audit_last' })).toMatchObject({
    code: 200,
  });
  const { db } = town.context;
  await db.transaction().execute(async (tx) => void (await transitionManuscript(tx, null, await manuscriptIn(tx, archiveId), 'passLast')));
  expect(await staff.stateOf(archiveId)).toBe('editing');
  const agreements = await db.selectFrom('protocol').select(['id', 'status']).where('archiveId', '=', archiveId).execute();
  expect(agreements).toEqual([{ id, status: 'effective' }]);
});

test('the document of an agreement follows the default template until it is sent for the check, and then keeps it', async () => {
  const { id } = await contracting();
  expect(await edit(id, { royaltyBp: 800, startDate: '2026-01-01' })).toMatchObject({ code: 200 });
  const text = async () =>
    docxText((await town.app.inject({ method: 'GET', url: `/prod-api/doc/file/agreement/${id}`, headers: staff.as.editor })).rawPayload);
  expect(await text()).toContain('第1条　作品\n甲方（何语）将《桥上的灯》交乙方');
  await useTemplate(town, staff, 'protocol', '{书名}，版税率{版税率}', '{#条款}', '{序号} {标题}', '{/条款}');
  expect(await text()).toMatch(/^桥上的灯，版税率8%\n1 作品\n2 许可的权利/);
  expect(await sendEvent('editor', 'submit', id)).toMatchObject({ code: 200 });
  await useTemplate(town, staff, 'protocol', '后来的模板 {书名}');
  expect(await text()).toMatch(/^桥上的灯，版税率8%/);
});
