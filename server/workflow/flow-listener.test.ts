import { afterAll, beforeAll, expect, test } from 'vitest';
import { testHouse, type Bearer, type TestHouse } from '../../tests/support/test-house.ts';

let t: TestHouse;
let clerk: Bearer;
beforeAll(async () => {
  t = await testHouse();
  await t.addUser({ userName: 'clerk', permissions: ['system:listener:add', 'system:expression:add'] });
  clerk = await t.as('clerk');
});
afterAll(() => t.close());

const add = async (path: string, payload: object) =>
  (await t.app.inject({ method: 'POST', url: `/prod-api/system/${path}`, headers: clerk, payload })).json() as { code: number; msg: string };

test('a listener and an expression name what the house knows; code is no name', async () => {
  const listener = { name: '办结告知', type: '1', eventType: 'complete', valueType: 'class' };
  expect(await add('listener', { ...listener, value: '${T(java.lang.Runtime).getRuntime()}' })).toMatchObject({
    code: 400,
    msg: '执行内容只能是名称，或 ${名称}',
  });
  expect(await add('listener', { ...listener, value: 'house.TellStarter' })).toMatchObject({ code: 200 });
  expect(await add('listener', { ...listener, value: 'house.TellStarter' })).toMatchObject({
    code: 500,
    msg: expect.stringContaining('监听名称已存在'),
  });
  expect(await add('expression', { name: '发起人', expression: '${1+1}', dataType: 'dynamic' })).toMatchObject({ code: 400 });
  expect(await add('expression', { name: '发起人', expression: '${INITIATOR}', dataType: 'dynamic' })).toMatchObject({ code: 200 });
});
