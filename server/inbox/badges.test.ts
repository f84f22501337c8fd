import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { listTodos as listCall } from '../../contract/inbox/todo.ts';
import { MESSAGE_TYPES } from '../../contract/inbox/message.ts';
import { PUBLICATION_STATUSES } from '../../contract/catalog/publication.ts';
import { QUEUES } from '../../contract/manuscript/manuscript-limits.ts';
import { AUTHOR_WORDS } from '../../contract/manuscript/manuscript.machine.ts';
import { SUBMISSION_TABS } from '../../contract/periodical/journal-submission.ts';
import { TOPIC_STATES } from '../../contract/topic/topic.machine.ts';
import { badgeRows, type RandomRow } from '../../tests/support/badge-rows.ts';
import { pick, randomOf } from '../../tests/support/flow-tree.ts';
import { APPLY, byPerson, END, flowFixture, START, taskNode, type FlowFixture } from '../../tests/support/flow-fixture.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { limit } from '../../tests/support/machine-speed.ts';
import { onPostgres, walkSteps } from '../../tests/support/test-database.ts';
import { forgetTotals } from '../db/total.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { readSome, removeSome, sendMessage } from './message.service.ts';
import { sourcesFor } from './todo-source.service.ts';
import { countTodos, listTodos } from './todo.service.ts';

const STATES = walkSteps(2_000, 0.05);
const PEOPLE = ['starter', 'ann', 'bob', 'cat'];

/** The moderation queue shows its first 50 texts; both tables together stay below. */
const ROWS_MOST: Readonly<Record<string, number>> = { comment: 24, authorMessage: 24 };

let t: TestContext;
let flow: FlowFixture;
let definition = '';
let rows: Readonly<Record<string, RandomRow>> = {};
/** The columns of each table: some have no time of the last change. */
let columns: ReadonlyMap<string, ReadonlySet<string>> = new Map();
const id: Record<string, number> = {};
const bearer: Record<string, Bearer> = {};
beforeAll(async () => {
  t = await testContext();
  flow = flowFixture(t);
  const made = await flow.addUsers(...PEOPLE);
  PEOPLE.forEach((name, index) => (id[name] = made[index] ?? 0));
  id['chief'] = await t.addUser({ userName: 'chief', roles: ['admin'] });
  id['editor'] = await t.addUser({
    userName: 'editor',
    permissions: ['press:board:list', 'press:topic:list', 'journal:submission:list', 'cms:comment:audit', 'publish:publication:list'],
  });
  for (const name of [...PEOPLE, 'chief', 'editor']) bearer[name] = await t.as(name);
  rows = badgeRows(PEOPLE, Object.values(id));
  const tables = await t.context.db.introspection.getTables();
  columns = new Map(tables.map((table) => [camel(table.name), new Set(table.columns.map(({ name }) => camel(name)))]));
  const nodes = [START, APPLY, taskNode('check', { who: byPerson(id['ann'] ?? 0, id['bob'] ?? 0) }, '审核'), END];
  definition = (await flow.deploy({ key: 'badges', nodes, flows: ['s -> apply', 'apply -> check', 'check -> e'] })).procDefId;
  const now = { createTime: Date.now(), updateTime: Date.now() };
  const journal = { frequency: '季', columns: '[]', payPerThousandFen: 0, similarityLimit: 15, ...now };
  for (const abbr of ['DT', 'QH'])
    await t.context.db
      .insertInto('journal')
      .values({ journalName: `${abbr}学刊`, abbr, ...journal })
      .execute();
  await t.context.db
    .insertInto('journalEditor')
    .values({ journalId: 1, userId: id['editor'], duty: 'editor' } as never)
    .execute();
});
afterAll(() => t.close());

/** Every permission that opens a source. */
const permissions = (): string[] => {
  const all: CurrentUser = { ...flow.person('ann'), permissions: new Set(['*:*:*']) };
  return [...new Set(sourcesFor(all).map(({ permission }) => permission))];
};

type Random = () => number;
const camel = (name: string): string => name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** Columns of unique keys: a row keeps them. */
const KEYS: ReadonlySet<string> = new Set(['sessionId', 'contestId', 'roundType']);

/** One step to another random state: a new row, or a change or removal of an old one. */
async function step(random: Random, table: string, n: number): Promise<void> {
  const { db } = t.context;
  const row = rows[table]?.(random, n) ?? {};
  const at = Date.now() - Math.floor(random() * 40 * DAY_MS);
  const has = columns.get(table) ?? new Set();
  const written = (values: object): never => Object.fromEntries(Object.entries(values).filter(([name]) => has.has(name))) as never;
  const old = await db
    .selectFrom(table as 'notice')
    .select('id')
    .orderBy('id')
    .execute();
  const act = random();
  if (old.length === 0 || (act < 0.5 && old.length < (ROWS_MOST[table] ?? 40))) {
    await db
      .insertInto(table as 'notice')
      .values(written({ createBy: 'x', ...row, createTime: at, updateTime: at }))
      .onConflict((on) => on.doNothing())
      .execute();
  } else {
    const changed = Object.fromEntries(Object.entries(row).filter(([name]) => !KEYS.has(name)));
    // A removed row with a unique key is not restored: another row may have its key now.
    const flags = Object.keys(row).some((name) => KEYS.has(name)) ? ['1'] : ['0', '1'];
    const changes = act < 0.85 || !has.has('delFlag') ? { ...changed, updateTime: at } : { delFlag: pick(random, flags) };
    await db
      .updateTable(table as 'notice')
      .set(written(changes))
      .where('id', '=', pick(random, old).id)
      .execute();
  }
  if (table === 'topicSession') await attend(random);
  forgetTotals(db);
}

/** Attendance, agenda and votes of a session, which have no row number of their own. */
async function attend(random: Random): Promise<void> {
  const { db } = t.context;
  const sessions = await db.selectFrom('topicSession').select('id').execute();
  const topics = await db.selectFrom('topic').select('id').execute();
  if (sessions.length === 0 || topics.length === 0) return;
  const sessionId = pick(random, sessions).id;
  const topicId = pick(random, topics).id;
  const userId = id[pick(random, PEOPLE)] ?? 0;
  const now = Date.now();
  await db.deleteFrom('sessionAttendee').where('sessionId', '=', sessionId).where('userId', '=', userId).execute();
  await db
    .insertInto('sessionAttendee')
    .values({ sessionId, userId, present: pick(random, ['0', '1', '1']) })
    .execute();
  const agenda = await db
    .selectFrom('sessionTopic')
    .select('topicId')
    .where('sessionId', '=', sessionId)
    .where('topicId', '=', topicId)
    .executeTakeFirst();
  if (!agenda)
    await db
      .insertInto('sessionTopic')
      .values({ sessionId, topicId, result: pick(random, ['', 'approved']) })
      .execute();
  const voted = await db
    .selectFrom('topicVote')
    .select('id')
    .where('sessionId', '=', sessionId)
    .where('topicId', '=', topicId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (random() < 0.3 && !voted)
    await db.insertInto('topicVote').values({ sessionId, topicId, userId, vote: 'for', reason: '', createTime: now, updateTime: now }).execute();
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
  if (random() < 0.6)
    return void (await db.transaction().execute((tx) => sendMessage(tx, { userId, type: pick(random, MESSAGE_TYPES), title: '消息', content: '' })));
  const own = await db.selectFrom('message').select('id').where('userId', '=', userId).execute();
  if (own.length === 0) return;
  await (random() < 0.7 ? readSome : removeSome)(t.context, userId, [pick(random, own).id]);
}

interface Answer {
  readonly code: number;
  readonly data: never;
  readonly rows?: readonly Record<string, unknown>[];
  readonly total?: number;
}
async function get(name: string, path: string): Promise<Answer> {
  const answer = (await t.app.inject({ url: `/prod-api${path}`, headers: bearer[name] ?? {} })).json<Answer>();
  expect([path, answer.code]).toEqual([path, 200]);
  return answer;
}

/** Rows of a list of at most 500; its own total must be their number. */
async function lengthOf(name: string, path: string): Promise<number> {
  const { data, rows: own, total } = await get(name, `${path}${path.includes('?') ? '&' : '?'}pageNum=1&pageSize=500`);
  const list = { rows: own, total, ...(data as { rows?: readonly unknown[]; total?: number } | undefined) };
  expect(list.rows?.length, path).toBe(list.total);
  return Number(list.total);
}

type Numbers = Record<string, number>;
type Compared = (name: string) => Promise<readonly (readonly [string, number, number])[]>;

/** Each badge or tab with the length of the list behind it: name, number, length. */
const BADGES: Readonly<Record<string, { readonly tables: readonly string[]; readonly who: readonly string[]; readonly compared: Compared }>> = {
  messages: {
    tables: ['message'],
    who: PEOPLE,
    async compared(name) {
      const unread = Number((await get(name, '/info/message/unread')).data);
      const all = await Promise.all(MESSAGE_TYPES.map((type) => lengthOf(name, `/info/message/mine?type=${type}&unread=1`)));
      return [
        ['unread', unread, await lengthOf(name, '/info/message/mine?unread=1')],
        ['unread of all kinds', unread, all.reduce((sum, one) => sum + one, 0)],
      ];
    },
  },
  moderation: {
    tables: ['comment', 'authorMessage'],
    who: ['chief', 'editor'],
    async compared(name) {
      const queue = async (query = '') => (await get(name, `/cms/moderation/queue${query}`)).data as { rows: { status: string }[]; counts: Numbers };
      const all = await queue();
      const found = await Promise.all(
        Object.entries(all.counts).map(async ([status, count]) => [status, count, (await queue(`?status=${status}`)).rows.length] as const),
      );
      return [['all', found.reduce((sum, [, count]) => sum + count, 0), all.rows.length], ...found];
    },
  },
  board: {
    tables: ['manuscript'],
    who: ['chief', 'editor'],
    async compared(name) {
      const board = async (query = '') =>
        (await get(name, `/press/board/list${query}`)).data as { counts: Numbers; total: number; columns: { total: number; cards: unknown[] }[] };
      const all = await board();
      const queues = await Promise.all(QUEUES.map(async (queue) => [queue, all.counts[queue] ?? 0, (await board(`?queue=${queue}`)).total] as const));
      return [...queues, ...all.columns.map(({ total, cards }, at) => [`column ${at}`, Math.min(total, 20), Math.min(cards.length, 20)] as const)];
    },
  },
  author: {
    tables: ['manuscript'],
    who: ['chief', 'editor', 'ann'],
    async compared(name) {
      const { words } = (await get(name, '/cms/archive/mine/statistics')).data as { words: Numbers };
      return Promise.all(
        AUTHOR_WORDS.map(
          async (word) => [word, words[word] ?? 0, await lengthOf(name, `/cms/archive/mine?word=${encodeURIComponent(word)}`)] as const,
        ),
      );
    },
  },
  topics: {
    tables: ['topic'],
    who: ['chief', 'editor'],
    async compared(name) {
      const counts = (await get(name, '/press/topic/counts')).data as { status: string; total: number }[];
      const of = (status: string) => counts.find((one) => one.status === status)?.total ?? 0;
      const found = await Promise.all(
        TOPIC_STATES.map(async (status) => [status, of(status), await lengthOf(name, `/press/topic/list?status=${status}`)] as const),
      );
      return [['all', counts.reduce((sum, { total }) => sum + total, 0), await lengthOf(name, '/press/topic/list')], ...found];
    },
  },
  submissions: {
    tables: ['journalSubmission'],
    who: ['chief', 'editor'],
    async compared(name) {
      const counts = (await get(name, '/cms/journal/submission/counts')).data as Numbers;
      return Promise.all(
        SUBMISSION_TABS.map(async (tab) => [tab, counts[tab] ?? 0, await lengthOf(name, `/cms/journal/submission/list?tab=${tab}`)] as const),
      );
    },
  },
  publications: {
    tables: ['publication'],
    who: ['chief', 'editor'],
    async compared(name) {
      const counts = (await get(name, '/cms/publish/statusCount')).data as Numbers;
      const found = await Promise.all(
        PUBLICATION_STATUSES.map(
          async (status) => [status, counts[status] ?? 0, await lengthOf(name, `/cms/publish/list?status=${status}`)] as const,
        ),
      );
      return [['all', found.reduce((sum, [, count]) => sum + count, 0), await lengthOf(name, '/cms/publish/list')], ...found];
    },
  },
};

/** Tables with random steps of their own: the states of the others, which reach every source, stay the same. */
const ADDED: readonly string[] = ['exerciseSet', 'suspenseEnd', 'accessBatch', 'editionChange'];

test(
  `every badge and tab number is the length of the list that it opens, in ${STATES} random states`,
  async () => {
    const seed = 20_261_129;
    const random = randomOf(seed);
    const all = permissions();
    // A correction that is due needs rows of two tables that fit each other: they change more often.
    const tables = [...Object.keys(rows).filter((table) => !ADDED.includes(table)), 'composition', 'proofMark'];
    const addedRandom = randomOf(seed + 1);
    // Of its own as well: a new permission leaves the states as they are.
    const rightsRandom = randomOf(seed + 2);
    const counted = new Set<string>();
    for (let n = 0; n < STATES; n += 1) {
      if (n % 10 === 0) await step(addedRandom, pick(addedRandom, ADDED), n);
      const turn = random();
      let changed = pick(random, tables);
      if (turn < 0.03) await flowStep(random);
      else if (turn < 0.15) {
        changed = 'message';
        await messageStep(random);
      } else await step(random, changed, n);
      const name = pick(random, PEOPLE);
      const user: CurrentUser = { ...flow.person(name), permissions: new Set(random() < 0.3 ? ['*:*:*'] : all.filter(() => rightsRandom() < 0.8)) };
      const { total, sources } = await countTodos(t.context, user);
      const list = await listTodos(t.context, user, listCall.query.parse({ pageNum: 1, pageSize: 500 }));
      const inList = new Map<string, number>();
      for (const { source } of list.rows) inList.set(source, (inList.get(source) ?? 0) + 1);
      const state = `seed ${seed}, state ${n}, ${name}`;
      expect([list.total, list.rows.length], state).toEqual([total, total]);
      expect(new Map(sources.map(({ key, count }) => [key, count])), state).toEqual(inList);
      expect(new Set(list.rows.map(({ source, itemId }) => `${source}:${itemId}`)).size, `${state}: one row for each item`).toBe(total);
      for (const { key } of sources) counted.add(key);
      for (const [badge, { tables: of, who, compared }] of Object.entries(BADGES)) {
        // A state differs from the one before in one table; from time to time everything is compared.
        if (!of.includes(changed) && n % 100 !== 99) continue;
        const reader = pick(random, who);
        for (const [what, number, length] of await compared(reader)) {
          expect(number, `${badge}, ${what}, ${reader}, seed ${seed}, state ${n}`).toBe(length);
          if (number > 0) counted.add(badge);
        }
      }
    }
    if (onPostgres()) return;
    // Every source and every badge had at least one item in some state.
    const known = sourcesFor({ ...flow.person('ann'), permissions: new Set(['*:*:*']) }).map(({ key }) => key);
    expect([...counted].toSorted()).toEqual([...known, ...Object.keys(BADGES)].toSorted());
  },
  limit(300_000),
);
