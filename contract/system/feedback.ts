import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { shown, shownOther } from '../field.ts';
import { id, paging } from '../page.ts';
import { visible } from '../visible-text.ts';

/** SM23. */
export const FEEDBACK_STATES = ['new', 'handling', 'replied', 'closed'] as const;
export type FeedbackState = (typeof FEEDBACK_STATES)[number];
export const FEEDBACK_EVENTS = ['handle', 'reply', 'ignore', 'close', 'reopen'] as const;
export type FeedbackEvent = (typeof FEEDBACK_EVENTS)[number];
export const FEEDBACK_TYPES = ['bug', 'content', 'suggest', 'complaint', 'other'] as const;

export const feedback = crud('/system/feedback', {
  name: '意见反馈',
  permission: 'system:feedback',
  key: 'feedbackId',
  title: 'content',
  fields: {},
  shown: {
    type: shown('类型', 'choice', { dict: 'system_feedback_type' }),
    content: shown('内容', 'long'),
    images: shownOther('图片', z.array(z.string())),
    contact: shown('联系方式'),
    userName: shown('提交人'),
    status: shown('状态', 'choice', { dict: 'system_feedback_status' }),
    reply: shown('回复', 'long'),
    replyBy: shown('回复人'),
    replyTime: shown('回复时间', 'time'),
  },
  filter: { content: 'like', type: 'equal', status: 'own' },
  sort: ['feedbackId', 'createTime', 'replyTime'],
  calls: ['list', 'get', 'remove', 'export'],
  access: { get: 'system:feedback:list' },
});
export type Feedback = z.output<typeof feedback.list.row>;

/** Open to everybody; five times an hour from one address. */
export const sendFeedback = endpoint('POST /system/feedback', {
  summary: '提交意见反馈',
  access: 'public',
  once: true,
  body: z.object({
    type: z.enum(FEEDBACK_TYPES, '请选择反馈类型'),
    content: visible('请填写反馈内容').min(5, '反馈内容至少5个字').max(1000, '反馈内容不能超过1000个字'),
    images: z
      .array(z.string().regex(/^\/profile\/upload\/[\w./-]+$/, '请先上传图片'))
      .max(5, '图片最多5张')
      .default([]),
    contact: visible().max(50, '联系方式不能超过50个字符').default(''),
  }),
});

/** A picture of a feedback, for its author and for staff. Pictures of readers are not public. */
export const feedbackPicture = endpoint('GET /system/feedback/picture/{feedbackId}/{index}', {
  summary: '反馈的图片',
  access: 'signed-in',
  params: z.object({
    feedbackId: id,
    index: z.coerce.number<number | string>('编号不正确').int('编号不正确').min(0, '编号不正确').max(4, '编号不正确'),
  }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

export const myFeedback = endpoint('GET /system/feedback/mine', {
  summary: '我的反馈',
  access: 'signed-in',
  query: paging,
  row: feedback.list.row,
});

/** handle, reply and ignore are for staff; close and reopen (once) are for the author. */
export const feedbackEvent = endpoint('PUT /system/feedback/{event}/{feedbackId}', {
  summary: '意见反馈流转',
  access: 'signed-in',
  params: z.object({ event: z.enum(FEEDBACK_EVENTS, '没有这个操作'), feedbackId: id }),
  body: z.object({ text: z.string().trim().max(1000, '不能超过1000个字').nullish() }).nullish(),
});
