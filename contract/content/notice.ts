import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, paging } from '../page.ts';

export const noticeCard = z.object({
  noticeId: z.number(),
  noticeTitle: z.string(),
  noticeType: z.enum(['1', '2']),
  topFlag: z.boolean(),
  publishTime: z.string(),
  viewNum: z.number(),
});
export type NoticeCard = z.output<typeof noticeCard>;

export const queryNotices = endpoint('GET /system/notice/queryNotice', {
  summary: '公告列表（前台）',
  access: 'public',
  query: paging,
  row: noticeCard,
});

const neighbour = z.object({ noticeId: z.number(), noticeTitle: z.string() }).nullable();

export const getNotice = endpoint('GET /system/notice/getInfo/{noticeId}', {
  summary: '公告（前台）',
  access: 'public',
  params: z.object({ noticeId: id }),
  data: noticeCard.extend({
    /** Sanitised HTML. */
    noticeContent: z.string(),
    previous: neighbour,
    next: neighbour,
  }),
});
