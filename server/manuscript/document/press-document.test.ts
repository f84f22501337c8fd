import { afterAll, beforeAll, expect, test } from 'vitest';
import { useTemplate } from '../../../tests/support/default-template.ts';
import { pressStaff, type PressStaff, type StaffName } from '../../../tests/support/press-staff.ts';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';
import { docxText } from '../../document/docx-text.ts';

let town: TestContext;
let staff: PressStaff;
beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
});
afterAll(() => town.close());

const file = (who: StaffName | Bearer, path: string) =>
  town.app.inject({ method: 'GET', url: `/prod-api${path}`, headers: typeof who === 'string' ? staff.as[who] : who });
const textOf = async (who: StaffName | Bearer, path: string): Promise<string> => docxText((await file(who, path)).rawPayload);

test('the notice of adoption follows the default template, for the authors and the staff, after the last review only', async () => {
  const id = await staff.submitted();
  await staff.put(id, { editorId: staff.ids.editor });
  expect((await file('author', `/cms/archive/acceptance/${id}`)).json()).toMatchObject({ code: 500, msg: expect.stringContaining('还没有通过三审') });
  await staff.put(id, { status: 'contracting' });
  await useTemplate(town, staff, 'acceptance', '兹通知{作者}，《{书名}》{采用说明}联系人{联系人}');
  for (const who of ['author', 'editor'] as const)
    expect(await textOf(who, `/cms/archive/acceptance/${id}`)).toMatch(/^兹通知何语，《.+》经三级审读，决定采用。联系人.+/);
  expect((await file('outsider', `/cms/archive/acceptance/${id}`)).json()).toMatchObject({ code: 404 });
});

test('a licence is made for one line of the stored list, for those who see the editing work', async () => {
  const id = await staff.submitted();
  await staff.put(id, { status: 'editing', editorId: staff.ids.editor });
  const items = [
    { material: '插图3', rightsOwner: '林画', scope: '随书使用', feeFen: 30_000, status: 'needed' },
    { material: '引诗', status: 'asked' },
  ];
  expect(await staff.ask('editor', 'PUT', '/press/editor/permissions', { archiveId: id, items })).toMatchObject({ code: 200 });
  await useTemplate(town, staff, 'authorisation', '{权利人}许可使用{材料名称}，{授权范围}，费用{费用}');
  expect(await textOf('editor', `/press/editor/authorisation/${id}/1`)).toBe('林画许可使用插图3，随书使用，费用300.00元');
  expect(await textOf('editor', `/press/editor/authorisation/${id}/2`)).toBe('许可使用引诗，，费用无偿');
  expect((await file('editor', `/press/editor/authorisation/${id}/3`)).json()).toMatchObject({
    code: 500,
    msg: expect.stringContaining('没有这一项'),
  });
  expect((await file('author', `/press/editor/authorisation/${id}/1`)).json()).toMatchObject({ code: 404 });
});

test('a letter on paper names the responsible editor and not its sender, and is for the staff only', async () => {
  const id = await staff.submitted();
  await staff.put(id, { editorId: staff.ids.editor });
  const reason = '缺少作者简介和样章，请补齐。';
  expect(await staff.ask('manager', 'PUT', `/cms/archive/returnForCompletion/${id}`, { reason })).toMatchObject({ code: 200 });
  const { letters } = (await staff.ask('manager', 'GET', `/cms/archive/detail/${id}`)).data;
  await useTemplate(town, staff, 'notification', '{收件人}：{事由}', '{正文}', '{经办人}');
  const text = await textOf('manager', `/cms/archive/letter/file/${letters[0].letterId}`);
  expect(text).toContain(reason);
  const nameOf = async (userId: number) =>
    (await town.context.db.selectFrom('user').select('nickName').where('id', '=', userId).executeTakeFirstOrThrow()).nickName;
  expect(text).toContain(await nameOf(staff.ids.editor));
  expect(text).not.toContain(await nameOf(staff.ids.manager));
  expect((await file('author', `/cms/archive/letter/file/${letters[0].letterId}`)).json()).toMatchObject({ code: 404 });
});
