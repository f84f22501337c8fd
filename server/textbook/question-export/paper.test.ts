import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';

let t: TestContext;
let teacher: Bearer;
let other: Bearer;
let bankId = 0;

// oxlint-disable-next-line no-explicit-any -- the answer of any call
type Answer = { code: number; msg: string; data: any };
const ask = async (who: Bearer, method: 'GET' | 'POST', path: string, payload?: object): Promise<Answer> =>
  (await t.app.inject({ method, url: `/prod-api${path}`, headers: who, ...(payload ? { payload } : {}) })).json<Answer>();
const choices = (...texts: string[]) => texts.map((html, at) => ({ id: `option0${at}`, html }));

beforeAll(async () => {
  t = await testContext();
  await t.addUser({ userName: 'teacher', permissions: ['teaching:course:teach'] });
  await t.addUser({ userName: 'other', permissions: ['teaching:course:teach'] });
  [teacher, other] = [await t.as('teacher'), await t.as('other')];
  bankId = (await ask(teacher, 'POST', '/textbook/questionBank', { name: '我的题库' })).data.bankId;
  const head = { bankId, ready: true, difficulty: 3, tags: [], use: 'both' };
  const add = (code: string, points: number, shown: object, key: object) =>
    ask(teacher, 'POST', '/textbook/question/save', {
      ...head,
      code,
      chapter: '第一章',
      points,
      shown,
      key: { explanation: '<p>秘密的解析</p>', ...key },
    });
  await add('A1', 200, { kind: 'single', stem: '选', options: choices('甲', '乙', '丙') }, { kind: 'single', right: ['option02'] });
  await add(
    'A2',
    300,
    { kind: 'multi', stem: '多选', options: choices('甲', '乙', '丙') },
    { kind: 'multi', right: ['option02', 'option00'], policy: 'half' },
  );
  await add(
    'A3',
    200,
    {
      kind: 'fill',
      stem: '[[blank001]]与[[blank002]]',
      blanks: [
        { id: 'blank001', type: 'text' },
        { id: 'blank002', type: 'number' },
      ],
    },
    {
      kind: 'fill',
      policy: 'each',
      language: 'zh',
      blanks: [
        {
          id: 'blank001',
          keys: [
            { share: 10_000, text: '六' },
            { share: 10_000, text: '6' },
            { share: 10_000, text: '陆', hidden: true },
          ],
        },
        { id: 'blank002', keys: [{ share: 10_000, from: '1', to: '2' }] },
      ],
    },
  );
  await add(
    'A4',
    600,
    { kind: 'short', stem: '写', maxLength: 300 },
    { kind: 'short', rubric: [{ id: 'row00001', name: '两点', points: 600, steps: [] }], hint: '看两点' },
  );
});
afterAll(() => t.close());

test('§15 the paper of students has no key in any form; the answers are asked for on their own', async () => {
  const paper = await ask(teacher, 'GET', `/textbook/question/paper/${bankId}`);
  expect(paper.data.items).toHaveLength(4);
  expect(paper.data.items.every(({ key }: { key: unknown }) => key === null)).toBe(true);
  expect(JSON.stringify(paper)).not.toMatch(/秘密|看两点|"right"|陆/);
  const { data } = await ask(teacher, 'GET', `/textbook/question/paper/${bankId}?key=1`);
  expect(data.items.map(({ key }: { key: { answer: string } }) => key.answer)).toEqual(['C', 'AC', '（1）六 / 6　（2）1～2', '']);
  expect(data.items[3].key).toMatchObject({ hint: '看两点', rubric: [{ name: '两点', points: 600 }], explanation: '<p>秘密的解析</p>' });
});

test('a paper is of one kind or chapter when asked, and of the own bank only', async () => {
  expect((await ask(teacher, 'GET', `/textbook/question/paper/${bankId}?kind=multi`)).data.items).toHaveLength(1);
  expect((await ask(teacher, 'GET', `/textbook/question/paper/${bankId}?chapter=${encodeURIComponent('第二章')}`)).data.items).toHaveLength(0);
  expect((await ask(other, 'GET', `/textbook/question/paper/${bankId}?key=1`)).msg).toBe('题库不存在或已被删除，请刷新后重试');
  expect((await ask(other, 'GET', '/textbook/exerciseSet/paper/1?key=1')).code).toBe(403);
});
