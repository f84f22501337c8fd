import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { shown, shownNumber, time } from '../field.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { id, paging } from '../page.ts';
import { rankPoint } from './account.ts';
import { isDay, PERIOD_TYPES } from './rank-period.ts';

/** The formula of F19. A ranking keeps the version by which it was built. */
export const FORMULA_VERSION = 'WCI V14.2';
/** Places that the public page shows. */
export const RANK_SHOWN = 100;
export const RANK_STATES = ['draft', 'published', 'replaced'] as const;
export type RankState = (typeof RANK_STATES)[number];

const periodType = z.enum(PERIOD_TYPES, '榜单周期须是周、月或年');
const day = z.string().refine(isDay, '日期不正确，请按2026-01-31的样子填写');

/** E65: built rankings, newest period first. Only drafts can be removed. */
export const rank = crud('/cms/wechat/rank', {
  name: '榜单',
  permission: 'cms:wechat',
  key: 'rankListId',
  title: 'periodStart',
  fields: {},
  shown: {
    periodType: shown('周期', 'choice', { dict: 'cms_wechat_period' }),
    periodStart: shown('期次'),
    periodEnd: shown('结束日'),
    revision: shownNumber('修订版次'),
    status: shown('状态', 'choice', { dict: 'cms_wechat_rank_status' }),
    accountNum: shownNumber('上榜公众号'),
    articleNum: shownNumber('计入文章'),
    heldNum: shownNumber('待判定公众号'),
    missingNum: shownNumber('无数据文章'),
    formulaVersion: shown('公式版本'),
    cutOff: time('数据截止'),
    note: shown('修订说明'),
    publishTime: time('发布时间'),
    publishBy: shown('发布人'),
  },
  filter: { periodType: 'equal', status: 'equal', periodStart: 'equal' },
  sort: ['periodStart', 'publishTime', 'createTime'],
  calls: ['list', 'get', 'remove'],
  access: { get: 'cms:wechat:list' },
});
export type RankList = z.output<typeof rank.list.row>;

export const buildRank = endpoint('POST /cms/wechat/rank/build', {
  summary: '生成榜单',
  access: 'cms:wechat:build',
  body: z.object({ periodType, periodStart: day }),
  data: rank.list.row,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

export const publishRank = endpoint('PUT /cms/wechat/rank/publish/{id}', {
  summary: '发布榜单',
  access: 'cms:wechat:build',
  params: z.object({ id }),
  body: z.object({
    /** Public; required from the second revision on. */
    note: z.string().trim().max(200, '修订说明不能超过200个字符').nullish(),
    version: z.coerce.number<number | string>().int().nullish(),
  }),
});

const place = z.object({
  rank: z.number(),
  /** Places gained since the previous ranking, negative when lost; null for an account that was not in it. */
  rankChange: z.number().nullable(),
  accountId: z.number(),
  accountName: z.string(),
  domainId: z.number(),
  domainName: z.string(),
  articleNum: z.number(),
  readTotal: z.number(),
  wowTotal: z.number(),
  likeTotal: z.number(),
  shareTotal: z.number(),
  meanRead: z.number(),
  /** Two decimals. */
  wci: z.number(),
});

/** The places of a built ranking, for staff before it is published. */
export const rankPlaces = endpoint('GET /cms/wechat/rank/places/{id}', {
  summary: '榜单名次',
  access: 'cms:wechat:list',
  params: z.object({ id }),
  query: paging,
  row: place,
});
export type RankPlace = z.output<typeof place>;

const publicPlace = place.extend({ avatar: z.string(), certified: z.boolean(), points: z.array(rankPoint) });
export type PublicPlace = z.output<typeof publicPlace>;

/** A published ranking, the newest one without `periodStart`. `period` is null where none is published. */
export const queryRank = endpoint('GET /cms/wechat/queryRank', {
  summary: '公众号排行（前台）',
  access: 'public',
  query: z.object({
    periodType: periodType.default('week'),
    periodStart: day.optional(),
    domainId: id.optional(),
  }),
  data: z.object({
    period: z
      .object({
        periodStart: z.string(),
        periodEnd: z.string(),
        revision: z.number(),
        publishTime: z.string(),
        cutOff: z.string(),
        formulaVersion: z.string(),
        accountNum: z.number(),
        articleNum: z.number(),
        heldNum: z.number(),
        /** Corrections of this period, newest first. */
        revisions: z.array(z.object({ revision: z.number(), note: z.string(), publishTime: z.string() })),
      })
      .nullable(),
    places: z.array(publicPlace),
  }),
});
export type RankView = z.output<typeof queryRank.data>;

/** Periods with a published ranking, newest first. */
export const queryPeriods = endpoint('GET /cms/wechat/queryPeriods', {
  summary: '已发布的榜单周期',
  access: 'public',
  query: z.object({ periodType: periodType.default('week') }),
  data: z.array(z.object({ periodStart: z.string(), periodEnd: z.string() })),
});
