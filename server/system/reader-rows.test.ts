import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';

/** The sign-in name of a staff member, and the remark they wrote. */
const BOSS = 'boss-of-all';
const REMARK = '内部说明';

let t: TestContext;
let reader: Bearer;
let staff: Bearer;
let noticeId = 0;
const LISTS = ['notice', 'feedback', 'area', 'dict', 'post'].flatMap((name) => [`system:${name}:list`, `system:${name}:query`]);

beforeAll(async () => {
  t = await testContext();
  const { db } = t.context;
  const readerId = await t.addUser({ userName: 'reader' });
  await t.addUser({ userName: 'staff', permissions: LISTS });
  [reader, staff] = [await t.as('reader'), await t.as('staff')];
  const made = { createBy: BOSS, updateBy: BOSS, createTime: 1, updateTime: 1 };
  noticeId = (
    await db
      .insertInto('notice')
      .values({ noticeTitle: '开馆', noticeType: '2', noticeContent: '正文', status: 'published', publishTime: 1, remark: REMARK, ...made })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
  await db
    .insertInto('feedback')
    .values({ userId: readerId, type: 'bug', content: '打不开', images: '[]', contact: '', status: 'handling', remark: REMARK, ...made })
    .execute();
  await db
    .insertInto('area')
    .values({ areaCode: '110000', areaName: '北京市', parentCode: '', level: 1, remark: REMARK, ...made })
    .execute();
  await db
    .insertInto('dictType')
    .values({ dictName: '颜色', dictType: 'colour', remark: REMARK, ...made })
    .execute();
  await db
    .insertInto('post')
    .values({ postCode: 'ed', postName: '编辑', postSort: 1, remark: REMARK, ...made })
    .execute();
  const form = { userId: readerId, targetMode: 'author', realName: '何语', unit: '', reason: '写书', materials: '[]', status: 'rejected' };
  await db
    .insertInto('applyForLog')
    .values({ ...form, applyNo: 'SQ1', auditBy: BOSS, auditTime: 1, ...made })
    .execute();
});
afterAll(() => t.close());

const ask = async (path: string, headers: Bearer): Promise<string> => {
  const answer = await t.app.inject({ url: `/prod-api/${path}`, headers });
  expect([path, answer.json<{ code: number }>().code]).toEqual([path, 200]);
  return answer.body;
};

test('A15 hides the sign-in names and remarks of staff from readers and shows them to staff', async () => {
  const areaId = (await t.context.db.selectFrom('area').select('id').executeTakeFirstOrThrow()).id;
  const paths = [
    `system/notice/${noticeId}`,
    'system/notice/listTop',
    'system/feedback/mine',
    'system/area/children',
    `system/area/path/${areaId}`,
    'system/dict/type/optionselect',
    'system/post/optionselect',
  ];
  for (const path of [...paths, 'structure/applyForLog/mine']) {
    const said = await ask(path, reader);
    expect.soft([path, [BOSS, REMARK].filter((word) => said.includes(word))]).toEqual([path, []]);
  }
  for (const path of paths.filter((one) => one !== 'system/feedback/mine'))
    expect.soft([path, await ask(path, staff)]).toEqual([path, expect.stringContaining(BOSS)]);
});
