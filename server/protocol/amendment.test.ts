import { afterAll, beforeAll, expect, test } from 'vitest';
import { AMENDMENT_EVENTS } from '../../contract/protocol/amendment.machine.ts';
import { pressStaff, type PressStaff, type StaffName } from '../../tests/support/press-staff.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';

let town: TestContext;
let staff: PressStaff;
beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
});
afterAll(() => town.close());

async function agreement(status: 'effective' | 'checking' = 'effective'): Promise<number> {
  const archiveId = await staff.submitted();
  await staff.put(archiveId, { editorId: staff.ids.editor });
  const signers = JSON.stringify([staff.ids.author, staff.ids.author2]);
  const { id } = await town.context.db
    .insertInto('protocol')
    .values({
      archiveId,
      signers,
      status,
      signedByB: 1,
      signerB: staff.ids.chief,
      dissolutionFileId: null,
      remindedDays: null,
      createTime: 1,
      updateTime: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const CONTENT = '第五条版税率改为9%，自生效之日起执行。';
const add = (who: StaffName, protocolId: number, content = CONTENT) => staff.ask(who, 'POST', `/press/protocol/amendment/${protocolId}`, { content });
const sendEvent = (who: StaffName, event: string, id: number, reason = '') =>
  staff.ask(who, 'PUT', `/press/protocol/amendment/${event}/${id}`, { reason });
const list = async (who: StaffName, protocolId: number) => (await staff.ask(who, 'GET', `/press/protocol/amendment/${protocolId}`)).data;

test('SM05 an amendment holds after all authors and the press have signed', async () => {
  const protocolId = await agreement();
  expect(await add('author', protocolId)).toMatchObject({ code: 403 });
  expect(await add('editor', protocolId, '太短')).toMatchObject({ code: 400, msg: expect.stringContaining('补充条款至少10个字') });
  const { data } = await add('editor', protocolId);
  expect(await add('editor', protocolId)).toMatchObject({ msg: '上一份补充协议还没有签完，请先签完或撤回' });
  const id = data.amendmentId as number;
  expect((await staff.ask('author', 'GET', '/cms/archive/mine/statistics')).data.todo).toContainEqual(
    expect.objectContaining({ text: '阅读并签署补充协议' }),
  );
  expect(await sendEvent('outsider', 'signA', id)).toMatchObject({ code: 404 });
  expect(await sendEvent('chief', 'signB', id)).toMatchObject({ code: 22601 });
  expect(await sendEvent('author', 'signA', id)).toMatchObject({ code: 200 });
  expect(await sendEvent('author', 'signA', id)).toMatchObject({ code: 500 });
  expect(await list('author', protocolId)).toMatchObject([{ status: 'wait_author', can: [] }]);
  expect(await sendEvent('author2', 'signA', id)).toMatchObject({ code: 200 });
  expect(await sendEvent('editor', 'signB', id)).toMatchObject({ code: 403 });
  expect(await sendEvent('chief', 'signB', id)).toMatchObject({ code: 200 });
  expect(await list('manager', protocolId)).toMatchObject([{ amendNo: 1, status: 'effective', content: CONTENT }]);
  const { data: detail } = await staff.ask('manager', 'GET', `/press/protocol/detail/${protocolId}`);
  expect(detail).toMatchObject({ status: 'effective', log: [expect.objectContaining({ event: '补充协议生效', note: '补充协议1' })] });
});

test('SM05 an amendment that an author rejects changes nothing, and the next one gets a new number', async () => {
  const protocolId = await agreement();
  const { data } = await add('editor', protocolId);
  expect(await sendEvent('author', 'rejectA', data.amendmentId, '不')).toMatchObject({ code: 400 });
  expect(await sendEvent('author', 'rejectA', data.amendmentId, '版税率应是10%')).toMatchObject({ code: 200 });
  const second = await add('editor', protocolId);
  expect(await sendEvent('editor', 'cancel', second.data.amendmentId, '写错了')).toMatchObject({ code: 200 });
  expect(await list('author', protocolId)).toMatchObject([
    { amendNo: 2, status: 'cancelled' },
    { amendNo: 1, status: 'rejected' },
  ]);
  expect(await add('editor', await agreement('checking'))).toMatchObject({ code: 500, msg: '协议生效以后才能补充；未生效的协议请退回修改' });
});

const HOLDS: Readonly<Record<string, readonly StaffName[]>> = { signB: ['chief', 'manager'], cancel: ['editor', 'editor2', 'outsider', 'manager'] };

test('SM05 gives the events of an amendment only to authors and the roles of the grants', async () => {
  const protocolId = await agreement();
  const { data } = await add('editor', protocolId);
  for (const event of AMENDMENT_EVENTS)
    for (const who of ['proof1', 'typesetter', 'archivist', 'section', 'outsider'] as const) {
      if (HOLDS[event]?.includes(who)) continue;
      const { code } = await sendEvent(who, event, data.amendmentId, '没有权限这样做');
      expect([event, who, code]).toEqual([event, who, HOLDS[event] ? 403 : 404]);
    }
});
