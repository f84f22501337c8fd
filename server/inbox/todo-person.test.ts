import { afterAll, beforeAll, expect, test } from 'vitest';
import { flowFixture, type FlowFixture } from '../../tests/support/flow-fixture.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { sourcesFor } from './todo-source.service.ts';
import { itemCounts } from './todo.queries.ts';

let t: TestContext;
let flow: FlowFixture;
let [ann, cat] = [0, 0];
const NOW = Date.now();
const TIMES = { createTime: NOW, updateTime: NOW };
beforeAll(async () => {
  t = await testContext();
  flow = flowFixture(t);
  [ann = 0, cat = 0] = await flow.addUsers('ann', 'cat');
});
afterAll(() => t.close());

/** What waits for cat in a source; with `accounts` of a person who also has the account of ann. */
const waiting = async (source: string, accounts: readonly number[]) => {
  const user: CurrentUser = { ...flow.person('cat'), permissions: new Set(['*:*:*']), accounts: new Set(accounts) };
  const parts = sourcesFor(user).filter(({ key }) => key === source);
  const counts = await Promise.all(
    parts.map(async ({ key, items }) => itemCounts(t.context.db, cat, [{ key, items: await items(t.context.db, user) }])),
  );
  return counts.flat().reduce((sum, { count }) => sum + count, 0);
};

test('#47.2 a second account of a person gets nothing of what waits for another person', async () => {
  const { db } = t.context;
  const released = { status: 'pending' as const, submitBy: ann, ...TIMES };
  await db
    .insertInto('notice')
    .values({ noticeTitle: '闭馆', noticeType: '2', noticeContent: '正文', audience: 'all', publishTime: null, ...released })
    .execute();
  await db
    .insertInto('slogan')
    .values({ content: '灯下有书', position: 'home', orderNum: 1, ...released })
    .execute();
  const work = { kind: 'book', title: '渡口', authorsText: '何语', edition: 1, submitBy: ann, createBy: 'ann', ...TIMES } as const;
  await db
    .insertInto('publication')
    .values([
      { ...work, publishNo: 'P1', status: 'checking' },
      {
        ...work,
        publishNo: 'P2',
        status: 'listed',
        proposedListFen: 100,
        proposedSaleFen: 100,
        proposedIsFree: '0',
        proposedBy: ann,
        proposedAt: NOW,
      },
    ])
    .execute();
  await db
    .insertInto('applyForLog')
    .values({ applyNo: 'SQ1', userId: ann, targetMode: 'scholar', realName: '何语', reason: '想投稿', status: 'pending', ...TIMES })
    .execute();
  const contest = await db
    .insertInto('contest')
    .values({ title: '译灯大赛', organizer: '启明', ownerId: ann, status: 'publicity', ...TIMES })
    .returning('id')
    .executeTakeFirstOrThrow();
  const raised = { contestId: contest.id, ...TIMES };
  await db
    .insertInto('contestObjection')
    .values({ ...raised, userId: ann, content: '名次有误', submitId: null, handledBy: null, handledAt: null })
    .execute();
  await db
    .insertInto('contestException')
    .values({ ...raised, kind: 'over_quota', reason: '名次并列', proposedBy: ann, awards: '[]', decidedBy: null, decidedAt: null })
    .execute();
  const topic = await db
    .insertInto('topic')
    .values({ title: '渡口', declarerId: ann, status: 'submitted', ...TIMES })
    .returning('id')
    .executeTakeFirstOrThrow();
  const session = await db
    .insertInto('topicSession')
    .values({ title: '论证会', hostId: cat, recorderId: cat, status: 'holding', ...TIMES })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('sessionTopic').values({ sessionId: session.id, topicId: topic.id, result: 'approved' }).execute();
  await db.insertInto('sessionAttendee').values({ sessionId: session.id, userId: cat, present: '1' }).execute();

  for (const source of ['notice', 'slogan', 'checking', 'price', 'apply', 'contestObjection', 'contestException', 'topicReview', 'topicVote'])
    expect([source, await waiting(source, [cat]), await waiting(source, [cat, ann])]).toEqual([source, 1, 0]);

  await db.updateTable('topicSession').set({ status: 'minuting' }).where('id', '=', session.id).execute();
  await db
    .insertInto('minutes')
    .values({ sessionId: session.id, fileNo: 'JY-1', content: '纪要', complete: '1', signedBy: null, signedAt: null, ...TIMES })
    .execute();
  expect([await waiting('minutesSign', [cat]), await waiting('minutesSign', [cat, ann])]).toEqual([1, 0]);
});
