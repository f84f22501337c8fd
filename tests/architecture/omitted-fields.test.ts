import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyCrud } from '../../contract/crud.ts';
import type { FieldMeta } from '../../contract/field.ts';
import { API_PREFIX } from '../../contract/limits.ts';
import { seedDefaults } from '../../server/seed/defaults/seed-defaults.ts';
import { CRITERIA } from '../support/contest-fixture.ts';
import { addFirstContest } from '../support/first-contest.ts';
import { formText } from '../support/form-fixtures.ts';
import { addListedWork } from '../support/listed-work.ts';
import { contractCruds } from '../support/contract-parts.ts';
import { addTextbook } from '../support/textbook-fixture.ts';
import { wechatFixture } from '../support/wechat-fixture.ts';
import { testContext, type Bearer, type TestContext } from '../support/test-context.ts';

interface Schema {
  safeParse(value: unknown): { success: boolean; data?: unknown };
}
interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly data?: Record<string, unknown>;
  readonly rows?: Record<string, unknown>[];
}

let t: TestContext;
let boss: Bearer;
let personId = 0;
let deputyId = 0;
let workId = 0;
let textbookId = 0;
let trackId = 0;
let contestId = 0;
let domainId = 0;
let accountId = 0;
const entries = new Map<string, string[]>();

beforeAll(async () => {
  t = await testContext();
  await t.context.db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  await t.addUser({ userName: 'boss', roles: ['admin'] });
  boss = await t.as('boss');
  personId = await t.addUser({ userName: 'person', roles: ['works_admin'] });
  deputyId = await t.addUser({ userName: 'deputy', roles: ['works_admin'] });
  workId = await addListedWork(t.context, { title: '作品' });
  const made = await addTextbook(t, { title: '教材', tracks: 1 });
  [textbookId, trackId] = [made.publishId, made.media[0] ?? 0];
  ({ contestId } = await addFirstContest(t, personId, 'text'));
  const { db } = t.context;
  const now = Date.now();
  await db.updateTable('contest').set({ intro: '<p>介绍</p>', rules: '<p>规则</p>', status: 'draft', teamMax: 1 }).execute();
  const wechat = wechatFixture(t);
  domainId = await wechat.addDomain('领域');
  accountId = await wechat.addAccount('account', domainId);
  await db
    .insertInto('authorMessage')
    .values({
      authorId: personId,
      status: 'visible',
      title: '',
      content: '留言留言留言留言留言',
      topFlag: '1',
      stateTime: now,
      createTime: now,
      updateTime: now,
    })
    .execute();
  for (const [userId, stationed] of [
    [personId, 'chief_editor'],
    [deputyId, 'section_editor'],
  ] as const)
    await db
      .insertInto('pressUser')
      .values({ userId, station: stationed, qualification: 'senior', validTo: '', createTime: now, updateTime: now })
      .execute();
  for (const { dictType, dictValue } of await t.context.db.selectFrom('dictData').select(['dictType', 'dictValue']).execute())
    entries.set(dictType, [...(entries.get(dictType) ?? []), dictValue]);
});
afterAll(() => t.close());

/** Values that rules beyond the schema ask for, by resource. */
const OWN: Readonly<Record<string, () => Readonly<Record<string, unknown>>>> = {
  '/cms/collection': () => ({ publishIds: [workId] }),
  '/cms/channel': () => ({ publishId: workId, status: 'pending' }),
  '/cms/banner': () => ({ linkType: 'url', linkValue: '/cms/main/notice', endTime: '2036-01-02 03:04:05' }),
  '/cms/slogan': () => ({ endTime: '2036-01-02 03:04:05' }),
  '/cms/information': () => ({ publishIds: [workId], scholarId: null, expireTime: '2036-01-02 03:04:05' }),
  '/textbook/questionBank': () => ({ publishId: workId }),
  '/textbook/placed': () => ({
    publishId: textbookId,
    kind: 'listen',
    mediaId: trackId,
    setId: null,
    fileId: null,
    documentIndex: 0,
    cfi: '',
    quote: '',
  }),
  '/textbook/accessBatch': () => ({ publishId: textbookId, validFrom: '2036-01-02', validTo: '2036-01-03', rightTo: '2036-01-04' }),
  '/textbook/exerciseSet': () => ({ publishId: workId, documentIndex: null, questionIds: [] }),
  '/cms/contest/field': () => ({ contestId }),
  '/cms/contest/judge': () => ({ contestId, userId: deputyId, groups: [] }),
  '/cms/contest/round': () => ({
    contestId,
    roundType: '3',
    judgesPerSubmit: 3,
    criteria: CRITERIA,
    startTime: '2036-01-02 03:04:05',
    endTime: '2036-02-02 03:04:05',
  }),
  '/press/user': () => ({ userId: personId }),
  '/press/absence': () => ({ userId: personId, deputyId, startDate: '2036-01-02', endDate: '2036-01-03' }),
  '/monitor/job': () => ({ cronExpression: '0 0 3 * * ?', invokeTarget: 'recycle.purge(30)' }),
  '/cms/journal': () => ({
    abbr: 'ABC',
    issn: '',
    cn: '',
    columns: [{ name: '栏目' }],
    chiefIds: [personId],
    editorIds: [deputyId],
    payPerThousandFen: 20_000,
  }),
  '/press/isbn': () => ({ isbn: '978-7-999999-00-3' }),
  '/cms/wechat/account': () => ({ domainId, areaId: null }),
  '/cms/wechat/article': () => ({ accountId }),
  '/house/works': () => ({ publishId: null, title: '题名' }),
  '/author/author': () => ({ userId: personId, publishIds: [workId] }),
  '/structure/professor': () => ({ userId: personId }),
  '/structure/userGroup': () => ({ userId: personId }),
  '/system/area': () => ({ areaCode: '990000', pinyin: 'pinyin' }),
  '/system/dept': () => ({ parentId: 0 }),
  '/system/dict/data': () => ({ dictType: 'sys_yes_no' }),
  '/system/user': () => ({ userName: 'another', password: 'Kept-fields-77', roleIds: [], postIds: [] }),
  '/system/usermode': () => ({ defaultRoleIds: [] }),
  '/press/session': () => ({ hostId: personId, recorderId: deputyId, attendeeIds: [personId, deputyId] }),
  '/flowable/form': () => ({ formContent: formText('topic-declaration.json') }),
  '/press/topic': () => ({ archiveId: null, authorUserId: personId }),
  // The agreement that follows is of this manuscript; authors do not write their own agreements.
  '/cms/archive': () => ({ ownerId: personId }),
};

const fieldsOf = (crud: AnyCrud) => Object.entries(crud.fields as Record<string, Schema>);

const TEXTS = [
  '样例',
  'sample',
  'https://example.cn/a',
  '13800000000',
  'a@example.cn',
  '1',
  '2026',
  '0 0 3 * * ?',
  '1234-5679',
  '#123456',
  '[]',
  '{}',
];

function samplesOf(meta: FieldMeta): unknown[] {
  if (meta.dict) return (entries.get(meta.dict) ?? []).toReversed().flatMap((value) => [value, [value]]);
  if (meta.kind === 'number' || meta.kind === 'money') return [7, (meta.min ?? 0) + 1, meta.max];
  if (meta.kind === 'flag') return ['1', true];
  if (meta.kind === 'date') return ['2026-01-02'];
  if (meta.kind === 'time') return ['2026-01-02 03:04:05'];
  if (meta.kind === 'image') return ['/profile/upload/a.png'];
  if (meta.kind === 'reference') return [1];
  if (meta.kind === 'references') return [[1]];
  if (meta.kind === 'words') return [['样例']];
  return TEXTS;
}

/** Returns a body with a value in every field that differs from the default where a generic one exists. */
function filled(crud: AnyCrud): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [field, schema] of fieldsOf(crud)) {
    const fallback = schema.safeParse(undefined);
    const value = samplesOf(crud.meta[field] as FieldMeta).find((one) => {
      const result = schema.safeParse(one);
      return result.success && JSON.stringify(result.data) !== JSON.stringify(fallback.data);
    });
    if (value !== undefined) body[field] = value;
  }
  return { ...body, ...OWN[crud.path]?.() };
}

async function ask(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<Answer> {
  const answer = await t.app.inject({ method, url: API_PREFIX + url, headers: boss, ...(payload ? { payload } : {}) });
  return answer.json<Answer>();
}

const edited = contractCruds()
  .map(({ crud }) => crud)
  .filter(({ calls }) => calls.includes('edit'));

/** Returns the id of a row to change: a new one, or one that the installation has. */
async function rowOf(crud: AnyCrud): Promise<number> {
  const made = crud.calls.includes('add') ? await ask('POST', crud.path, filled(crud)) : undefined;
  if (made?.code === 200) return Number(made.data?.[crud.key]);
  const [first] = (await ask('GET', `${crud.path}/list`)).rows ?? [];
  if (!first) throw new Error(`no row of ${crud.path}: ${made?.msg}; state in OWN what its rules ask for`);
  return Number(first[crud.key]);
}

async function storedOf(crud: AnyCrud, id: number): Promise<Record<string, unknown>> {
  if (crud.calls.includes('get')) return (await ask('GET', `${crud.path}/${id}`)).data ?? {};
  const rows = (await ask('GET', `${crud.path}/list?pageSize=100`)).rows ?? [];
  return rows.find((row) => row[crud.key] === id) ?? {};
}

test.each(edited.map((crud) => [crud.path, crud] as const))('#47.7 a change of %s that omits a field keeps what is stored', async (path, crud) => {
  const id = await rowOf(crud);
  const stored = await storedOf(crud, id);
  const whole = {
    ...Object.fromEntries(Object.keys(crud.fields as object).flatMap((field) => (field in stored ? [[field, stored[field]]] : []))),
    [crud.key]: id,
  };
  expect(await ask('PUT', path, whole)).toMatchObject({ code: 200, msg: '操作成功' });
  const before = await storedOf(crud, id);
  const optional = fieldsOf(crud).filter(([field, schema]) => field in whole && schema.safeParse(undefined).success);
  for (const [field] of optional) {
    const { [field]: _omitted, ...rest } = whole as Record<string, unknown>;
    const answer = await ask('PUT', path, rest);
    expect([field, answer.code, answer.msg]).toEqual([field, 200, '操作成功']);
    expect([field, (await storedOf(crud, id))[field]]).toEqual([field, before[field]]);
  }
});

test('#47.7 an empty value that a client sends empties the field, as null or as empty text', async () => {
  const url = '/system/post';
  const { data } = await ask('POST', url, { postCode: 'clear', postName: '清空', postSort: 1, status: '0', remark: '备注' });
  const draft = { postId: data?.['postId'], postCode: 'clear', postName: '清空', postSort: 1, status: '0' };
  for (const empty of ['', null]) {
    expect((await ask('PUT', url, { ...draft, remark: '备注' })).data).toMatchObject({ remark: '备注' });
    expect((await ask('PUT', url, { ...draft, remark: empty })).data).toMatchObject({ remark: '' });
  }
});

test('#47.7 our forms send null for a cleared control: every draft takes it as it takes a missing value', () => {
  const compared = edited.flatMap((crud) => fieldsOf(crud).map(([field, schema]) => [crud.path, field, schema] as const));
  expect(compared.length).toBeGreaterThan(300);
  for (const [path, field, schema] of compared) {
    const [missing, empty] = [schema.safeParse(undefined), schema.safeParse(null)];
    expect([path, field, empty.success, empty.data]).toEqual([path, field, missing.success, missing.data]);
  }
});

test('#47.7 the stored values come from the version that is changed: a change in between is a conflict, not a loss', async () => {
  const { data } = await ask('POST', '/system/post', { postCode: 'race', postName: '竞争', postSort: 1, status: '0', remark: '旧' });
  const draft = { postId: data?.['postId'], postCode: 'race', postName: '竞争', postSort: 1, status: '0' };
  const both = await Promise.all([ask('PUT', '/system/post', { ...draft, remark: '新' }), ask('PUT', '/system/post', draft)]);
  const stored = (await ask('GET', `/system/post/${Number(data?.['postId'])}`)).data?.['remark'];
  expect(both[0]?.code).toBe(200);
  expect([stored, [200, 409].includes(both[1]?.code ?? 0)]).toEqual(['新', true]);
});
