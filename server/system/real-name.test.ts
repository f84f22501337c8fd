import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';

const NUMBER = '11010519491231002X';
const OTHER_NUMBER = '110101199003070011';
let town: TestContext;
let author: Bearer;
let second: Bearer;
let clerk: Bearer;
let authorId: number;

beforeAll(async () => {
  town = await testContext();
  authorId = await town.addUser({ userName: 'author', roles: ['author'], password: 'author-2026' });
  await town.addUser({ userName: 'second', roles: ['author'] });
  await town.addUser({ userName: 'clerk', permissions: ['system:account:realName'] });
  [author, second, clerk] = [await town.as('author'), await town.as('second'), await town.as('clerk')];
});
afterAll(() => town.close());

async function ask(as: Bearer, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) {
  const answer = await town.app.inject({ method, url: `/prod-api${path}`, headers: as, ...(payload ? { payload } : {}) });
  return answer.json() as { code: number; msg: string; data: Record<string, unknown>; rows: Record<string, unknown>[]; total: number };
}

/** An uploaded picture of a document, as the uploads of readers are stored. */
async function picture(ownerId: number): Promise<{ fileId: number; key: string }> {
  const key = `profile/upload/2026/11/29/${ownerId}-${Math.random().toString(36).slice(2)}.pdf`;
  await town.context.files.put(key, Buffer.from('%PDF-1.7'), 'application/pdf');
  const row = {
    fileName: `/${key}`,
    fileOriginName: '身份证.pdf',
    url: `/${key}`,
    size: 8,
    mime: 'application/pdf',
    sha256: 'x',
    ownerId,
    isPublic: '0' as const,
    createTime: 1,
  };
  const { id } = await town.context.db.insertInto('file').values(row).returning('id').executeTakeFirstOrThrow();
  return { fileId: id, key };
}

const status = async (as: Bearer) => (await ask(as, 'GET', '/system/account/realName/mine')).data['status'];
const waiting = async () => (await ask(clerk, 'GET', '/system/account/realName/list?status=pending')).rows;
async function send(as: Bearer, ownerId: number, change: object = {}) {
  const { fileId, key } = await picture(ownerId);
  const answer = await ask(as, 'POST', '/system/account/realName', { realName: '何语', idType: 'idCard', idCardNo: NUMBER, fileId, ...change });
  return { ...answer, fileId, key };
}
const decide = async (event: string, as = clerk, reason = '') =>
  ask(as, 'PUT', `/system/account/realName/${event}/${Number((await waiting())[0]?.['checkId'])}`, { reason });

test('#47.1 a number that cannot be, a foreign file and a second waiting check are refused in words', async () => {
  expect((await send(author, authorId, { idCardNo: '110105194912310021' })).msg).toBe('身份证号码不正确，请核对18位号码');
  expect((await send(author, authorId, { realName: '何' })).msg).toBe('真实姓名至少2个字');
  const foreign = await picture(authorId);
  const stolen = await ask(second, 'POST', '/system/account/realName', {
    realName: '何语',
    idType: 'idCard',
    idCardNo: NUMBER,
    fileId: foreign.fileId,
  });
  expect(stolen.msg).toBe('请重新上传证件的照片或扫描件');
  expect((await send(author, authorId)).code).toBe(200);
  expect(await status(author)).toBe('pending');
  expect(await send(author, authorId)).toMatchObject({ code: 24902, msg: '已有一份实名认证等待核实，请先撤回再重新提交' });
});

test('#47.1 the number is sealed at rest, masked for its owner until confirmed again, and shown to those who check', async () => {
  const stored = await town.context.db.selectFrom('realNameCheck').selectAll().execute();
  expect(stored).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toContain('194912');
  const own = (await ask(author, 'GET', '/system/account/realName/mine')).data['checks'] as Record<string, unknown>[];
  expect(own[0]).toMatchObject({ realName: '何语', idCardNo: '11****2X', status: 'pending' });
  expect((await waiting())[0]).toMatchObject({ realName: '何语', idCardNo: NUMBER, userName: 'author' });
  const { checkId } = own[0] ?? {};
  const confirmedAt = (time: number) => town.context.db.updateTable('session').set({ confirmedAt: time }).where('userId', '=', authorId).execute();
  await confirmedAt(0);
  expect((await ask(author, 'GET', `/system/account/realName/number/${String(checkId)}`)).code).toBe(428);
  await confirmedAt(Date.now());
  expect((await ask(author, 'GET', `/system/account/realName/number/${String(checkId)}`)).data).toEqual({ idNumber: NUMBER });
  expect((await ask(second, 'GET', `/system/account/realName/number/${String(checkId)}`)).code).not.toBe(200);
  expect((await ask(second, 'GET', '/system/account/realName/list')).code).toBe(403);
});

test('#47.1 another person confirms; the own person with a second account may not', async () => {
  const deputy = await town.addUser({ userName: 'deputy', permissions: ['system:account:realName'] });
  await town.context.db.updateTable('user').set({ identityKey: 'k' }).where('id', 'in', [deputy, authorId]).execute();
  expect(await decide('confirm', await town.as('deputy'))).toMatchObject({ code: 24903, msg: '不能核实本人的实名信息，请由另一位同事核实' });
  await town.context.db.updateTable('user').set({ identityKey: '' }).execute();
  expect((await decide('reject')).msg).toBe('请写明哪里不一致，让对方知道怎么改');
  expect((await decide('confirm')).code).toBe(200);
  expect(await status(author)).toBe('verified');
  const user = await town.context.db.selectFrom('user').selectAll().where('id', '=', authorId).executeTakeFirstOrThrow();
  expect(user).toMatchObject({ realName: '何语', realNameStatus: 'verified' });
  expect(user.identityKey).not.toBe('');
  expect(JSON.stringify(user)).not.toContain('194912');
  const messages = await town.context.db.selectFrom('message').select('title').where('userId', '=', authorId).execute();
  expect(messages.map(({ title }) => title)).toContain('实名认证已通过');
  // Every decision and every look at a document is logged, without the number.
  const logs = await town.context.db.selectFrom('operLog').selectAll().execute();
  expect(logs.map(({ title }) => title)).toContain('实名核实');
  expect(JSON.stringify(logs)).not.toContain('194912');
});

test('#47.1 the same document under a second account is shown to those who check, and makes both accounts one person', async () => {
  const secondId = (await town.context.db.selectFrom('user').select('id').where('userName', '=', 'second').executeTakeFirstOrThrow()).id;
  await send(second, secondId, { idCardNo: '１１０１０５19491231002x' });
  expect((await waiting())[0]).toMatchObject({ userName: 'second', sameDocument: ['author'] });
  await decide('confirm');
  const keys = await town.context.db.selectFrom('user').select('identityKey').where('id', 'in', [authorId, secondId]).execute();
  expect(new Set(keys.map(({ identityKey }) => identityKey)).size).toBe(1);
});

test('#47.1 a change waits beside the check that holds, and takes its place when it is confirmed', async () => {
  const before = await town.context.db.selectFrom('realNameCheck').select('id').where('userId', '=', authorId).executeTakeFirstOrThrow();
  await send(author, authorId, { realName: '何雨', idCardNo: OTHER_NUMBER });
  expect(await status(author)).toBe('verified');
  await decide('reject', clerk, '照片看不清');
  expect(await status(author)).toBe('verified');
  const last = await send(author, authorId, { realName: '何雨', idCardNo: OTHER_NUMBER });
  await decide('confirm');
  const rows = await town.context.db
    .selectFrom('realNameCheck')
    .select(['id', 'status', 'idCardNo'])
    .where('userId', '=', authorId)
    .orderBy('id')
    .execute();
  expect(rows.map((row) => row.status)).toEqual(['replaced', 'rejected', 'verified']);
  expect(rows.map(({ idCardNo }) => idCardNo !== '')).toEqual([false, false, true]);
  expect(rows[0]?.id).toBe(before.id);
  expect((await town.context.db.selectFrom('user').select('realName').where('id', '=', authorId).executeTakeFirstOrThrow()).realName).toBe('何雨');
  // The owner removes everything: the number, the key and the picture are gone.
  const { checks } = (await ask(author, 'GET', '/system/account/realName/mine')).data as { checks: { checkId: number }[] };
  expect((await ask(author, 'PUT', `/system/account/realName/mine/remove/${String(checks[0]?.checkId)}`)).code).toBe(200);
  const user = await town.context.db.selectFrom('user').selectAll().where('id', '=', authorId).executeTakeFirstOrThrow();
  expect(user).toMatchObject({ realName: '', idCardNo: '', identityKey: '', realNameStatus: 'none' });
  await expect(town.context.files.read(last.key)).rejects.toThrow();
  expect(await town.context.db.selectFrom('file').select('id').where('id', '=', last.fileId).execute()).toEqual([]);
});

test('#47.1 a check that waits is withdrawn by its owner alone', async () => {
  await send(author, authorId);
  const id = Number((await waiting())[0]?.['checkId']);
  expect((await ask(second, 'PUT', `/system/account/realName/mine/withdraw/${id}`)).code).toBe(404);
  expect((await ask(author, 'PUT', `/system/account/realName/mine/withdraw/${id}`)).code).toBe(200);
  expect(await status(author)).toBe('none');
  expect(await ask(clerk, 'PUT', `/system/account/realName/confirm/${id}`, { reason: '' })).toMatchObject({
    code: 24901,
    msg: '实名认证当前状态为「已撤回」，不能核实通过',
  });
});
