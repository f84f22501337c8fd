import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QuestionKey, ShownQuestion } from '../../../contract/textbook/question-kind.ts';
import { ratingOf, type ReviewEntry, type ReviewVerdict } from '../../../contract/textbook/review-log.ts';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';
import { addTextbook } from '../../../tests/support/textbook-fixture.ts';

let t: TestContext;
let editor: Bearer;
let approver: Bearer;
let reader: Bearer;
let buyer: Bearer;
let publishId = 0;
let bankId = 0;
/** Of the trial, behind the right, and only for assignments since its approval. */
let free: Asked;
let paid: Asked;
let kept: Asked;
let foreign: Asked;

interface Asked {
  readonly setId: number;
  readonly questionId: number;
  readonly versionId: number;
}

const ACTIONS = ['list', 'query', 'add', 'edit', 'submit'].map((action) => `textbook:exercise:${action}`);

// oxlint-disable-next-line no-explicit-any -- the answer of any call
type Answer = { code: number; msg: string; data: any };
async function ask(headers: Bearer | object, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object): Promise<Answer> {
  return (await t.app.inject({ method, url: `/prod-api${path}`, headers: { ...headers }, ...(payload ? { payload } : {}) })).json<Answer>();
}

const choice = (id: string) => ({ id, html: `选项${id}` });
const single = (name: string): ShownQuestion => ({ kind: 'single', stem: `<p>${name}</p>`, options: [choice('aaaaaaaa'), choice('bbbbbbbb')] });
const KEY: QuestionKey = { kind: 'single', right: ['bbbbbbbb'], explanation: '<p>秘密的解析</p>' };
const save = (name: string, more: object = {}) =>
  ask(editor, 'POST', '/textbook/question/save', { bankId, ready: true, points: 200, shown: single(name), key: KEY, ...more });

async function publish(work: number, documentIndex: number | null, questionIds: readonly number[], title: string): Promise<number> {
  const { data } = await ask(editor, 'POST', '/textbook/exerciseSet', { publishId: work, title, documentIndex, questionIds, shuffle: '0' });
  await ask(editor, 'PUT', `/textbook/exerciseSet/submit/${data.setId}`, {});
  expect((await ask(approver, 'PUT', `/textbook/exerciseSet/approve/${data.setId}`, {})).code).toBe(200);
  return data.setId as number;
}
async function asked(documentIndex: number, name: string): Promise<Asked> {
  const { data } = await save(name, { code: name });
  const setId = await publish(publishId, documentIndex, [data.questionId], `${name}的练习`);
  return { setId, questionId: data.questionId, versionId: data.versionId };
}

beforeAll(async () => {
  t = await testContext();
  await t.addUser({ userName: 'editor', permissions: [...ACTIONS, 'cms:content:audit'] });
  await t.addUser({ userName: 'approver', permissions: ['cms:content:audit', 'textbook:exercise:query'] });
  for (const userName of ['reader', 'other', 'third']) await t.addUser({ userName });
  const buyerId = await t.addUser({ userName: 'buyer' });
  [editor, approver, reader, buyer] = [await t.as('editor'), await t.as('approver'), await t.as('reader'), await t.as('buyer')];
  ({ publishId } = await addTextbook(t, { title: '练习教材' }));
  bankId = (await ask(editor, 'POST', '/textbook/questionBank', { name: '练习题库', publishId })).data.bankId;
  [free, paid, kept] = [await asked(0, '试读的题'), await asked(1, '正课的题'), await asked(1, '后来只作业')];
  await save('后来只作业', { questionId: kept.questionId, code: '后来只作业', use: 'assignment' });
  const elsewhere = await addTextbook(t, { title: '别的教材', tracks: 0 });
  const other = (await ask(editor, 'POST', '/textbook/questionBank', { name: '别的题库', publishId: elsewhere.publishId })).data.bankId;
  const { data } = await save('别处的题', { bankId: other });
  foreign = { setId: await publish(elsewhere.publishId, 1, [data.questionId], '别处'), questionId: data.questionId, versionId: data.versionId };
  await t.context.db
    .insertInto('entitlement')
    .values({ userId: buyerId, publicationId: publishId, source: 'order', validFrom: 0, validTo: null, createBy: 'x', createTime: 1 })
    .execute();
});
afterAll(() => t.close());

let made = 0;
const entry = (target: Asked, verdict: ReviewVerdict = 'wrong', tries = 2, more: Partial<ReviewEntry> = {}): ReviewEntry => ({
  id: `10000000-0000-4000-8000-${String((made += 1)).padStart(12, '0')}`,
  ...target,
  publishId,
  at: Date.now() - 60_000 + made,
  rating: ratingOf(verdict, tries),
  verdict,
  tries,
  ms: 900,
  deviceId: 'phone-00001',
  kind: 'practice',
  ...more,
});
const byHand = (target: Asked, kind: 'add' | 'remove') => ({
  ...entry(target, 'wrong', 0),
  kind,
  rating: 0,
  verdict: '' as const,
  at: Date.now() + made,
});
const sync = (who: Bearer | object, rows: readonly object[], cursor = 0, sentAt = Date.now()) =>
  ask(who, 'POST', '/cms/review/sync', { sentAt, cursor, rows });
const wrong = async (who: Bearer) => (await ask(who, 'GET', '/cms/review/wrong')).data as { items: { questionId: number }[]; closed: number };

describe('E135 POST /cms/review/sync', () => {
  test('takes each row once for good, and answers the rows of the account after the cursor', async () => {
    const who = await t.as('third');
    const rows = [entry(free), entry(free, 'right', 1)];
    const first = await sync(who, rows);
    expect(first.data).toMatchObject({ acknowledged: rows.map(({ id }) => id), rejected: [], cursor: 2, more: false });
    // Sent again with another content, as after a lost answer: the first one stays.
    const again = await sync(who, [{ ...rows[0], verdict: 'right', rating: 3, tries: 1 }], first.data.cursor);
    expect(again.data).toMatchObject({ acknowledged: [rows[0]?.id], rows: [], cursor: 2 });
    const tablet = await sync(who, [], 0);
    expect(tablet.data.rows).toMatchObject(rows.map(({ id, verdict, deviceId }) => ({ id, verdict, deviceId })));
    expect((await sync(who, [], 1)).data.rows).toMatchObject([{ id: rows[1]?.id }]);
    // A server that was restored from an older copy: the device begins again.
    expect((await sync(who, [], 99)).data.rows).toHaveLength(2);
    expect((await sync(await t.as('other'), [], 0)).data.rows).toEqual([]);
  });

  test('corrects the time of a device whose clock is wrong, and takes none of the future', async () => {
    const who = await t.as('other');
    const now = Date.now();
    const hour = 3_600_000;
    const late = entry(free, 'wrong', 2, { at: now - 3 * hour - 60_000 });
    const early = entry(free, 'right', 1, { at: now + 5 * hour });
    await sync(who, [late], 0, now - 3 * hour);
    await sync(who, [early], 0, now);
    const [first, second] = (await sync(who, [])).data.rows;
    expect(Math.abs(first.at - (now - 60_000))).toBeLessThan(30_000);
    expect(second.at).toBeLessThanOrEqual(Date.now());
  });

  test('a row is rejected alone: without a right, for assignments, of another book, with a version of another question', async () => {
    const own = (row: ReviewEntry): ReviewEntry => ({ ...row, id: row.id.replace('1000', '2000') });
    const cases = {
      trial: entry(free),
      paid: entry(paid),
      assignment: entry(kept),
      foreignBook: entry(foreign),
      wrongVersion: { ...entry(free), versionId: paid.versionId },
      wrongSet: { ...entry(free), setId: foreign.setId },
      unknown: { ...entry(free), questionId: 999_999 },
      // Nothing of it is in the log: there is nothing to take out.
      removeForeign: byHand(kept, 'remove'),
    };
    const taken = async (who: Bearer, rows: readonly ReviewEntry[]) => {
      const { data } = await sync(who, rows);
      return rows.map(({ id }) => (data.acknowledged.includes(id) ? 'yes' : (data.rejected.find((one: { id: string }) => one.id === id)?.why ?? '')));
    };
    const NO_RIGHT = '您没有这部教材的使用权，这条记录没有保存';
    const NO_PRACTICE = '这道题不在教材的练习里，这条记录没有保存';
    const never = [NO_PRACTICE, NO_PRACTICE, NO_PRACTICE, NO_PRACTICE, NO_PRACTICE, NO_PRACTICE];
    expect(await taken(reader, Object.values(cases) as ReviewEntry[])).toEqual(['yes', NO_RIGHT, ...never]);
    expect(await taken(buyer, (Object.values(cases) as ReviewEntry[]).map(own))).toEqual(['yes', 'yes', ...never]);
    expect((await sync({}, [entry(free)])).code).toBe(401);
  });

  test('a body that no device writes is rejected with words', async () => {
    for (const [row, words] of [
      [{ ...entry(free), id: 'x' }, '记录编号不正确'],
      [{ ...entry(free), rating: 5 }, '评级不正确'],
      [{ ...entry(free), rating: 3 }, '评级与判分不符'],
      [{ ...entry(free), kind: 'add' }, '评级与判分不符'],
      [{ ...entry(free), ms: -1 }, '数值不正确'],
    ] as const)
      expect(await sync(reader, [row])).toMatchObject({ code: 400, msg: words });
    expect(
      await sync(
        reader,
        Array.from({ length: 501 }, () => entry(free)),
      ),
    ).toMatchObject({ code: 400, msg: '一次最多上传500条' });
  });

  test('two devices that send at the same moment lose and double nothing', async () => {
    const id = await t.addUser({ userName: 'twice' });
    const who = await t.as('twice');
    const rows = Array.from({ length: 30 }, () => entry(free));
    await Promise.all([sync(who, rows.slice(0, 20)), sync(who, rows.slice(10)), sync(who, rows)]);
    const stored = await t.context.db.selectFrom('reviewLog').select(['logId', 'seq']).where('userId', '=', id).orderBy('seq').execute();
    expect(stored.map(({ seq }) => seq)).toEqual(rows.map((_row, at) => at + 1));
    expect(new Set(stored.map(({ logId }) => logId))).toEqual(new Set(rows.map((row) => row.id)));
  });
});

describe('T3 what the log shows', () => {
  test('the wrong book lists what may be practised now, in the version that practice shows, without a key', async () => {
    await t.addUser({ userName: 'learner' });
    const who = await t.as('learner');
    const { id: userId } = await t.context.db.selectFrom('user').select('id').where('userName', '=', 'learner').executeTakeFirstOrThrow();
    const right = { userId, publicationId: publishId, source: 'staff' as const, validFrom: 0, validTo: null, createBy: 'x', createTime: 1 };
    await t.context.db.insertInto('entitlement').values(right).execute();
    await sync(who, [entry(free), entry(paid), entry(free, 'right', 1)]);
    const answer = await ask(who, 'GET', '/cms/review/wrong');
    expect(answer.data).toMatchObject({
      closed: 0,
      items: [
        { ...free, bookTitle: '练习教材', documentIndex: 0, chapterTitle: 'Unit 1', kind: 'single', stem: '试读的题', times: 2, wrong: 1 },
        { ...paid, chapterTitle: 'Unit 2', times: 1 },
      ],
    });
    // A newer version that is not approved is not shown.
    await save('正课的题改了', { questionId: paid.questionId, code: '正课的题' });
    const list = `${paid.questionId},${free.questionId},${kept.questionId},${foreign.questionId}`;
    const questions = await ask(who, 'GET', `/cms/review/questions/${list}`);
    expect(questions.data).toMatchObject([paid, free]);
    expect(questions.data).toHaveLength(2);
    expect(JSON.stringify([answer, questions])).not.toMatch(/改了|秘密的解析|"right"|keyPart/);
    expect((await ask(who, 'GET', '/cms/review/wrongCount')).data).toEqual({ total: 2 });

    // Without the right the question waits, and may still be taken out.
    await t.context.db.updateTable('entitlement').set({ revoked: '1' }).where('userId', '=', userId).execute();
    expect(await wrong(who)).toMatchObject({ items: [{ questionId: free.questionId }], closed: 1 });
    expect((await ask(who, 'GET', `/cms/review/questions/${list}`)).data).toMatchObject([free]);
    expect((await sync(who, [byHand(paid, 'remove')])).data.rejected).toEqual([]);
    expect(await wrong(who)).toMatchObject({ closed: 0 });
    await sync(who, [entry(free, 'right', 1, { at: Date.now() + 10 })]);
    expect(await wrong(who)).toEqual({ items: [], closed: 0 });
  });

  test('the exercises of a book say what is open, and what the user has done of each', async () => {
    const visitor = await ask({}, 'GET', `/cms/exercise/ofWork/${publishId}`);
    expect(visitor.data.sets).toMatchObject([
      { setId: free.setId, open: true, questions: 1, scored: 1, done: 0, right: 0 },
      { setId: paid.setId, open: false, questions: 1, done: 0 },
      { setId: kept.setId, questions: 0 },
    ]);
    expect((await ask(buyer, 'GET', `/cms/exercise/ofWork/${publishId}`)).data).toMatchObject({
      wrong: 2,
      sets: [{ open: true, done: 1, right: 0 }, { open: true, done: 1, right: 0 }, {}],
    });
    expect((await ask(buyer, 'GET', '/cms/exercise/ofWork/999999')).code).toBe(404);
    for (const path of ['/cms/review/wrong', '/cms/review/wrongCount', '/cms/review/questions/1'])
      expect((await ask({}, 'GET', path)).code).toBe(401);
  });

  test('a copy for a device has no key of a question that is only for assignments', async () => {
    const copy = await ask(buyer, 'GET', `/cms/exercise/kept/${publishId}`);
    expect(copy.data.map(({ questions }: { questions: object[] }) => questions.length)).toEqual([1, 1, 0]);
  });
});
