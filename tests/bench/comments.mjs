// Pages of the comments of a work with 20 000 comments, in both orders, from the first page to a late one.
// Usage: node tests/bench/comments.mjs (SQLite), with DATABASE_URL for a PostgreSQL, or TEST_ENGINE=postgres for one in memory.
import { testContext } from '../support/test-context.ts';

const COMMENTS = 20_000;
const PART = 500;
const PAGES = 30;
const TARGET_MS = 200;

const t = await testContext(process.env.DATABASE_URL ? { databaseUrl: process.env.DATABASE_URL } : {});
const { db } = t.context;
const userId = await t.addUser({ userName: 'reader' });
const now = Date.now();
const { id: publishId } = await db
  .insertInto('publication')
  .values({
    publishNo: '1',
    kind: 'book',
    title: '长夜行船',
    authorsText: '何语',
    edition: 1,
    isFree: '1',
    salePriceFen: 0,
    status: 'listed',
    createTime: now,
    updateTime: now,
  })
  .returning('id')
  .executeTakeFirstOrThrow();
const base = { targetType: 'publication', targetId: publishId, userId, status: 'visible', stateTime: now, createTime: now, updateTime: now };
const none = { auditTime: null, auditUserId: null, claimedBy: null, replyUserId: null, score: null };
for (let from = 0; from < COMMENTS; from += PART) {
  const rows = Array.from({ length: PART }, (_, at) => {
    const number = from + at;
    // Every fifth comment is the root of four replies.
    const rootId = number % 5 === 0 ? null : number - (number % 5) + 1;
    return {
      ...base,
      ...none,
      rootId,
      parentId: rootId,
      content: `第${number}条书评`,
      likeNum: (number * 7_919) % 97,
      replyNum: rootId === null ? 4 : 0,
    };
  });
  await db.insertInto('comment').values(rows).execute();
}

for (const sort of ['new', 'useful']) {
  const times = [];
  let cursor = '';
  const seen = new Set();
  for (let page = 0; page < PAGES; page += 1) {
    const before = performance.now();
    const url = `/prod-api/cms/comment/queryComment?targetType=publication&targetId=${publishId}&sort=${sort}${cursor ? `&cursor=${cursor}` : ''}`;
    const { data } = (await t.app.inject(url)).json();
    times.push(performance.now() - before);
    for (const row of data.rows) {
      if (seen.has(row.commentId)) throw new Error(`comment ${row.commentId} is on two pages`);
      seen.add(row.commentId);
    }
    cursor = data.next;
  }
  times.sort((one, other) => one - other);
  const worst = times.at(-1);
  console.log(
    `${sort}: ${PAGES} pages of ${COMMENTS} comments, median ${times[PAGES >> 1].toFixed(0)} ms, longest ${worst.toFixed(0)} ms (target ${TARGET_MS})`,
  );
  if (worst > TARGET_MS) process.exitCode = 1;
}
await t.close();
