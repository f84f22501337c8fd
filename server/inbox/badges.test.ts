import { afterAll, beforeAll, expect, test } from 'vitest';
import { listTodos as listCall } from '../../contract/inbox/todo.ts';
import { pick, randomOf } from '../../tests/support/flow-tree.ts';
import { APPLY, byPerson, END, flowFixture, START, taskNode, type FlowFixture } from '../../tests/support/flow-fixture.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { limit } from '../../tests/support/machine-speed.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { messagesOf, readSome, removeSome, sendMessage, unreadOf } from './message.service.ts';
import { sourcesFor } from './todo-source.service.ts';
import { countTodos, listTodos } from './todo.service.ts';

const STATES = 2_000;
const PEOPLE = ['starter', 'ann', 'bob', 'cat'];

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
  definition = (await flow.deploy({ key: 'badges', nodes, flows: ['s -> apply', 'apply -> check', 'check -> e'] })).procDefId;
});
afterAll(() => t.close());

/** Every permission that opens a source. */
const permissions = (): string[] => {
  const all: CurrentUser = { ...flow.person('ann'), permissions: new Set(['*:*:*']) };
  return [...new Set(sourcesFor(all).map(({ permission }) => permission))];
};

/** Columns that decide whether a row of a table waits for somebody, with values that do and do not. */
type Random = () => number;
const RELEASED = ['draft', 'pending', 'pending', 'published', 'offline'];
const someone = (random: Random): number | null => pick(random, [...PEOPLE.map((name) => id[name] ?? 0), null]);
const ago = (random: Random): number => Date.now() - Math.floor(random() * 9 * 86_400_000);

const ROWS: Readonly<Record<string, (random: Random, n: number) => Record<string, unknown>>> = {
  notice: (random) => ({ noticeTitle: '闭馆', noticeType: '2', noticeContent: '正文', status: pick(random, RELEASED), submitBy: someone(random) }),
  information: (random) => ({ title: '讲座', category: 'scholar', content: '正文', status: pick(random, RELEASED), submitBy: someone(random) }),
  banner: (random, n) => ({
    title: '新书',
    position: 'home',
    linkType: 'none',
    orderNum: n,
    status: pick(random, RELEASED),
    submitBy: someone(random),
  }),
  slogan: (random, n) => ({ content: `读书${n}`, position: 'home', orderNum: n, status: pick(random, RELEASED), submitBy: someone(random) }),
  sitePage: (random, n) => ({ pageKey: `page${n}`, title: '关于', status: pick(random, RELEASED), submitBy: someone(random) }),
  manuscript: (random) => ({
    title: '渡口',
    editorId: someone(random),
    ownerId: id[pick(random, PEOPLE)] ?? 0,
    status: pick(random, ['draft', 'submitted', 'editing', 'published']),
    turn: pick(random, ['author', 'editor', 'none']),
    turnUserId: someone(random),
    stageSince: ago(random),
    dueAt: pick(random, [null, Date.now()]),
  }),
  review: (random) => ({
    archiveId: Math.ceil(random() * 20),
    level: pick(random, ['one', 'two', 'last']),
    round: 1,
    auditorId: someone(random),
    status: pick(random, ['pending', 'assigned', 'reviewing', 'adopted']),
    dueAt: pick(random, [null, Date.now()]),
  }),
  protocol: (random, n) => ({
    archiveId: Math.ceil(random() * 20),
    protocolNo: `HT${n}`,
    status: pick(random, ['draft', 'returned', 'checking', 'wait_press', 'cancelled']),
  }),
  feedback: (random) => ({
    type: 'other',
    content: '目录看不清',
    images: '[]',
    contact: '',
    status: pick(random, ['new', 'handling', 'replied', 'closed']),
    userId: someone(random),
  }),
  applyForLog: (random, n) => ({
    applyNo: `SQ${n}`,
    userId: id[pick(random, PEOPLE)] ?? 0,
    targetMode: `mode${n}`,
    realName: '何语',
    reason: '想投稿',
    status: pick(random, ['pending', 'approved', 'supplement', 'rejected']),
  }),
  publication: (random, n) => ({
    kind: 'book',
    title: '渡口英语',
    authorsText: '何语',
    edition: 1,
    publishNo: `P${n}`,
    status: pick(random, ['draft', 'checking', 'rejected', 'listed']),
    submitBy: someone(random),
    createBy: pick(random, PEOPLE),
    proposedBy: pick(random, [null, id['ann'] ?? 0, id['bob'] ?? 0]),
    proposedListFen: 100,
    proposedSaleFen: 100,
    proposedIsFree: '0',
    proposedAt: Date.now(),
  }),
};
const TABLES = Object.keys(ROWS) as 'notice'[];

/** Sources over several tables that belong together; the tests of their areas compare list and number on real ways of a manuscript. */
const WITH_AREAS = /^(topic|session|minutes|vote|composition|correction|proof|quality|contest|journal)/i;

/** One step to another random state: a new row, or a change or removal of an old one. */
async function step(random: Random, n: number): Promise<void> {
  const { db } = t.context;
  const table = pick(random, TABLES);
  const row = ROWS[table]?.(random, n) ?? {};
  const at = ago(random);
  const old = await db.selectFrom(table).select('id').orderBy('id').execute();
  const act = random();
  if (old.length === 0 || (act < 0.5 && old.length < 40)) {
    await db
      .insertInto(table)
      .values({ createBy: 'x', ...row, createTime: at, updateTime: at } as never)
      .execute();
    return;
  }
  const changes = act < 0.85 ? { ...row, updateTime: at } : { delFlag: pick(random, ['0', '1']) };
  await db
    .updateTable(table)
    .set(changes as never)
    .where('id', '=', pick(random, old).id)
    .execute();
}

async function flowStep(random: Random): Promise<void> {
  if (random() < 0.5) return void (await flow.start(pick(random, PEOPLE), definition));
  const open = await t.context.db.selectFrom('flowTask').selectAll().where('status', 'in', ['claimed', 'unclaimed']).execute();
  if (open.length === 0) return;
  const task = pick(random, open);
  const name = PEOPLE.find((one) => id[one] === task.assignee) ?? pick(random, ['ann', 'bob']);
  await flow.complete(name, task.id);
}

/** Messages of one user: a new one, some read, some removed. */
async function messageStep(random: Random): Promise<void> {
  const userId = id[pick(random, PEOPLE)] ?? 0;
  const { db } = t.context;
  if (random() < 0.6) return void (await db.transaction().execute((tx) => sendMessage(tx, { userId, type: 'system', title: '消息', content: '' })));
  const own = await db.selectFrom('message').select('id').where('userId', '=', userId).execute();
  if (own.length === 0) return;
  await (random() < 0.7 ? readSome : removeSome)(t.context, userId, [pick(random, own).id]);
}

test(
  'every badge is the length of the list that it opens, in 2 000 random states',
  async () => {
    const seed = 20_261_126;
    const random = randomOf(seed);
    const all = permissions();
    const counted = new Set<string>();
    for (let n = 0; n < STATES; n += 1) {
      const turn = random();
      if (turn < 0.03) await flowStep(random);
      else if (turn < 0.2) await messageStep(random);
      else await step(random, n);
      const name = pick(random, PEOPLE);
      const user: CurrentUser = { ...flow.person(name), permissions: new Set(random() < 0.3 ? ['*:*:*'] : all.filter(() => random() < 0.8)) };
      const { total, sources } = await countTodos(t.context, user);
      const list = await listTodos(t.context, user, listCall.query.parse({ pageNum: 1, pageSize: 500 }));
      const inList = new Map<string, number>();
      for (const { source } of list.rows) inList.set(source, (inList.get(source) ?? 0) + 1);
      const state = `seed ${seed}, state ${n}, ${name}`;
      expect([list.total, list.rows.length], state).toEqual([total, total]);
      expect(new Map(sources.map(({ key, count }) => [key, count])), state).toEqual(inList);
      const unread = await unreadOf(t.context, user.userId);
      const messages = await messagesOf(t.context, user.userId, { pageNum: 1, pageSize: 500, unread: '1' });
      expect([messages.total, messages.rows.length, messages.unread], state).toEqual([unread, unread, unread]);
      for (const { key } of sources) counted.add(key);
    }
    // No source was left out: each had something to count in some state.
    const known = sourcesFor({ ...flow.person('ann'), permissions: new Set(['*:*:*']) }).map(({ key }) => key);
    expect([...counted].filter((key) => !WITH_AREAS.test(key)).toSorted()).toEqual(known.filter((key) => !WITH_AREAS.test(key)).toSorted());
  },
  limit(300_000),
);
