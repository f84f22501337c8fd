import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { shown, shownNumber, shownOther, yesNo } from '../field.ts';
import { id, ids, paging } from '../page.ts';
import { visible } from '../visible-text.ts';
import { batchOutcome, MODERATION_STATES } from './comment.ts';
import { NOTE_IMAGES, NOTE_MAX } from './comment-limits.ts';

export const authorNote = z.object({
  messageId: z.number(),
  authorId: z.number(),
  authorName: z.string(),
  avatar: z.string(),
  title: z.string(),
  content: z.string(),
  images: z.array(z.string()),
  topFlag: z.boolean(),
  likeNum: z.number(),
  replyNum: z.number(),
  liked: z.boolean(),
  mine: z.boolean(),
  status: z.enum(MODERATION_STATES),
  rejectReason: z.string(),
  createTime: z.string(),
});
export type AuthorNote = z.output<typeof authorNote>;

/** Notes of authors: pinned ones first, then the newest. A signed-in author also sees own notes that are not public. */
export const queryAuthorMessages = endpoint('GET /cms/message/queryMessage', {
  summary: '作者留言（前台）',
  access: 'public',
  query: paging.extend({ authorId: id.optional() }),
  row: authorNote,
});

const draft = z.object({
  title: visible().max(60, '标题不能超过60个字').default(''),
  content: visible('请填写留言').min(10, '留言至少10个字').max(NOTE_MAX, `留言不能超过${NOTE_MAX}个字`),
  images: z
    .array(z.string().regex(/^\/profile\/upload\/[\w./-]+$/, '请先上传图片'))
    .max(NOTE_IMAGES, `图片最多${NOTE_IMAGES}张`)
    .default([]),
});

/** Open to authors. */
export const postAuthorMessage = endpoint('POST /cms/message', {
  summary: '发表作者留言',
  access: 'signed-in',
  once: true,
  body: draft,
  data: authorNote,
});

const one = z.object({ messageId: id });

export const editAuthorMessage = endpoint('PUT /cms/message/mine/{messageId}', {
  summary: '修改我的留言',
  access: 'signed-in',
  params: one,
  body: draft,
  data: authorNote,
});

export const withdrawAuthorMessage = endpoint('DELETE /cms/message/mine/{messageId}', { summary: '删除我的留言', access: 'signed-in', params: one });

export const likeAuthorMessage = endpoint('POST /cms/message/like/{messageId}', {
  summary: '喜欢作者留言',
  access: 'signed-in',
  params: one,
  body: z.object({ like: z.boolean() }),
  data: z.object({ likeNum: z.number() }),
});

/** A5: every note, for staff, who only pin them. */
export const authorMessage = crud('/cms/message', {
  name: '作者留言',
  permission: 'cms:message',
  key: 'messageId',
  title: 'content',
  fields: { topFlag: yesNo('置顶') },
  shown: {
    title: shown('标题'),
    content: shown('留言', 'long'),
    images: shownOther('图片', z.array(z.string())),
    authorName: shown('作者'),
    likeNum: shownNumber('喜欢'),
    replyNum: shownNumber('回复'),
    status: shown('状态', 'choice', { dict: 'cms_comment_status' }),
    rejectReason: shown('驳回理由'),
    auditBy: shown('审核人'),
    auditTime: shown('审核时间', 'time'),
    record: shown('审核记录', 'long'),
  },
  filter: { content: 'like', status: 'equal', topFlag: 'equal', authorName: 'own' },
  sort: ['messageId', 'createTime', 'likeNum', 'replyNum'],
  calls: ['list', 'get', 'edit', 'export'],
  access: { list: 'cms:comment:list', get: 'cms:comment:list', edit: 'cms:comment:audit', export: 'cms:comment:list' },
});

export const authorMessageEvent = endpoint('PUT /cms/message/{event}/{ids}', {
  summary: '作者留言审核',
  access: ['cms:comment:audit', 'cms:comment:remove'],
  params: z.object({ event: z.enum(['pass', 'reject', 'remove'], '没有这个操作'), ids }),
  body: z.object({ reason: z.string().trim().max(200, '理由不能超过200个字').nullish() }).nullish(),
  data: batchOutcome,
});
