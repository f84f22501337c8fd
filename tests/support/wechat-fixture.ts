import type { TestContext } from './test-context.ts';
import type { Counts } from '../../server/wechat/wci.ts';

const STAMPS = { createTime: 1, updateTime: 1 };

export const counts = (readNum: number, wowNum = 0, likeNum = 0, shareNum = 0): Counts => ({ readNum, wowNum, likeNum, shareNum });

/** Inserts domains, accounts, articles and snapshots directly, for tests. */
export function wechatFixture(t: TestContext) {
  const { db } = t.context;
  return {
    addDomain: async (domainName: string): Promise<number> =>
      (
        await db
          .insertInto('wechatDomain')
          .values({ domainName, ...STAMPS })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
    addAccount: async (accountName: string, domainId: number): Promise<number> =>
      (
        await db
          .insertInto('wechatAccount')
          .values({ accountName, wechatId: `id_${accountName}`, domainId, areaId: null, ...STAMPS })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
    /** `day` is `yyyy-MM-dd`; the snapshot is of the same noon unless `takenAt` is given. */
    async addArticle(accountId: number, day: string, position: number, values: Counts, takenAt = Date.parse(`${day}T12:00:00+08:00`)) {
      const publishTime = Date.parse(`${day}T08:00:00+08:00`);
      const { id } = await db
        .insertInto('wechatArticle')
        .values({ accountId, title: `文章${day}`, publishTime, position, ...values, statTime: takenAt, ...STAMPS })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('articleStat')
        .values({ articleId: id, takenAt, ...values, source: 'import', createTime: takenAt })
        .execute();
      return id;
    },
  };
}
