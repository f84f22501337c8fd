import type { Generated } from 'kysely';
import type { Base } from '../base-columns.ts';

export interface WechatDomainTable extends Base {
  id: Generated<number>;
  domainName: string;
  orderNum: Generated<number>;
  status: Generated<'0' | '1'>;
}

export interface WechatAccountTable extends Base {
  id: Generated<number>;
  accountName: string;
  wechatId: string;
  domainId: number;
  avatar: Generated<string>;
  intro: Generated<string>;
  owner: Generated<string>;
  areaId: number | null;
  certified: Generated<'0' | '1'>;
  status: Generated<'0' | '1'>;
}

export interface WechatArticleTable extends Base {
  id: Generated<number>;
  accountId: number;
  title: string;
  url: Generated<string>;
  cover: Generated<string>;
  digest: Generated<string>;
  /** Sanitised HTML. */
  content: Generated<string>;
  publishTime: number;
  /** 1 to 8; 1 is the headline of a push. */
  position: number;
  readNum: Generated<number>;
  wowNum: Generated<number>;
  likeNum: Generated<number>;
  shareNum: Generated<number>;
  /** Time of the newest snapshot. */
  statTime: number | null;
  outlier: Generated<'none' | 'ratio' | 'jump'>;
  outlierState: Generated<'none' | 'pending' | 'counted' | 'excluded'>;
  outlierNote: Generated<string>;
}

/** The counts of one article at one time. */
export interface ArticleStatTable {
  id: Generated<number>;
  articleId: number;
  takenAt: number;
  readNum: number;
  wowNum: number;
  likeNum: number;
  shareNum: number;
  source: 'import' | 'hand';
  createBy: Generated<string>;
  createTime: number;
}

/** A built ranking of one period. */
export interface WechatRankListTable extends Base {
  id: Generated<number>;
  periodType: 'week' | 'month' | 'year';
  /** `yyyy-MM-dd`, Asia/Shanghai. */
  periodStart: string;
  periodEnd: string;
  revision: number;
  status: Generated<'draft' | 'published' | 'replaced'>;
  formulaVersion: string;
  /** Snapshots up to this time are used. */
  cutOff: number;
  accountNum: Generated<number>;
  articleNum: Generated<number>;
  /** Accounts left out because one of their articles waits for a decision. */
  heldNum: Generated<number>;
  /** Articles left out because they have no snapshot before the cut-off. */
  missingNum: Generated<number>;
  note: Generated<string>;
  publishTime: number | null;
  publishBy: Generated<string>;
}

/** An account's place in a built ranking. Names are those of the time of the build. */
export interface WechatRankTable {
  id: Generated<number>;
  rankListId: number;
  accountId: number;
  accountName: string;
  domainId: number;
  domainName: string;
  articleNum: number;
  readTotal: number;
  wowTotal: number;
  likeTotal: number;
  shareTotal: number;
  /** Totals of the headlines. */
  headRead: number;
  headWow: number;
  headLike: number;
  headShare: number;
  maxRead: number;
  maxWow: number;
  maxLike: number;
  maxShare: number;
  /** In hundredths. */
  wci: number;
  rank: number;
  rankChange: number | null;
  domainRank: number;
  domainRankChange: number | null;
  /** JSON list of the snapshots that were used. */
  statIds: string;
}

declare module '../tables.ts' {
  interface Tables {
    wechatDomain: WechatDomainTable;
    wechatAccount: WechatAccountTable;
    wechatArticle: WechatArticleTable;
    articleStat: ArticleStatTable;
    wechatRankList: WechatRankListTable;
    wechatRank: WechatRankTable;
  }
}
