import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_PREFIX } from '../../contract/limits.ts';
import { seedDefaults } from '../../server/seed/defaults/seed-defaults.ts';
import { contractCruds } from '../support/contract-parts.ts';
import { testContext, type Bearer, type TestContext } from '../support/test-context.ts';

let t: TestContext;
let boss: Bearer;
beforeAll(async () => {
  t = await testContext();
  await t.context.db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  await t.addUser({ userName: 'boss', roles: ['admin'] });
  boss = await t.as('boss');
});
afterAll(() => t.close());

async function ask(method: 'POST' | 'PUT', payload: object) {
  const answer = await t.app.inject({ method, url: `${API_PREFIX}/system/problem`, headers: boss, payload });
  return answer.json<{ code: number; msg: string; data?: { problemId: number } & Record<string, unknown> }>();
}
const MESSAGE = '分类没有这一项，或已停用，请从列表中重新选择';

test('#47.7 the server accepts the values that a dictionary offers, and a stored value after it is disabled', async () => {
  const { db } = t.context;
  const { dictValue } = await db
    .selectFrom('dictData')
    .select('dictValue')
    .where('dictType', '=', 'system_problem_category')
    .executeTakeFirstOrThrow();
  const draft = { question: '怎么投稿？', answer: '<p>登录后投稿</p>', category: dictValue };
  expect(await ask('POST', { ...draft, category: 'invented' })).toMatchObject({ code: 500, msg: MESSAGE });
  const { code, data } = await ask('POST', draft);
  expect(code).toBe(200);
  const problemId = data?.problemId;
  expect(await ask('PUT', { ...draft, problemId, category: 'invented' })).toMatchObject({ code: 500, msg: MESSAGE });
  await db
    .updateTable('dictData')
    .set({ status: '1' })
    .where('dictType', '=', 'system_problem_category')
    .where('dictValue', '=', dictValue)
    .execute();
  expect(await ask('PUT', { ...draft, problemId })).toMatchObject({ code: 200 });
  expect(await ask('POST', { ...draft, question: '怎么找回密码？' })).toMatchObject({ code: 500, msg: MESSAGE });
});

test('#47.7 every field with a dictionary has its values checked, by the schema or by the server', () => {
  const chosen = contractCruds().flatMap(({ file, crud }) =>
    Object.entries(crud.fields as Record<string, { safeParse(value: unknown): { success: boolean } }>)
      .filter(([field]) => crud.meta[field]?.kind === 'choice')
      .map(([field, schema]) => ({ file, field, meta: crud.meta[field], schema })),
  );
  expect(chosen.length).toBeGreaterThan(40);
  const open = chosen.filter(({ meta, schema }) => !meta?.extensible && schema.safeParse('not an entry').success);
  expect(
    open.map(({ file, field }) => `${file}: ${field} takes any value; write entry(label, dictionary) or choice(label, dictionary, values)`),
  ).toEqual([]);
});
