import ExcelJS from 'exceljs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { seedDefaults } from '../seed/defaults/seed-defaults.ts';
import { isCreditCode } from '../../contract/structure/credit-code.ts';

let t: TestContext;
let clerk: Bearer;
let other: Bearer;
let reader: Bearer;
let readerId: number;
let clerkId: number;

beforeAll(async () => {
  t = await testContext();
  await t.context.db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  clerkId = await t.addUser({ userName: 'clerk', roles: ['system_admin'] });
  await t.addUser({ userName: 'other', roles: ['system_admin'] });
  readerId = await t.addUser({ userName: 'reader' });
  clerk = await t.as('clerk');
  other = await t.as('other');
  reader = await t.as('reader');
});
afterAll(() => t.close());

interface Answer {
  code: number;
  msg: string;
  // oxlint-disable-next-line no-explicit-any -- whatever the call answers
  data: any;
  rows: Record<string, unknown>[];
  total: number;
}
async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, headers: Record<string, string> = clerk): Promise<Answer> {
  const answer = await t.app.inject({ method, url: `/prod-api/structure/${path}`, headers, ...(body ? { payload: body } : {}) });
  expect(answer.statusCode).toBe(200);
  return answer.json<Answer>();
}
const rolesOf = async (userId: number): Promise<string[]> =>
  (
    await t.context.db.selectFrom('userRole').innerJoin('role', 'role.id', 'userRole.roleId').select('roleKey').where('userId', '=', userId).execute()
  ).map((row) => row.roleKey);

test('rejects removing a college with members, and merges a duplicate into another college', async () => {
  const { data: kept } = await ask('POST', 'college', { collegeName: '远山大学' });
  const { data: double } = await ask('POST', 'college', { collegeName: '远山大学（重复）', collegeCode: '99001' });
  await t.context.db.updateTable('user').set({ collegeId: double.collegeId }).where('id', '=', readerId).execute();
  expect(await ask('DELETE', `college/${double.collegeId}`)).toMatchObject({ code: 601, msg: '该数据已被引用，不能删除' });
  expect(await ask('PUT', 'college/merge', { fromId: double.collegeId, toId: kept.collegeId })).toMatchObject({ code: 200 });
  expect((await ask('GET', 'college/list')).rows).toMatchObject([{ collegeName: '远山大学', members: 1 }]);
  expect((await ask('POST', 'college', { collegeName: '另一所', collegeCode: '12' })).msg).toBe('院校代码须是教育部的5位或10位数字');
});

test('accepts only an existing region for a college, and shows and filters it by its parent regions', async () => {
  const places = new Map(
    (await t.context.db.selectFrom('area').select(['id', 'areaName']).where('areaName', 'in', ['湖北省', '武汉市', '湖南省']).execute()).map(
      (row) => [row.areaName, row.id],
    ),
  );
  const areaId = places.get('武汉市');
  const { data } = await ask('POST', 'college', { collegeName: '江城大学', areaId });
  expect(data).toMatchObject({ areaId, areaPath: '湖北省 / 武汉市' });
  expect(await ask('PUT', 'college', { ...data, areaId: 987_654 })).toMatchObject({ code: 500, msg: '所在地区不存在或已被删除，请重新选择' });
  const within = async (name: string) => (await ask('GET', `college/list?areaId=${places.get(name)}`)).rows.map((row) => row['collegeName']);
  expect([await within('湖北省'), await within('武汉市'), await within('湖南省')]).toEqual([['江城大学'], ['江城大学'], []]);
  const path = await t.app.inject({ url: `/prod-api/system/area/path/${areaId}`, headers: reader });
  expect(path.json<Answer>().data.map((row: { areaName: string }) => row.areaName)).toEqual(['湖北省', '武汉市']);
});

test('imports the region of a college by its code, its name or the full path', async () => {
  const { rows, report } = await bringColleges([
    ['甲学院', '武汉市'],
    ['乙学院', '湖北省 / 武汉市'],
    ['丙学院', '420100'],
    ['丁学院', ''],
    ['戊学院', '无此市'],
  ]);
  expect(report).toMatchObject({ refused: [{ line: 6, title: '戊学院', why: '没有地区「无此市」，请填写地区名称或6位代码' }], trial: true });
  const good = await bringColleges(rows.slice(0, 4));
  expect(good.report).toMatchObject({ added: 4, refused: [] });
  const found = (await ask('GET', 'college/list?collegeName=学院')).rows.map((row) => [row['collegeName'], row['areaPath']]);
  expect(found).toEqual([
    ['甲学院', '湖北省 / 武汉市'],
    ['乙学院', '湖北省 / 武汉市'],
    ['丙学院', '湖北省 / 武汉市'],
    ['丁学院', ''],
  ]);
  const sheet = new ExcelJS.Workbook();
  const sent = await t.app.inject({ method: 'POST', url: '/prod-api/structure/college/export', headers: clerk, payload: { collegeName: '甲学院' } });
  await sheet.xlsx.load(sent.rawPayload as never);
  const lines = sheet.worksheets[0]?.getSheetValues() as string[][];
  expect(lines[2]?.[lines[1]?.indexOf('所在地区') ?? 0]).toBe('湖北省 / 武汉市');
});

/** Imports colleges as a sheet with name and region. */
async function bringColleges(rows: string[][]) {
  const book = new ExcelJS.Workbook();
  book.addWorksheet('院校').addRows([['院校名称', '所在地区'], ...rows]);
  const bytes = Buffer.from(await book.xlsx.writeBuffer());
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="c.xlsx"\r\n\r\n';
  const answer = await t.app.inject({
    method: 'POST',
    url: '/prod-api/structure/college/importData?dryRun=0',
    headers: { ...clerk, 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]),
  });
  return { rows, report: answer.json<Answer>().data };
}

test('reports why an export fails with a message before a file begins', async () => {
  const sent = await t.app.inject({ method: 'POST', url: '/prod-api/structure/scholar/export', headers: clerk, payload: { collegeId: 'x' } });
  expect(sent.json<Answer>()).toMatchObject({ code: 400, msg: expect.stringContaining('须是数字') });
  expect(sent.headers['content-disposition']).toBeUndefined();
});

test('keeps exactly one own press, and rejects removing it', async () => {
  const { rows } = await ask('GET', 'press/list?pressName=启明');
  const own = rows[0] as { pressId: number };
  expect(await ask('DELETE', `press/${own.pressId}`)).toMatchObject({ msg: '本社不能删除' });
  expect((await ask('PUT', 'press', { ...own, isSelf: '0' })).msg).toContain('全系统须有一家本社');
  const { data } = await ask('POST', 'press', { pressName: '青藤电子出版社', isSelf: '1' });
  const all = (await ask('GET', 'press/list')).rows;
  expect(all.filter((row) => row['isSelf'] === '1').map((row) => row['pressId'])).toEqual([data.pressId]);
  await ask('PUT', 'press', { ...own, isSelf: '1', version: undefined });
});

test('checks a credit code by its last character (GB 32100)', async () => {
  expect(isCreditCode('91350100M000100Y43')).toBe(true);
  expect(isCreditCode('91350100M000100Y44')).toBe(false);
  expect((await ask('POST', 'press', { pressName: '校验社', creditCode: '91350100M000100Y44' })).msg).toContain('校验位不对');
});

test('grants and revokes the role of a group with its membership, and rejects adding oneself', async () => {
  const add = { groupKey: 'author', userId: readerId };
  const { data } = await ask('POST', 'userGroup', add);
  expect(data).toMatchObject({ userName: 'reader', groupKey: 'author', maxConcurrent: 10 });
  expect(data.joinedAt).not.toBe('');
  expect(await rolesOf(readerId)).toContain('author');
  expect((await ask('POST', 'userGroup', add)).msg).toContain('该用户已在组内');
  expect((await ask('GET', 'userGroup/list?groupKey=author&userName=READ')).total).toBe(1);
  await ask('DELETE', `userGroup/${data.userGroupId}`);
  expect(await rolesOf(readerId)).not.toContain('author');
  expect((await ask('POST', 'userGroup', { groupKey: 'chiefeditor', userId: clerkId })).msg).toContain('不能把自己加入用户组');
});

const form = {
  targetMode: 'author',
  realName: '何读者',
  reason: '写过两本散文，想在这里投稿出版。',
  materials: [] as { fileId: number; name: string; url: string }[],
};
const send = (who: Bearer, name: string) =>
  t.app.inject({
    method: 'POST',
    url: '/prod-api/common/upload',
    headers: { ...who, 'content-type': 'multipart/form-data; boundary=b' },
    payload: `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n一章\r\n--b--\r\n`,
  });

test("accepts only the applicant's own files under their stored names, and lets reviewers open them", async () => {
  const theirs = (await send(other, '别人的.txt')).json<{ fileId: number }>();
  const mine = (await send(reader, '样章.txt')).json<{ fileId: number; url: string }>();
  const evil = { name: '简历', url: 'https://evil.example/login' };
  for (const fileId of [theirs.fileId, 99_999])
    expect(await ask('POST', 'applyForLog', { ...form, materials: [{ ...evil, fileId }] }, reader)).toMatchObject({ code: 21802 });
  const { data } = await ask('POST', 'applyForLog', { ...form, targetMode: 'scholar', materials: [{ ...evil, fileId: mine.fileId }] }, reader);
  expect(data.materials).toEqual([{ fileId: mine.fileId, name: '样章.txt', url: mine.url }]);
  const open = (fileId: number, headers: Bearer) =>
    t.app.inject({ url: `/prod-api/structure/applyForLog/material/${data.applyId}/${fileId}`, headers });
  expect((await open(mine.fileId, clerk)).body).toBe('一章');
  expect((await open(theirs.fileId, clerk)).json()).toMatchObject({ code: 404 });
  expect((await open(mine.fileId, reader)).json()).toMatchObject({ code: 403 });
  await ask('PUT', `applyForLog/mine/cancel/${data.applyId}`, undefined, reader);
  form.materials = [{ ...evil, fileId: mine.fileId }];
});

test('rejects users who make themselves professors', async () => {
  const professor = { userId: clerkId, title: '教授', expertise: '古代文学' };
  expect((await ask('POST', 'professor', professor)).msg).toContain('不能把自己设为教授');
  expect(await rolesOf(clerkId)).not.toContain('professor');
  expect(await ask('POST', 'professor', { ...professor, userId: readerId })).toMatchObject({ code: 200 });
  expect(await rolesOf(readerId)).toContain('professor');
  expect((await ask('POST', 'professor', { ...professor, userId: readerId })).msg).toBe('新增教授失败，该用户已是教授');
});

test('SM18 supplements an application, approves it with its role and a message, and revokes it with a reason', async () => {
  expect(await ask('POST', 'applyForLog', { ...form, materials: [] }, reader)).toMatchObject({ code: 21802, msg: '请上传作品样章或简历' });
  const { data } = await ask('POST', 'applyForLog', form, reader);
  expect(data).toMatchObject({ status: 'pending', modeName: '作者' });
  expect(data.applyNo).toMatch(/^SQ\d{13}$/);
  expect(await ask('POST', 'applyForLog', form, reader)).toMatchObject({ code: 21803, msg: '已有审核中的申请' });
  expect((await ask('PUT', `applyForLog/supplement/${data.applyId}`, { opinion: '' })).msg).toContain('请填写意见');
  expect(await ask('PUT', `applyForLog/supplement/${data.applyId}`, { opinion: '请补充样章' })).toMatchObject({ code: 200 });
  expect(await ask('PUT', `applyForLog/approve/${data.applyId}`, {})).toMatchObject({ code: 21801, msg: '申请记录当前状态为「待补正」，不能通过' });
  expect(await ask('PUT', `applyForLog/mine/resend/${data.applyId}`, { ...form, unit: '江城文学社' }, reader)).toMatchObject({ code: 200 });
  expect(await ask('PUT', `applyForLog/approve/${data.applyId}`, {})).toMatchObject({ code: 200 });
  expect(await rolesOf(readerId)).toContain('author');
  const messages = await t.context.db.selectFrom('message').selectAll().where('userId', '=', readerId).orderBy('id').execute();
  expect(messages.map((row) => row.title)).toEqual(['您申请的「作者」待补正', '您申请的「作者」已通过']);
  expect(
    (await ask('GET', 'applyForLog/mine', undefined, reader)).data.modes.find((mode: { modeKey: string }) => mode.modeKey === 'author').held,
  ).toBe(true);
  expect((await ask('PUT', `applyForLog/revoke/${data.applyId}`, { opinion: '' })).msg).toContain('请填写取消资格的原因');
  await ask('PUT', `applyForLog/revoke/${data.applyId}`, { opinion: '资料不实' });
  expect(await rolesOf(readerId)).not.toContain('author');
  const flow = await t.context.db
    .selectFrom('flowLog')
    .select(['event', 'toStatus'])
    .where('entityType', '=', 'applyForLog')
    .where('entityId', '=', data.applyId)
    .orderBy('id')
    .execute();
  expect(flow.map((row) => row.event)).toEqual(['apply', 'supplement', 'resend', 'approve', 'revoke']);
});

test('reports a filter that must be a number, on every database engine', async () => {
  expect(await ask('GET', 'scholar/list?collegeId=abc')).toMatchObject({ code: 400, msg: '院校须是数字' });
});

test('gives a professor restored from the bin the role again', async () => {
  const userId = await t.addUser({ userName: 'teacher' });
  const { data } = await ask('POST', 'professor', { userId, title: '教授', expertise: '词典学' });
  expect(await rolesOf(userId)).toContain('professor');
  await ask('DELETE', `professor/${data.professorId}`);
  expect(await rolesOf(userId)).not.toContain('professor');
  const { id } = await t.context.db.selectFrom('recycleItem').select('id').where('entityType', '=', 'professor').executeTakeFirstOrThrow();
  const back = await t.app.inject({ method: 'PUT', url: `/prod-api/recycle/restore/${id}`, headers: clerk });
  expect(back.json()).toMatchObject({ code: 200 });
  expect(await rolesOf(userId)).toContain('professor');
});

test('rejects users who restore themselves as professors from the bin', async () => {
  const { id: userId } = await t.context.db.selectFrom('user').select('id').where('userName', '=', 'clerk').executeTakeFirstOrThrow();
  expect(await ask('POST', 'professor', { userId, title: '教授', expertise: '词典学' })).toMatchObject({ code: 500 });
  const stamps = { createTime: 1, updateTime: 1 };
  const { id: entityId } = await t.context.db
    .insertInto('professor')
    .values({ userId, title: '教授', expertise: '词典学', delFlag: '1', ...stamps })
    .returning('id')
    .executeTakeFirstOrThrow();
  const bin = { entityType: 'professor', entityId, title: '教授', origin: '教授', deletedBy: 'x', deletedById: 1, deletedAt: 1, expireAt: 2 };
  const { id } = await t.context.db.insertInto('recycleItem').values(bin).returning('id').executeTakeFirstOrThrow();
  const back = await t.app.inject({ method: 'PUT', url: `/prod-api/recycle/restore/${id}`, headers: clerk });
  expect(back.json()).toEqual({ code: 500, msg: '不能恢复自己的教授身份，请由其他管理员操作' });
  expect(await rolesOf(userId)).not.toContain('professor');
});

test('SM18 does not grant a revoked mode again automatically, even when no review is required', async () => {
  const { db } = t.context;
  await db.updateTable('userMode').set({ needAudit: '0', requiredMaterials: '[]' }).where('modeKey', '=', 'author').execute();
  const userId = await t.addUser({ userName: 'writer' });
  const writer = await t.as('writer');
  const apply = async () => (await ask('POST', 'applyForLog', { ...form, materials: [] }, writer)).data;
  const first = await apply();
  expect([first.status, await rolesOf(userId)]).toEqual(['approved', ['author']]);
  // A second application, which nobody withdraws.
  expect((await apply()).status).toBe('approved');
  // The revocation is later than the second application.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 });
  expect(await ask('PUT', `applyForLog/revoke/${first.applyId}`, { opinion: '抄袭' })).toMatchObject({ code: 200 });
  vi.setSystemTime(Date.now() + 5);
  const second = await apply();
  expect([second.status, await rolesOf(userId)]).toEqual(['pending', []]);
  await ask('PUT', `applyForLog/mine/cancel/${second.applyId}`, undefined, writer);
  const third = await apply();
  expect([third.status, await rolesOf(userId)]).toEqual(['pending', []]);
  expect(await ask('PUT', `applyForLog/approve/${third.applyId}`, {})).toMatchObject({ code: 200 });
  expect(await rolesOf(userId)).toEqual(['author']);
  await db.updateTable('userMode').set({ needAudit: '1' }).where('modeKey', '=', 'author').execute();
  vi.useRealTimers();
});

test("SM18 requires seven days after a rejection, rejects a review of one's own application, and shows readers only their own", async () => {
  const { data } = await ask('POST', 'applyForLog', { ...form, targetMode: 'scholar' }, reader);
  await ask('PUT', `applyForLog/reject/${data.applyId}`, { opinion: '材料不足' });
  expect(await ask('POST', 'applyForLog', { ...form, targetMode: 'scholar' }, reader)).toMatchObject({ code: 21804, msg: '驳回后7天内不能重复申请' });
  const { data: own } = await ask(
    'POST',
    'applyForLog',
    { ...form, targetMode: 'scholar', materials: [{ ...form.materials[0], fileId: (await send(clerk, '论文.txt')).json().fileId }] },
    clerk,
  );
  expect(await ask('PUT', `applyForLog/approve/${own.applyId}`, {})).toMatchObject({ code: 21805, msg: '不能审核本人的申请' });
  expect(await ask('PUT', `applyForLog/mine/cancel/${own.applyId}`, undefined, reader)).toMatchObject({ code: 404 });
  expect((await ask('GET', 'applyForLog/mine', undefined, reader)).data.applications).toHaveLength(3);
  expect((await ask('GET', 'applyForLog/list', undefined, reader)).code).toBe(403);
  expect((await ask('GET', 'applyForLog/list?status=pending', undefined, other)).rows).toHaveLength(1);
});

test('limits a user to twenty applications a day, also when they are withdrawn', async () => {
  await t.addUser({ userName: 'restless' });
  const restless = await t.as('restless');
  await t.context.db.updateTable('userMode').set({ requiredMaterials: '[]', needAudit: '1' }).where('modeKey', '=', 'scholar').execute();
  const form = { targetMode: 'scholar', realName: '反反复复', reason: '想了想还是想申请这个身份' };
  for (let times = 0; times < 20; times += 1) {
    const { code, data } = await ask('POST', 'applyForLog', form, restless);
    expect(code).toBe(200);
    expect((await ask('PUT', `applyForLog/mine/cancel/${data.applyId}`, undefined, restless)).code).toBe(200);
  }
  expect(await ask('POST', 'applyForLog', form, restless)).toEqual({ code: 429, msg: '您今天申请的次数过多，请明天再试' });
});
