import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';
import { addWechat } from './wechat.ts';

let t: TestContext;
beforeAll(async () => {
  t = await testContext();
});
afterAll(() => t.close());

test.each(['2026-11-26T18:00:00+08:00', '2026-11-01T00:30:00+08:00', '2027-01-03T12:00:00+08:00'])(
  'the demo of %s has 30 accounts, 420 articles, eight weekly and three monthly rankings that move',
  async (time) => {
    const { db } = t.context;
    for (const table of ['wechatDomain', 'wechatAccount', 'wechatArticle', 'articleStat', 'wechatRankList', 'wechatRank'] as const)
      await db.deleteFrom(table).execute();
    const now = Date.parse(time);
    await db.transaction().execute((tx) => addWechat(tx, now));
    const size = async (table: 'wechatDomain' | 'wechatAccount' | 'wechatArticle') => (await db.selectFrom(table).select('id').execute()).length;
    expect([await size('wechatDomain'), await size('wechatAccount'), await size('wechatArticle')]).toEqual([6, 30, 420]);
    const lists = await db.selectFrom('wechatRankList').selectAll().where('status', '=', 'published').orderBy('periodStart').execute();
    expect(['week', 'month'].map((type) => lists.filter((list) => list.periodType === type).length)).toEqual([8, 3]);
    expect(lists.length).toBeGreaterThan(10);
    expect(lists.every((list) => list.cutOff < now && (list.publishTime ?? 0) > list.cutOff && list.accountNum >= 20)).toBe(true);
    const last = lists.filter((list) => list.periodType === 'week').at(-1);
    expect(last).toMatchObject({ accountNum: 29, heldNum: 1 });
    const places = await db
      .selectFrom('wechatRank')
      .selectAll()
      .where('rankListId', '=', last?.id ?? 0)
      .execute();
    expect(places.filter((place) => Math.abs(place.rankChange ?? 0) >= 5).length).toBeGreaterThan(2);
    expect(places.filter((place) => place.rankChange === 0).length).toBeGreaterThan(0);
    const future = await db.selectFrom('articleStat').select('id').where('takenAt', '>', now).execute();
    expect(future).toEqual([]);
  },
);
