import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { shown, shownNumber, time } from '../field.ts';
import { id, paging, wireTime } from '../page.ts';
import { recordStat } from './record-stat.ts';

/** What a browse record can be about. */
export const BROWSE_TARGETS = ['publication', 'notice', 'information', 'wechatArticle'] as const;
export type BrowseTarget = (typeof BROWSE_TARGETS)[number];

/** Browse records of staff. Addresses are stored as networks, and records are deleted after 90 days. */
export const browse = crud('/info/browse', {
  name: '浏览记录',
  permission: 'info:browse',
  log: true,
  key: 'browseId',
  title: 'targetTitle',
  fields: {},
  shown: {
    targetTitle: shown('内容'),
    targetType: shown('类型', 'choice', { dict: 'info_target_type' }),
    userName: shown('登录账号'),
    seconds: shownNumber('停留（秒）'),
    device: shown('设备'),
    network: shown('网络'),
    createTime: time('浏览时间'),
  },
  filter: { userName: 'own', targetType: 'equal', device: 'equal' },
  range: 'createTime',
  sort: ['browseId', 'seconds', 'createTime'],
  calls: ['list', 'export'],
});
export type Browse = z.output<typeof browse.list.row>;

export const browseStat = recordStat('browse', '浏览统计');

const SECONDS_MOST = 86_400;

/** Records a visit, and later how long it lasted. A user in private mode leaves no record. */
export const recordBrowse = endpoint('POST /info/browse', {
  summary: '记录浏览',
  access: 'public',
  body: z.object({
    targetType: z.enum(BROWSE_TARGETS, '没有这种内容'),
    targetId: id,
    visitorId: z.string('设备编号不正确').regex(/^[\w-]{8,36}$/, '设备编号不正确'),
    seconds: z.number('停留时间不正确').int('停留时间不正确').min(0, '停留时间不正确').max(SECONDS_MOST, '停留时间不正确').default(0),
  }),
});

const historyRow = z.object({
  browseId: z.number(),
  targetType: z.enum(BROWSE_TARGETS),
  title: z.string(),
  /** Address of the page; empty when readers can no longer open it. */
  link: z.string(),
  lastTime: wireTime,
});
export type HistoryRow = z.output<typeof historyRow>;

/** The caller's history: each page once, the last visited first. */
export const myBrowse = endpoint('GET /info/browse/mine', { summary: '我的浏览历史', access: 'signed-in', query: paging, row: historyRow });

/** Removes a page from the caller's history, with all visits of it. */
export const forgetBrowse = endpoint('DELETE /info/browse/mine/{browseId}', {
  summary: '删除一条浏览历史',
  access: 'signed-in',
  params: z.object({ browseId: id }),
});

export const clearBrowse = endpoint('DELETE /info/browse/mine', { summary: '清空浏览历史', access: 'signed-in' });

export const browsePrivacy = endpoint('GET /info/browse/privacy', {
  summary: '无痕浏览设置',
  access: 'signed-in',
  data: z.object({ isPrivate: z.boolean() }),
});

export const saveBrowsePrivacy = endpoint('PUT /info/browse/privacy', {
  summary: '设置无痕浏览',
  access: 'signed-in',
  body: z.object({ isPrivate: z.boolean('请选择是否无痕浏览') }),
});
