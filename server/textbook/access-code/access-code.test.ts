import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PizZip from 'pizzip';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAccessCode } from '../../../contract/textbook/access-code-text.ts';
import { addTextbook } from '../../../tests/support/textbook-fixture.ts';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';
import { newAccessCode } from './access-batch.service.ts';

// oxlint-disable-next-line no-explicit-any -- answers of many endpoints
type Said = { code: number; msg: string; data: any; rows: any[] };

const STAFF = ['list', 'add', 'issue', 'print', 'freeze', 'void'].map((action) => `textbook:code:${action}`);

let t: TestContext;
let publishId = 0;
const as: Record<string, Bearer> = {};
const ask = async (who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object): Promise<Said> =>
  (await t.app.inject({ method, url: `/prod-api${path}`, headers: { ...as[who] }, ...(payload ? { payload } : {}) })).json<Said>();

beforeAll(async () => {
  t = await testContext();
  publishId = (await addTextbook(t)).publishId;
  for (const userName of ['editor', 'chief']) await t.addUser({ userName, permissions: STAFF });
  for (const userName of ['lin', 'zhou', 'guess']) await t.addUser({ userName });
  for (const userName of ['editor', 'chief', 'lin', 'zhou', 'guess']) as[userName] = await t.as(userName);
});
afterAll(() => t.close());

/** Makes and issues a batch, and returns its id with its codes as they are printed. */
async function issued(more: object = {}): Promise<{ batchId: number; codes: string[] }> {
  const made = await ask('editor', 'POST', '/textbook/accessBatch', { publishId, name: '秋季', count: 20, ...more });
  if (made.code !== 200) throw new Error(made.msg);
  const batchId = made.data.batchId as number;
  expect((await ask('chief', 'PUT', `/textbook/accessBatch/issue/${batchId}`)).code).toBe(200);
  return { batchId, codes: await print(batchId) };
}

async function print(batchId: number): Promise<string[]> {
  const said = await t.app.inject({ method: 'POST', url: `/prod-api/textbook/accessBatch/print/${batchId}`, headers: { ...as['editor'] } });
  if (String(said.headers['content-type']).includes('json')) throw new Error(said.json<Said>().msg);
  const csv = (new PizZip(said.rawPayload).file('激活码.csv')?.asText() ?? '').trim().split('\r\n').slice(1);
  return csv.map((line) => line.split(',')[1] ?? '');
}

const redeem = (who: string, code: string) => ask(who, 'POST', '/cms/accessCode/redeem', { code });
const wrongCode = (): string => newAccessCode();
const UNUSABLE = expect.stringContaining('激活码不正确或不能使用') as string;

test('SM37 §13 a batch is issued by a second person, and its codes exist only after that', async () => {
  const made = await ask('editor', 'POST', '/textbook/accessBatch', { publishId, name: '两个人', count: 3 });
  const { batchId } = made.data as { batchId: number };
  expect(made.data.can).not.toContain('issue');
  await expect(print(batchId)).rejects.toThrow('批次发行后才能生成印制文件');
  expect((await ask('editor', 'PUT', `/textbook/accessBatch/issue/${batchId}`)).msg).toBe('不能发行本人建的批次，请另一位同事发行');
  expect((await ask('chief', 'PUT', `/textbook/accessBatch/issue/${batchId}`)).code).toBe(200);
  const codes = await print(batchId);
  expect(codes).toHaveLength(3);
  for (const code of codes) expect(readAccessCode(code)).toHaveProperty('code');
  const row = (await ask('chief', 'GET', `/textbook/accessBatch/${batchId}`)).data;
  expect(row).toMatchObject({ status: 'issued', printedBy: 'editor', issuedBy: 'chief' });
  expect((await ask('editor', 'PUT', '/textbook/accessBatch', { ...row, count: 4 })).msg).toBe('批次已印制，不能修改');
});

test('§13 the printed file is made again only while no code is used, and the codes of the first file are void then', async () => {
  const { batchId, codes } = await issued();
  const again = await print(batchId);
  expect((await redeem('zhou', codes[0] ?? '')).msg).toEqual(UNUSABLE);
  expect((await redeem('zhou', again[0] ?? '')).code).toBe(200);
  await expect(print(batchId)).rejects.toThrow('不能重新生成');
});

test('§13 a code gives the right once, in any writing; the same reader and others are told what became of it', async () => {
  const { codes } = await issued({ rightDays: 30 });
  const [code = '', second = ''] = codes;
  const { data } = await redeem('lin', ` ${code.toLowerCase().replaceAll('-', ' ')} `);
  expect(data).toMatchObject({ publishId, captchaNeeded: false });
  expect(data.validTo).toMatch(/^\d{4}-/);
  expect((await redeem('lin', code)).msg).toBe('您已激活过这本教材');
  expect((await redeem('guess', code)).msg).toMatch(/^此激活码已于\d{4}-\d\d-\d\d使用，如非本人请联系/);
  expect((await redeem('lin', second)).msg).toMatch(/您已经可以读《渡口英语》，这个激活码没有使用/);
  expect((await ask('lin', 'GET', '/cms/accessCode/mine')).data).toEqual([expect.objectContaining({ last4: code.slice(-4), publishId })]);
  const { db } = t.context;
  expect(
    await db.selectFrom('entitlement').select(['source', 'validTo']).where('source', '=', 'code').where('publicationId', '=', publishId).execute(),
  ).toContainEqual({
    source: 'code',
    validTo: expect.any(Number) as number,
  });
});

test('§13 one hundred readers use one code at once: one right', async () => {
  const { codes } = await issued();
  const readers = await Promise.all(Array.from({ length: 100 }, (_one, at) => t.addUser({ userName: `many${at}` })));
  for (const at of readers.keys()) as[`many${at}`] = await t.as(`many${at}`);
  const before = await rights();
  const said = await Promise.all(readers.map((_id, at) => redeem(`many${at}`, codes[0] ?? '')));
  expect(said.filter(({ code }) => code === 200)).toHaveLength(1);
  expect((await rights()) - before).toBe(1);
  expect(new Set(said.filter(({ code }) => code !== 200).map(({ msg }) => msg.slice(0, 6)))).toEqual(new Set(['此激活码已于']));
});
const rights = async (): Promise<number> => (await t.context.db.selectFrom('entitlement').select('id').where('source', '=', 'code').execute()).length;

test('§17 the maker of a batch gets a message when a colleague issues or freezes it, and other persons who may issue it have a todo', async () => {
  const made = await ask('editor', 'POST', '/textbook/accessBatch', { publishId, name: '等人发行', count: 1 });
  const batchId = made.data.batchId as number;
  const waiting = async (who: string) =>
    (await ask(who, 'GET', '/info/todo/list?source=accessBatch&pageNum=1&pageSize=50')).rows.some(({ title }) => title === '等人发行');
  expect([await waiting('chief'), await waiting('editor')]).toEqual([true, false]);
  await ask('chief', 'PUT', `/textbook/accessBatch/issue/${batchId}`);
  expect(await waiting('chief')).toBe(false);
  await ask('chief', 'PUT', `/textbook/accessBatch/freeze/${batchId}`, { reason: '样书丢了一本' });
  const messages = await t.context.db.selectFrom('message').select(['title', 'content', 'link']).where('title', 'like', '%等人发行%').execute();
  const link = `/publication/accessCode?open=${batchId}`;
  expect(messages).toEqual([
    { title: '激活码批次“等人发行”已发行，可以生成印制文件', content: '', link },
    { title: '激活码批次“等人发行”已冻结，没有用过的码不能激活', content: '样书丢了一本', link },
  ]);
});

test('SM37 a frozen batch, a closed one, a void code and one outside its days have the same answer as an unknown one', async () => {
  const { batchId, codes } = await issued();
  await t.addUser({ userName: 'fresh' });
  as['fresh'] = await t.as('fresh');
  expect((await ask('editor', 'PUT', `/textbook/accessBatch/freeze/${batchId}`, { reason: '印厂外泄，先停' })).code).toBe(200);
  expect((await redeem('fresh', codes[0] ?? '')).msg).toEqual(UNUSABLE);
  await ask('editor', 'PUT', `/textbook/accessBatch/unfreeze/${batchId}`);
  expect((await redeem('fresh', codes[0] ?? '')).code).toBe(200);
  const list = (await ask('editor', 'GET', `/textbook/accessCode/list?batchId=${batchId}&serialNo=2`)).rows;
  expect(list).toHaveLength(1);
  expect((await ask('editor', 'PUT', `/textbook/accessCode/void/${list[0].codeId}`, { reason: '读者的书被撕走' })).code).toBe(200);
  expect((await redeem('zhou', codes[1] ?? '')).msg).toEqual(UNUSABLE);
  const used = (await ask('editor', 'GET', `/textbook/accessCode/list?batchId=${batchId}&last4=${(codes[0] ?? '').slice(-4)}`)).rows[0];
  expect(used).toMatchObject({ status: 'used', usedBy: 'f*h' });
  const before = await rights();
  await ask('editor', 'PUT', `/textbook/accessCode/void/${used.codeId}`, { reason: '退书，收回授权' });
  expect(await rights()).toBe(before);
  expect(
    await t.context.db.selectFrom('entitlement').select('revoked').where('source', '=', 'code').where('sourceId', '=', used.codeId).execute(),
  ).toEqual([{ revoked: '1' }]);
  expect((await ask('chief', 'PUT', `/textbook/accessBatch/close/${batchId}`, { reason: '这一版不再销售' })).code).toBe(200);
  expect((await redeem('zhou', codes[2] ?? '')).msg).toEqual(UNUSABLE);
  const old = await issued({ validTo: '2020-01-01' }).catch((error: unknown) => error);
  expect(old).toBeInstanceOf(Error);
});

test('§13 guessing is limited by account; a code that no server has to be asked about costs nothing', async () => {
  for (let tries = 0; tries < 20; tries += 1) expect((await redeem('guess', '7K2M-PW9X-Q4R5')).msg).toBe('激活码不正确，请检查第几位抄错了');
  await t.context.cache.clear('access_code');
  for (let tries = 0; tries < 10; tries += 1) expect((await redeem('guess', wrongCode())).msg).toEqual(UNUSABLE);
  const { codes } = await issued();
  expect((await redeem('guess', codes[0] ?? '')).msg).toBe('输错的次数太多了，请一小时后再试');
});

test('§20 no code can be read in the database, the logs or the files of the installation', async () => {
  const { codes } = await issued();
  expect(codes).toHaveLength(20);
  const { settings } = t.context;
  for (const name of ['shuzhou.db', 'shuzhou.db-wal']) {
    const bytes = await readFile(join(settings.dataDir, name)).catch(() => null);
    if (!bytes) continue;
    const text = bytes.toString('latin1');
    for (const code of codes) expect(text.includes(code) || text.includes(code.replaceAll('-', ''))).toBe(false);
  }
  const log = JSON.stringify(await t.context.db.selectFrom('operLog').selectAll().execute());
  for (const code of codes) expect(log.includes(code)).toBe(false);
});

test('§20 of 100 000 codes no two are equal', { timeout: 120_000 }, async () => {
  const { codes } = await issued({ count: 100_000 });
  expect(new Set(codes).size).toBe(100_000);
});

test('readers see no batches, and what nobody may do is rejected', async () => {
  const { batchId } = await issued();
  for (const path of ['/textbook/accessBatch/list', '/textbook/accessCode/list', `/textbook/accessBatch/usage/${batchId}`])
    expect([path, (await ask('lin', 'GET', path)).code]).toEqual([path, 403]);
  expect((await ask('lin', 'PUT', `/textbook/accessBatch/freeze/${batchId}`, { reason: '我来冻结它' })).code).toBe(403);
  expect((await ask('editor', 'PUT', `/textbook/accessBatch/unfreeze/${batchId}`)).code).toBe(23701);
  expect((await ask('editor', 'POST', '/textbook/accessBatch', { publishId, name: '大', count: 100_001 })).msg).toContain('数量不能大于100000');
  expect(
    (await ask('editor', 'POST', '/textbook/accessBatch', { publishId, name: '日', count: 1, validFrom: '2030-02-01', validTo: '2030-01-01' })).msg,
  ).toBe('激活截止不能早于激活开始');
});
