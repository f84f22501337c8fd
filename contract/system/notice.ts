import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { choice, html, NO_SCRIPT, remark, shown, shownNumber, shownOther, text, time, yesNo } from '../field.ts';
import { flag, id, paging } from '../page.ts';
import { RELEASE_EVENTS, releaseStep } from '../release.ts';
import { searchTerm } from '../search-term.ts';

/** Status for compatible clients: `0` visible, `1` closed. If missing, only the events change the state. */
const familyStatus = flag
  .nullish()
  .transform((value) => value ?? null)
  .meta({ label: '公告状态', kind: 'choice', dict: 'sys_notice_status', keep: true, notInSheet: true });

export const notice = crud('/system/notice', {
  name: '公告',
  permission: 'system:notice',
  key: 'noticeId',
  title: 'noticeTitle',
  fields: {
    noticeTitle: text('公告标题', 50, NO_SCRIPT('公告标题')),
    noticeType: choice('公告类型', 'sys_notice_type', ['1', '2']),
    audience: choice('可见范围', 'system_notice_audience', ['all', 'author', 'staff'], 'all'),
    topFlag: yesNo('置顶'),
    publishTime: time('发布时间', { help: '留空则审核通过后立即发布' }),
    expireTime: time('下线时间', { help: '留空则一直有效' }),
    noticeContent: html('公告内容', 60_000),
    status: familyStatus,
    remark: remark(),
  },
  shown: {
    state: shown('状态', 'choice', { dict: 'system_notice_status' }),
    viewNum: shownNumber('浏览量'),
    isRead: shownOther('已读', z.boolean()),
  },
  filter: { noticeTitle: 'like', createBy: 'like', noticeType: 'equal', audience: 'equal', status: 'own', state: 'own' },
  sort: ['noticeId', 'noticeTitle', 'publishTime', 'createTime', 'viewNum'],
  calls: ['list', 'get', 'add', 'edit', 'remove'],
  access: { get: 'signed-in' },
});
export type Notice = z.output<typeof notice.list.row>;

/** submit, approve, reject, offline, publish: each with a separate permission. Users cannot approve their own notice. */
export const noticeEvent = endpoint('PUT /system/notice/{event}/{noticeId}', {
  summary: '公告流转',
  access: ['system:notice:edit', 'cms:content:audit'],
  params: z.object({ event: z.enum(RELEASE_EVENTS, '没有这个操作'), noticeId: id }),
  body: releaseStep,
});

/** The five newest notices for the caller, and the number of unread ones. */
export const topNotices = endpoint('GET /system/notice/listTop', {
  summary: '最新公告',
  access: 'signed-in',
  answer: z.object({ unreadCount: z.number(), data: z.array(notice.list.row) }),
});

export const markRead = endpoint('POST /system/notice/markRead', {
  summary: '标记已读',
  access: 'signed-in',
  query: z.object({ noticeId: id }),
});

export const markAllRead = endpoint('POST /system/notice/markReadAll', {
  summary: '全部标记已读',
  access: 'signed-in',
  query: z.object({
    ids: z
      .string()
      .regex(/^\d{1,15}(,\d{1,15}){0,499}$/, '编号不正确')
      .transform((text) => text.split(',').map(Number)),
  }),
});

export const readers = endpoint('GET /system/notice/readUsers/list', {
  summary: '已读用户',
  access: 'system:notice:list',
  query: paging.extend({ noticeId: id, searchValue: searchTerm(200) }),
  row: z.object({
    userId: z.number(),
    userName: z.string(),
    nickName: z.string(),
    deptName: z.string(),
    phonenumber: z.string(),
    readTime: z.string(),
  }),
});
