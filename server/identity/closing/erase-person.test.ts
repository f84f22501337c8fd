import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromBufferPromise, type Entry } from 'yauzl';
import { buffer } from 'node:stream/consumers';
import { DAY_MS } from '../../../contract/clock.ts';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';
import { pressStaff, type PressStaff } from '../../../tests/support/press-staff.ts';
import { closeDueAccounts } from './closing.service.ts';
import { personalTables } from '../../db/records/personal-table.ts';

let t: TestContext;
let staff: PressStaff;
beforeAll(async () => {
  t = await testContext();
  staff = await pressStaff(t);
});
afterAll(() => t.close());

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Columns with the id of a person, or with data that identify or reach one. */
const PERSON =
  /(^|_)(user|owner|editor|reviewer|judge|sender|operator|starter|start_user|author|reader|expert|declarer|deputy|proofreader|typesetter|turn_user|audit_user|reply_user)_id$|^assignee$|(^|_)(phone|phonenumber|mobile|email|mail|contact|ip|device|user_agent|real_name|id_card_no|nick_name|user_name|bank_account_no|bank_account_name|invite_name)$/;
/** Ids of people that the table names besides the person of the row; numbers only. */
const ID_BY = /_by$/;

test('#43.6 every table with a column of a person is listed as erase, anonymise or keep', async () => {
  const listed = new Set(personalTables().map(({ table }) => snake(table)));
  const tables = await t.context.db.introspection.getTables();
  const personal = tables.filter(({ columns }) =>
    columns.some(({ name, dataType }) => PERSON.test(name) || (ID_BY.test(name) && /int/i.test(dataType))),
  );
  expect(personal.map(({ name }) => name).filter((name) => !listed.has(name))).toEqual([]);
  expect(new Set(personalTables().map(({ table }) => table)).size).toBe(personalTables().length);
});

test('#43.6 every listed column exists, and a kept table has its reason', async () => {
  const columns = new Map(
    (await t.context.db.introspection.getTables()).map((table) => [table.name, new Set(table.columns.map(({ name }) => name))]),
  );
  expect(personalTables().length).toBeGreaterThan(80);
  for (const entry of personalTables()) {
    const has = columns.get(snake(entry.table));
    expect([entry.table, has !== undefined]).toEqual([entry.table, true]);
    const named = [entry.person, ...(entry.exported?.columns ?? []), ...(entry.fate === 'anonymise' ? Object.keys(entry.set) : [])];
    expect([entry.table, named.filter((column) => column !== null && !has?.has(snake(column)))]).toEqual([entry.table, []]);
    if (entry.fate === 'keep') expect(entry.reason.length).toBeGreaterThan(5);
  }
});

interface Answer {
  code: number;
  msg: string;
  // oxlint-disable-next-line no-explicit-any -- whatever the call answers
  data: any;
}
const ask = async (headers: Bearer, method: 'GET' | 'POST' | 'DELETE' | 'PUT', path: string, payload?: object): Promise<Answer> =>
  (await t.app.inject({ method, url: `/prod-api${path}`, headers, ...(payload ? { payload } : {}) })).json();

const SECRET = { nickName: '林晚舟独一', phonenumber: '13900001234', email: 'wanzhou-unique@example.org', realName: '林真名' };

/** A reader with something in many tables; the words of `SECRET` and `unique-…` are hers only. */
async function reader(userName: string): Promise<{ id: number; as: Bearer }> {
  const { db } = t.context;
  const id = await t.addUser({ userName });
  const now = Date.now();
  const base = { createBy: userName, createTime: now, updateBy: userName, updateTime: now };
  await db
    .updateTable('user')
    .set({ ...SECRET, email: `${userName}-${SECRET.email}`, phonenumber: `139${String(id).padStart(8, '0')}`, loginIp: '203.0.113.77' })
    .where('id', '=', id)
    .execute();
  await db
    .insertInto('browse')
    .values({
      userId: id,
      visitorId: 'unique-visitor',
      targetType: 'book',
      targetId: 1,
      seconds: 9,
      network: '203.0.113.0',
      device: 'unique-device',
      createTime: now,
      lastTime: now,
    } as never)
    .execute();
  await db
    .insertInto('comment')
    .values({
      ...base,
      status: 'passed',
      stateTime: now,
      targetType: 'publication',
      targetId: 1,
      userId: id,
      content: 'unique-comment',
      ip: '203.0.113.0',
    } as never)
    .execute();
  await db
    .insertInto('message')
    .values({ userId: id, type: 'notice', title: 'unique-title', content: 'unique-content', link: '', createTime: now } as never)
    .execute();
  await db
    .insertInto('annotation')
    .values({
      userId: id,
      clientId: 'c',
      clock: 1,
      seq: 1,
      deviceId: 'd',
      device: 'unique-device',
      heard: '{}',
      deleted: '0',
      createTime: now,
      updateTime: now,
      publicationId: 1,
      editionId: 1,
      documentIndex: 0,
      chapterTitle: '第一章',
      cfi: '',
      text: 'unique-quote',
      before: '',
      after: '',
      type: 'highlight',
      note: '=unique-note',
      colour: 'yellow',
      percent: 1,
      twins: '[]',
    } as never)
    .execute();
  await db
    .insertInto('knownDevice')
    .values({ userId: id, deviceHash: `unique-${id}`, browser: 'x', os: 'y', createTime: now, lastSeen: now })
    .execute();
  return { id, as: await t.as(userName) };
}

/** Every table as text, without the logs that the law keeps and the tombstone's own new name. */
async function dump(): Promise<string> {
  const { db } = t.context;
  const tables = (await db.introspection.getTables()).filter(({ name }) => !['oper_log', 'login_log'].includes(name) && !name.includes('_words'));
  const parts: string[] = [];
  for (const { name } of tables)
    parts.push(
      name,
      JSON.stringify(
        await db
          .selectFrom(name as never)
          .selectAll()
          .execute(),
      ),
    );
  return parts.join('\n');
}

test('#43.6 closing an account waits 15 days, can be revoked, then leaves nothing of the person', async () => {
  const { id, as } = await reader('weilai');
  expect((await ask(as, 'GET', '/system/user/profile/closing')).data).toEqual({ requestedAt: null, dueAt: null, blockers: [] });
  expect(await ask(as, 'POST', '/system/user/profile/closing')).toMatchObject({ code: 200 });
  expect(await closeDueAccounts(t.context)).toBe(0);
  expect(await ask(as, 'PUT', '/system/user/profile/closing')).toMatchObject({ code: 200 });
  expect((await ask(as, 'PUT', '/system/user/profile/closing')).msg).toBe('没有要撤回的注销申请');
  expect((await ask(as, 'POST', '/system/user/profile/closing')).code).toBe(200);
  const { dueAt } = await t.context.db.selectFrom('userClosing').selectAll().where('userId', '=', id).executeTakeFirstOrThrow();
  expect(Math.round((dueAt - Date.now()) / DAY_MS)).toBe(15);
  await t.context.db.updateTable('userClosing').set({ dueAt: Date.now() }).where('userId', '=', id).execute();
  expect(await dump()).toMatch(/unique-comment[\s\S]*unique-/);
  expect(await closeDueAccounts(t.context)).toBe(1);
  const left = await dump();
  for (const word of [...Object.values(SECRET), 'unique-', 'weilai', '203.0.113.77', `139${String(id).padStart(8, '0')}`])
    expect([word, left.includes(word)]).toEqual([word, false]);
  expect((await ask(as, 'GET', '/getInfo')).code).toBe(401);
  const row = await t.context.db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ userName: `closed-${id}`, nickName: '已注销用户', delFlag: '2', status: '1' });
  await t.addUser({ userName: 'weilai' });
});

test('#43.6 closing is refused in words while a manuscript is open, and a due account with new business stays', async () => {
  const { db } = t.context;
  const archiveId = await staff.submitted();
  const { title } = await db.selectFrom('manuscript').select('title').where('id', '=', archiveId).executeTakeFirstOrThrow();
  const refused = await ask(staff.as.author, 'POST', '/system/user/profile/closing');
  expect(refused.code).toBe(500);
  expect(refused.msg).toContain(`稿件：《${title}》（已投稿）`);
  await db.insertInto('userClosing').values({ userId: staff.ids.author, requestedAt: 1, dueAt: 2 }).execute();
  expect(await closeDueAccounts(t.context)).toBe(0);
  const told = await db
    .selectFrom('message')
    .select(['title', 'content'])
    .where('userId', '=', staff.ids.author)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(told).toMatchObject({ title: '账号没有注销' });
  expect(told?.content).toContain(title);
});

test('#43.6 purging a user from the recycle bin erases the person too', async () => {
  const { id } = await reader('dusheng');
  await t.addUser({ userName: 'root', roles: ['admin'] });
  const root = await t.as('root');
  expect((await ask(root, 'DELETE', `/system/user/${id}`)).code).toBe(200);
  const item = await t.context.db
    .selectFrom('recycleItem')
    .select('id')
    .where('entityType', '=', 'user')
    .where('entityId', '=', id)
    .executeTakeFirstOrThrow();
  expect(await ask(root, 'DELETE', `/recycle/${item.id}`)).toMatchObject({ code: 200 });
  const left = await dump();
  for (const word of ['unique-comment', 'unique-note', 'dusheng', SECRET.nickName]) expect([word, left.includes(word)]).toEqual([word, false]);
});

test('#43.6 the export has the data of the person in JSON, CSV and Markdown, and of nobody else', async () => {
  const { as } = await reader('chenxing');
  await reader('other-person');
  const response = await t.app.inject({ method: 'GET', url: '/prod-api/system/user/profile/export', headers: as });
  expect(response.headers['content-type']).toBe('application/zip');
  const zip = await fromBufferPromise(response.rawPayload, { lazyEntries: true });
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry() as AsyncIterable<Entry>)
    files.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString('utf8'));
  const all = JSON.parse(files.get('数据.json') ?? '{}') as Record<string, Record<string, unknown>[]>;
  expect(all['账号']).toMatchObject([{ userName: 'chenxing', nickName: SECRET.nickName }]);
  expect(all['评论']).toMatchObject([{ content: 'unique-comment' }]);
  expect(files.get('笔记.md')).toContain('> unique-quote');
  expect(files.get('笔记.csv')).toContain("'=unique-note");
  const text = [...files.values()].join('\n');
  expect(text).not.toContain('other-person');
  expect(text).not.toMatch(/passwordHash|scrypt\$|token/i);
});
