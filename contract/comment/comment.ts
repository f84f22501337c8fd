import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { shown, shownNumber, shownOther } from '../field.ts';
import { id, ids } from '../page.ts';
import { visible } from '../visible-text.ts';
import { COMMENT_MAX, REPORT_REASONS } from './comment-limits.ts';

/** What a comment can be about. `message` is a note of an author. */
export const COMMENT_TARGETS = ['publication', 'information', 'notice', 'contest', 'message', 'wechatArticle'] as const;
export type CommentTarget = (typeof COMMENT_TARGETS)[number];

/** SM19. */
export const MODERATION_STATES = ['pending', 'visible', 'folded', 'rejected', 'appealed', 'deleted'] as const;
export type ModerationState = (typeof MODERATION_STATES)[number];
export type ModerationEvent = 'pass' | 'reject' | 'fold' | 'edit' | 'appeal' | 'withdraw' | 'remove';

const target = z.object({ targetType: z.enum(COMMENT_TARGETS, '没有这种评论对象'), targetId: id });
const content = visible('请填写评论').min(1, '请填写评论').max(COMMENT_MAX, `评论不能超过${COMMENT_MAX}个字`);

/** One comment as readers see it. A removed comment keeps its place while it has replies, without text and writer. */
export const commentCard = z.object({
  commentId: z.number(),
  rootId: z.number().nullable(),
  userId: z.number(),
  nickName: z.string(),
  avatar: z.string(),
  /** Name of the user whose reply this answers; empty for an answer to the comment itself. */
  replyTo: z.string(),
  content: z.string(),
  spoiler: z.boolean(),
  score: z.number().nullable(),
  likeNum: z.number(),
  replyNum: z.number(),
  liked: z.boolean(),
  mine: z.boolean(),
  edited: z.boolean(),
  status: z.enum(MODERATION_STATES),
  /** Why the writer's own comment was rejected; empty for others. */
  rejectReason: z.string(),
  createTime: z.string(),
});
export type CommentCard = z.output<typeof commentCard>;
const thread = commentCard.extend({ replies: z.array(commentCard) });
export type CommentThread = z.output<typeof thread>;

/** Position after the last row of a page, as the previous answer gave it. */
const cursor = z
  .string()
  .regex(/^(\d{1,15}:)?\d{1,15}$/, '页码不正确')
  .optional();

/** Comments of a target with their first replies. `total` counts the comments and replies that all readers see. */
export const queryComments = endpoint('GET /cms/comment/queryComment', {
  summary: '评论（前台）',
  access: 'public',
  query: target.extend({ sort: z.enum(['new', 'useful']).default('new'), cursor }),
  data: z.object({ rows: z.array(thread), total: z.number(), next: z.string().nullable() }),
});

export const queryReplies = endpoint('GET /cms/comment/queryReply/{commentId}', {
  summary: '评论的回复（前台）',
  access: 'public',
  params: z.object({ commentId: id }),
  query: z.object({ cursor }),
  data: z.object({ rows: z.array(commentCard), next: z.string().nullable() }),
});

/** The caller's own comments of a target that others do not see. */
export const myComments = endpoint('GET /cms/comment/mine', {
  summary: '我的评论',
  access: 'signed-in',
  query: target,
  data: z.array(commentCard),
});

export const postComment = endpoint('POST /cms/comment', {
  summary: '发表评论',
  access: 'signed-in',
  once: true,
  body: target.extend({
    /** The comment or reply that this answers. */
    parentId: id.nullish(),
    content,
    spoiler: z.boolean().default(false),
    score: z.coerce.number().int().min(1, '评分为1到5').max(5, '评分为1到5').nullish(),
  }),
  data: commentCard,
});

const oneComment = z.object({ commentId: id });

/** The earlier text is kept for moderators. */
export const editComment = endpoint('PUT /cms/comment/mine/{commentId}', {
  summary: '修改我的评论',
  access: 'signed-in',
  params: oneComment,
  body: z.object({ content, spoiler: z.boolean().default(false) }),
  data: commentCard,
});

export const withdrawComment = endpoint('DELETE /cms/comment/mine/{commentId}', {
  summary: '删除我的评论',
  access: 'signed-in',
  params: oneComment,
});

export const likeComment = endpoint('POST /cms/comment/like/{commentId}', {
  summary: '评论有用',
  access: 'signed-in',
  params: oneComment,
  body: z.object({ like: z.boolean() }),
  data: z.object({ likeNum: z.number() }),
});

export const reportComment = endpoint('POST /cms/comment/report/{commentId}', {
  summary: '举报评论',
  access: 'signed-in',
  once: true,
  params: oneComment,
  body: z.object({ reason: z.enum(REPORT_REASONS, '请选择举报的理由'), detail: visible().max(200, '说明不能超过200个字').default('') }),
});

export const appealComment = endpoint('POST /cms/comment/appeal/{commentId}', {
  summary: '评论申诉',
  access: 'signed-in',
  once: true,
  params: oneComment,
  body: z.object({ reason: visible('请说明申诉的理由').max(500, '申诉理由不能超过500个字') }),
});

/** #113: every comment, for staff. */
export const comment = crud('/cms/comment', {
  name: '评论',
  permission: 'cms:comment',
  key: 'commentId',
  title: 'content',
  fields: {},
  shown: {
    content: shown('评论', 'long'),
    targetType: shown('评论对象', 'choice', { dict: 'cms_comment_target' }),
    targetId: shownNumber('对象编号'),
    targetTitle: shown('评论的内容'),
    userId: shownNumber('用户编号'),
    nickName: shown('作者'),
    score: shownOther('评分', z.number().nullable()),
    spoiler: shown('剧透', 'choice', { dict: 'sys_yes_no_flag' }),
    likeNum: shownNumber('有用'),
    replyNum: shownNumber('回复'),
    reportNum: shownNumber('举报'),
    status: shown('状态', 'choice', { dict: 'cms_comment_status' }),
    previousContent: shown('修改前', 'long'),
    rejectReason: shown('驳回理由'),
    auditBy: shown('审核人'),
    auditTime: shown('审核时间', 'time'),
    record: shown('审核记录', 'long'),
    ip: shown('网络地址'),
  },
  filter: { content: 'like', targetType: 'equal', targetId: 'equal', status: 'equal', userId: 'equal', nickName: 'own' },
  sort: ['commentId', 'createTime', 'likeNum', 'reportNum'],
  calls: ['list', 'get', 'export'],
  access: { get: 'cms:comment:list', export: 'cms:comment:list' },
});
export type Comment = z.output<typeof comment.list.row>;

/** Outcome of an event over several rows: what was done, and why the others were left out. */
export const batchOutcome = z.object({ done: z.array(z.number()), skipped: z.array(z.object({ id: z.number(), reason: z.string() })) });
export type BatchOutcome = z.output<typeof batchOutcome>;

/** pass, reject or remove for up to 500 comments. */
export const commentEvent = endpoint('PUT /cms/comment/{event}/{ids}', {
  summary: '评论审核',
  access: ['cms:comment:audit', 'cms:comment:remove'],
  params: z.object({ event: z.enum(['pass', 'reject', 'remove'], '没有这个操作'), ids }),
  body: z.object({ reason: z.string().trim().max(200, '理由不能超过200个字').nullish() }).nullish(),
  data: batchOutcome,
});
