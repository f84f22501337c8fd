import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { image, optionalText, reference, remark, shown, shownNumber, status, text, yesNo } from '../field.ts';
import { id } from '../page.ts';
import { ACTIVE_DOMAIN } from './domain.ts';
import { PERIOD_TYPES } from './rank-period.ts';

/** E63. */
export const account = crud('/cms/wechat/account', {
  name: '公众号',
  permission: 'cms:wechat',
  key: 'accountId',
  title: 'accountName',
  fields: {
    accountName: text('公众号名称', 40),
    wechatId: text('微信号', 40, [/^[A-Za-z][A-Za-z0-9_-]{5,39}$/, '微信号须以字母开头，6至40位字母、数字、下划线或减号']),
    domainId: reference('领域', { required: true, of: ACTIVE_DOMAIN, shownAs: 'domainName', help: '领域名称' }),
    avatar: image('头像'),
    owner: optionalText('账号主体', 60),
    areaId: reference('所在地区', { shownAs: 'areaPath', help: '地区名称或 6 位代码，例如 湖北省 / 武汉市' }),
    certified: yesNo('已认证'),
    intro: optionalText('简介', 200, undefined, { kind: 'long' }),
    status: status(),
    remark: remark(),
  },
  shown: {
    domainName: shown('领域名称', 'text', { notInSheet: true }),
    areaPath: shown('地区', 'text', { notInSheet: true }),
    articleNum: shownNumber('文章数'),
  },
  filter: { accountName: 'like', wechatId: 'like', domainId: 'equal', certified: 'equal', status: 'equal' },
  sort: ['accountName', 'wechatId', 'createTime'],
  calls: ['list', 'get', 'add', 'edit', 'remove', 'export', 'import'],
  access: { get: 'cms:wechat:list', export: 'cms:wechat:list' },
});

export const ACTIVE_ACCOUNT = { crud: () => account, only: { status: '0' } } as const;

/** Place of an account in one published ranking. */
export const rankPoint = z.object({
  periodStart: z.string(),
  /** Null where the account is not listed. */
  rank: z.number().nullable(),
  /** Two decimals. */
  wci: z.number().nullable(),
});
export type RankPoint = z.output<typeof rankPoint>;

/** An article as it is listed under its account. */
export const articleLine = z.object({
  articleId: z.number(),
  title: z.string(),
  publishTime: z.string(),
  /** 1 is the headline of a push. */
  position: z.number(),
  readNum: z.number(),
  wowNum: z.number(),
  likeNum: z.number(),
  shareNum: z.number(),
});

/** An account with its newest articles and its places in the last twelve published rankings. */
export const getAccount = endpoint('GET /cms/wechat/account/getInfo/{id}', {
  summary: '公众号（前台）',
  access: 'public',
  params: z.object({ id }),
  query: z.object({ periodType: z.enum(PERIOD_TYPES, '榜单周期不正确').default('week') }),
  data: z.object({
    accountId: z.number(),
    accountName: z.string(),
    wechatId: z.string(),
    avatar: z.string(),
    intro: z.string(),
    owner: z.string(),
    areaPath: z.string(),
    certified: z.boolean(),
    domainName: z.string(),
    articleNum: z.number(),
    /** Mean reads of all its articles; 0 without articles. */
    meanRead: z.number(),
    points: z.array(rankPoint),
    articles: z.array(articleLine),
  }),
});
export type AccountCard = z.output<typeof getAccount.data>;
