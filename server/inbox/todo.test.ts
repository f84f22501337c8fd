import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { listTodos as listCall } from '../../contract/inbox/todo.ts';
import { answerOf, APPLY, byPerson, END, flowFixture, START, taskNode, type FlowFixture } from '../../tests/support/flow-fixture.ts';
import { pick, randomOf } from '../../tests/support/flow-tree.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { addressOf, sourcesFor } from './todo-source.service.ts';
import { countTodos, listTodos, listViews, removeView, saveView, setFollowUp } from './todo.service.ts';

const PEOPLE = ['starter', 'ann', 'bob', 'cat'];
const PERMISSIONS = [
  'flowable:task:todo',
  'structure:applyForLog:audit',
  'cms:content:audit',
  'system:feedback:edit',
  'publish:publication:publish',
  'publish:publication:edit',
  'publish:publication:add',
];

let t: TestContext;
let flow: FlowFixture;
let definition = '';
const id: Record<string, number> = {};
beforeAll(async () => {
  t = await testContext();
  flow = flowFixture(t);
  const made = await flow.addUsers(...PEOPLE);
  PEOPLE.forEach((name, index) => (id[name] = made[index] ?? 0));
  const nodes = [START, APPLY, taskNode('check', { who: byPerson(id['ann'] ?? 0, id['bob'] ?? 0) }, '审核'), END];
  definition = (await flow.deploy({ key: 'todo', nodes, flows: ['s -> apply', 'apply -> check', 'check -> e'] })).procDefId;
});
afterAll(() => t.close());

const may = (name: string, ...permissions: string[]): CurrentUser => ({ ...flow.person(name), permissions: new Set(permissions) });
const listed = (user: CurrentUser, asked: object = {}) => listTodos(t.context, user, listCall.query.parse({ pageNum: 1, pageSize: 500, ...asked }));

const at = (daysAgo: number) => ({ createTime: Date.now() - daysAgo * DAY_MS, updateTime: Date.now() - daysAgo * DAY_MS });
const addNotice = (status: string, submitBy: number | null, daysAgo = 1, publishTime: number | null = null) =>
  t.context.db
    .insertInto('notice')
    .values({
      noticeTitle: '闭馆盘点',
      noticeType: '2',
      noticeContent: '正文',
      status: status as 'pending',
      audience: 'all',
      submitBy,
      publishTime,
      ...at(daysAgo),
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
const addFeedback = (status: string, userId: number | null, daysAgo = 1) =>
  t.context.db
    .insertInto('feedback')
    .values({ type: 'other', content: '夜间模式下目录看不清', images: '[]', contact: '', status, userId, createBy: 'x', ...at(daysAgo) } as never)
    .execute();
let applied = 0;
const addApplication = (status: string, userId: number, daysAgo = 1) =>
  t.context.db
    .insertInto('applyForLog')
    .values({
      applyNo: `SQ${(applied += 1)}`,
      userId,
      targetMode: `mode${applied}`,
      realName: '何语',
      reason: '想投稿',
      status,
      ...at(daysAgo),
    } as never)
    .execute();
const addWork = (status: string, by: number | null, createBy: string, proposedBy: number | null) =>
  t.context.db
    .insertInto('publication')
    .values({
      kind: 'book',
      title: '渡口英语',
      authorsText: '何语',
      edition: 1,
      publishNo: `P${(applied += 1)}`,
      status,
      submitBy: by,
      createBy,
      ...(proposedBy === null ? {} : { proposedListFen: 100, proposedSaleFen: 100, proposedIsFree: '0', proposedBy, proposedAt: Date.now() }),
      ...at(1),
    } as never)
    .execute();

test('#35.3 the badge and each number of the home page equal the length of the list they open, in random states', async () => {
  const seed = 20_261_107;
  const random = randomOf(seed);
  const some = <T>(list: readonly T[]): T => pick(random, list);
  const person = () => some(PEOPLE);
  for (let round = 0; round < 25; round++) {
    const daysAgo = Math.floor(random() * 9);
    const whom = some([id[person()] ?? 0, null]);
    switch (Math.floor(random() * 6)) {
      case 0:
        await addNotice(some(['draft', 'pending', 'pending', 'published']), whom, daysAgo);
        break;
      case 1:
        await addFeedback(some(['new', 'handling', 'replied', 'closed']), whom, daysAgo);
        break;
      case 2:
        await addApplication(some(['pending', 'pending', 'approved', 'supplement']), id[person()] ?? 0, daysAgo);
        break;
      case 3:
        await addWork(some(['draft', 'checking', 'rejected', 'listed']), whom, person(), some([null, id[person()] ?? 0]));
        break;
      case 4:
        await flow.start(person(), definition);
        break;
      default: {
        const open = await t.context.db.selectFrom('flowTask').selectAll().where('status', 'in', ['claimed', 'unclaimed']).execute();
        if (open.length > 0) {
          const task = some(open);
          const name = task.assignee === null ? some(['ann', 'bob']) : (PEOPLE.find((one) => id[one] === task.assignee) ?? 'ann');
          await answerOf(flow.complete(name, task.id));
        }
      }
    }
    const user = may(person(), ...PERMISSIONS.filter(() => random() < 0.7));
    const { total, sources } = await countTodos(t.context, user);
    const all = await listed(user);
    expect([all.total, all.rows.length], `seed ${seed}, round ${round}`).toEqual([total, total]);
    expect(new Set(all.rows.map(({ source }) => source)).size).toBe(sources.length);
    for (const { key, count } of sources) expect((await listed(user, { source: key })).total, `${key}, round ${round}`).toBe(count);
    const pages = await Promise.all([1, 2, 3].map((pageNum) => listTodos(t.context, user, { pageNum, pageSize: 3, order: 'due' })));
    const seen = pages.slice(0, Math.ceil(total / 3)).flatMap(({ rows }) => rows.map(({ source, itemId }) => `${source}${itemId}`));
    expect(new Set(seen).size).toBe(Math.min(total, 9));
  }
});

test('a source without the permission is neither counted nor listed, and nobody gets what they may not decide', async () => {
  expect(sourcesFor(may('cat')).map(({ key }) => key)).toEqual([]);
  expect(await countTodos(t.context, may('cat'))).toEqual({ total: 0, sources: [] });
  const { id: notice } = await addNotice('pending', id['cat'] ?? 0);
  const auditor = may('cat', 'cms:content:audit');
  expect((await listed(auditor, { source: 'notice' })).rows.some(({ itemId }) => itemId === notice)).toBe(false);
  expect((await listed(may('bob', 'cms:content:audit'), { source: 'notice' })).rows.some(({ itemId }) => itemId === notice)).toBe(true);
  expect((await listed(auditor, { source: 'flow,apply' })).total).toBe(0);
});

test('#35.3 a row has the title of the business object, who asked, since when, and when it is due', async () => {
  const due = Date.now() + 2 * DAY_MS;
  const { id: itemId } = await addNotice('pending', id['starter'] ?? 0, 4, due);
  const user = may('bob', 'cms:content:audit');
  const row = (await listed(user)).rows.find((one) => one.itemId === itemId);
  expect(row).toMatchObject({ source: 'notice', title: '闭馆盘点', note: '公告审核', askedBy: 'starter', link: `/system/notice?open=${itemId}` });
  expect((row?.since ?? '') < (row?.due ?? '')).toBe(true);
  const near = (await listed(user, { due: 'near' })).rows;
  expect(near.map((one) => one.itemId)).toEqual([itemId]);
  expect((await listed(user, { due: 'late' })).total).toBe(0);
  expect((await listed(user, { due: 'none' })).rows.some((one) => one.itemId === itemId)).toBe(false);
  expect((await listed(user, { waitedDays: '4' })).rows.some((one) => one.itemId === itemId)).toBe(true);
  expect((await listed(user, { text: '盘_点' })).total).toBe(0);
  expect((await listed(user, { text: '盘点' })).total).toBe((await listed(user)).total);
});

const PAGES: Readonly<Record<string, string>> = {
  flow: '/task/todo?open=flow:',
  checking: '/publication/publicationList?open=',
  price: '/publication/publicationList?open=',
  rejected: '/publication/publicationList?open=',
  draft: '/publication/publicationList?open=',
  apply: '/structure/applyForLog?open=',
  sitePage: '/cms/page?open=',
  banner: '/cms/banner?open=',
  slogan: '/cms/comment/slogan?open=',
  notice: '/system/notice?open=',
  feedback: '/system/feedback?open=',
};

test('#35.3 the link of an item of every source opens that item, and an audio work its own page', async () => {
  const user = may('bob', '*:*:*');
  const stamps = { createTime: Date.now(), updateTime: Date.now() };
  const release = { status: 'pending', orderNum: 1, submitBy: null, publishTime: null, expireTime: null, ...stamps };
  const add = (table: 'banner' | 'slogan' | 'sitePage', row: object) =>
    t.context.db
      .insertInto(table)
      .values(row as never)
      .execute();
  await add('banner', { title: '冬至诵读', position: 'home', linkType: 'none', ...release });
  await add('slogan', { content: '灯下有书', position: 'home', ...release });
  const { orderNum: _, ...waiting } = release;
  await add('sitePage', { title: '关于我们', pageKey: 'about', liveVersionId: null, ...waiting });
  await addNotice('pending', null);
  await addFeedback('new', null);
  await addApplication('pending', id['cat'] ?? 0);
  for (const status of ['checking', 'draft', 'rejected']) await addWork(status, null, 'bob', id['cat'] ?? 0);
  await flow.start('bob', definition);
  const { rows } = await listed(user);
  expect(new Set(rows.map(({ source }) => source))).toEqual(new Set(Object.keys(PAGES)));
  // Every other source too has an address with the id of its item.
  for (const source of sourcesFor(user))
    expect(addressOf(source, { itemId: 7, page: null }), source.key).toMatch(/^\/[a-zA-Z/]+(\?((tab|shown)=\w+&)?open=(flow:)?|\/)7(\?part=\w+)?$/);
  for (const { source, itemId, link } of rows) expect(link).toBe(`${PAGES[source]}${itemId}`);
  await t.context.db.updateTable('publication').set({ kind: 'audio' }).where('status', '=', 'checking').execute();
  const [heard] = (await listed(user, { source: 'checking' })).rows;
  expect(heard?.link).toBe(`/publication/audio?open=${heard?.itemId}`);
});

test('#35.3 a follow-up date is kept per user and never in the past', async () => {
  const { id: itemId } = await addNotice('pending', null);
  const ann = may('ann', 'cms:content:audit');
  const bob = may('bob', 'cms:content:audit');
  const set = (user: CurrentUser, when: number | null, key = 'notice') => answerOf(setFollowUp(t.context, user, key, itemId, when));
  expect(await set(ann, Date.now() - 1000)).toEqual([22008, '跟进日期不能早于现在，请重新选择']);
  expect(await set(ann, Date.now() + 5 * DAY_MS)).toEqual([200, '']);
  expect((await set(may('ann'), null))[0]).toBe(404);
  expect((await set(ann, null, 'feedback'))[0]).toBe(404);
  const later = await listed(ann, { followUp: 'later' });
  expect(later.rows.map((one) => one.itemId)).toEqual([itemId]);
  expect((await listed(bob, { followUp: 'later' })).total).toBe(0);
  expect((await listed(ann, { followUp: 'due' })).total).toBe(0);
  expect(await set(ann, Date.now() + 1000)).toEqual([200, '']);
  expect((await listed(ann, { followUp: 'due' })).rows.map((one) => one.itemId)).toEqual([itemId]);
  expect(await set(ann, null)).toEqual([200, '']);
  expect((await listed(ann, { followUp: 'none' })).rows.some((one) => one.itemId === itemId)).toBe(true);
});

test('#35.3 saved views are kept per user, replaced by name and limited in number', async () => {
  const ann = may('ann');
  const filter = { source: 'flow', text: '', due: 'late', followUp: '', waitedDays: 3, order: '' };
  const first = await saveView(t.context, ann, { name: '逾期的', filter });
  const again = await saveView(t.context, ann, { name: '逾期的', filter: { ...filter, waitedDays: 7 } });
  expect(again.viewId).toBe(first.viewId);
  expect((await listViews(t.context, ann)).map((one) => [one.name, one.filter.waitedDays])).toEqual([['逾期的', 7]]);
  expect(await listViews(t.context, may('bob'))).toEqual([]);
  expect((await answerOf(removeView(t.context, may('bob'), first.viewId)))[0]).toBe(404);
  for (let n = 1; n < 20; n++) await saveView(t.context, ann, { name: `视图${n}`, filter });
  expect(await answerOf(saveView(t.context, ann, { name: '第二十一个', filter }))).toEqual([500, '最多保存20个视图，请先删除不用的']);
  await removeView(t.context, ann, first.viewId);
  expect(await listViews(t.context, ann)).toHaveLength(19);
});
