import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { image, integer, optionalText, reference, remark, richText, shown, text, time } from '../field.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { id } from '../page.ts';
import { requiredText } from '../required-text.ts';
import { ACTIVE_ACCOUNT, articleLine } from './account.ts';

/** WeChat shows more reads as 10万+; F19 counts them as this number. */
export const READS_SHOWN_MAX = 100_001;
const COUNT_MAX = 99_999_999;

/** Why the counts of an article look bought or wrong: reads per like, or the growth since the last snapshot. */
export const OUTLIERS = ['none', 'ratio', 'jump'] as const;
export type Outlier = (typeof OUTLIERS)[number];
/** While one article waits, its account is left out of rankings; `excluded` leaves out only the article. */
export const OUTLIER_STATES = ['none', 'pending', 'counted', 'excluded'] as const;
export type OutlierState = (typeof OUTLIER_STATES)[number];

/** E64. The counts of a row are those of its newest snapshot. */
export const article = crud('/cms/wechat/article', {
  name: '公众号文章',
  permission: 'cms:wechat',
  key: 'articleId',
  title: 'title',
  fields: {
    accountId: reference('公众号', { required: true, of: ACTIVE_ACCOUNT, shownAs: 'accountName' }),
    title: text('标题', 120),
    url: optionalText('原文链接', 500, [/^https?:\/\/\S+$/, '原文链接须以 http:// 或 https:// 开头'], { kind: 'text' }),
    publishTime: time('发布时间', { required: true }),
    position: integer('位置', 1, 8, 1, { help: '一次推送里的第几条，1 是头条' }),
    readNum: integer('阅读数', 0, COUNT_MAX, 0, { help: '超过10万按100001记' }),
    wowNum: integer('在看数', 0, COUNT_MAX, 0),
    likeNum: integer('点赞数', 0, COUNT_MAX, 0),
    shareNum: integer('分享数', 0, COUNT_MAX, 0),
    cover: image('封面'),
    digest: optionalText('摘要', 200, undefined, { kind: 'long' }),
    content: richText('正文', { characters: 50_000, pictures: 30 }),
    remark: remark(),
  },
  shown: {
    accountName: shown('公众号名称', 'text', { notInSheet: true }),
    statTime: time('统计时间'),
    outlier: shown('数据异常', 'choice', { dict: 'cms_wechat_outlier' }),
    outlierState: shown('异常判定', 'choice', { dict: 'cms_wechat_outlier_state' }),
    outlierNote: shown('判定说明'),
  },
  filter: { title: 'like', accountId: 'equal', outlierState: 'equal', readNum: 'between' },
  range: 'publishTime',
  sort: ['title', 'publishTime', 'position', 'readNum', 'wowNum', 'likeNum', 'shareNum', 'statTime'],
  calls: ['list', 'get', 'add', 'edit', 'remove', 'export'],
  access: { get: 'cms:wechat:list', export: 'cms:wechat:list' },
});

/** E99: the counts of one article at one time, newest first. */
export const articleStats = endpoint('GET /cms/wechat/article/stats/{id}', {
  summary: '文章数据快照',
  access: 'cms:wechat:list',
  params: z.object({ id }),
  data: z.array(
    z.object({
      statId: z.number(),
      takenAt: z.string(),
      readNum: z.number(),
      wowNum: z.number(),
      likeNum: z.number(),
      shareNum: z.number(),
      source: z.enum(['import', 'hand']),
      createBy: z.string(),
    }),
  ),
});
export type ArticleStat = z.output<typeof articleStats.data>[number];

const skipped = z.object({ id: z.number(), reason: z.string() });

/** Decides whether articles with unusual counts are counted. Articles that wait for no decision are skipped with the reason. */
export const decideOutlier = endpoint('PUT /cms/wechat/article/outlier', {
  summary: '判定异常数据',
  access: 'cms:wechat:edit',
  body: z.object({
    articleIds: z.array(id).min(1, '请选择文章').max(500, '一次最多判定500篇'),
    decision: z.enum(['counted', 'excluded'], '请选择计入或不计入'),
    note: requiredText('请填写判定说明').min(2, '判定说明至少2个字').max(200, '判定说明不能超过200个字符'),
  }),
  data: z.object({ done: z.number(), skipped: z.array(skipped) }),
});

export const COUNT_CHANGES = ['new', 'changed', 'same', 'smaller', 'duplicate', 'invalid'] as const;

/** What an import of counts does, or would do in a dry run. `smaller`, `duplicate` and `invalid` rows are skipped with a reason. */
export const countsReport = z.object({
  trial: z.boolean(),
  /** Rows written, or to be written. */
  done: z.number(),
  counts: z.object({ new: z.number(), changed: z.number(), same: z.number(), smaller: z.number(), duplicate: z.number(), invalid: z.number() }),
  skipped: z.array(z.object({ row: z.number(), title: z.string(), kind: z.enum(COUNT_CHANGES), reason: z.string() })),
  /** Written articles whose counts now wait for a decision. */
  flagged: z.array(z.object({ row: z.number(), title: z.string(), outlier: z.enum(OUTLIERS) })),
});
export type CountsReport = z.output<typeof countsReport>;

/** Imports articles and their counts from xlsx or csv. Parts: `file`, `dryRun` (1) and `acceptSmaller` (1). */
export const importCounts = endpoint('POST /cms/wechat/article/importCounts', {
  summary: '导入文章数据',
  access: 'cms:wechat:import',
  multipart: true,
  data: countsReport,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

export const countsTemplate = endpoint('POST /cms/wechat/article/countsTemplate', {
  summary: '文章数据导入模板',
  access: 'cms:wechat:import',
  file: true,
});

export const getArticle = endpoint('GET /cms/wechat/article/getInfo/{id}', {
  summary: '公众号文章（前台）',
  access: 'public',
  params: z.object({ id }),
  data: articleLine.extend({
    accountId: z.number(),
    accountName: z.string(),
    domainName: z.string(),
    avatar: z.string(),
    url: z.string(),
    cover: z.string(),
    digest: z.string(),
    /** Sanitised HTML; empty where only the original has the text. */
    content: z.string(),
    /** Time of the counts; empty before the first snapshot. */
    statTime: z.string(),
  }),
});
export type ArticleView = z.output<typeof getArticle.data>;
