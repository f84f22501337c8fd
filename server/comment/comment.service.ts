import type { z } from 'zod';
import type { CommentCard, editComment, ModerationState, postComment, reportComment } from '../../contract/comment/comment.ts';
import { COMMENT_PAGE } from '../../contract/comment/comment-limits.ts';
import { wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import type { AppContext } from '../context.ts';
import { failed, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { addressFamily } from '../http/rate-limit-key.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { changeCount } from './comment-count.ts';
import {
  commentById,
  firstReplies,
  likedBy,
  repliesAfter,
  setLike,
  threadsOf,
  unseenOf,
  visibleTotal,
  type CommentSort,
  type StoredComment,
  type Target,
} from './comment.queries.ts';
import { findTarget } from './comment-target.service.ts';
import { moderate } from './moderation.service.ts';
import { linkOf } from './moderation.queries.ts';
import { report } from './report.service.ts';
import { firstState, limitWriting } from './text-check.service.ts';
import { wroteComment } from './comment.policy.ts';

type Draft = z.output<typeof postComment.body>;
const GONE = '评论不存在或已被删除，请刷新后重试';

/** Returns comments as one user sees them: a removed one without text and writer. */
async function cards(db: Database | Tx, currentUser: CurrentUser | null, rows: readonly StoredComment[]): Promise<CommentCard[]> {
  const liked = currentUser
    ? await likedBy(
        db,
        'comment',
        currentUser.userId,
        rows.map(({ id }) => id),
      )
    : new Set<number>();
  return rows.map((row) => {
    const gone = row.status === 'deleted';
    const mine = !gone && wroteComment(row, currentUser);
    return {
      commentId: row.id,
      rootId: row.rootId,
      userId: gone ? 0 : row.userId,
      nickName: gone ? '' : (row.nickName ?? '已注销用户'),
      avatar: gone ? '' : (row.avatar ?? ''),
      replyTo: row.parentId === row.rootId ? '' : (row.replyName ?? ''),
      content: gone ? '' : row.content,
      spoiler: !gone && row.spoiler === '1',
      score: gone ? null : row.score,
      likeNum: row.likeNum,
      replyNum: row.replyNum,
      liked: liked.has(row.id),
      mine,
      edited: !gone && row.previousContent !== '',
      status: row.status as ModerationState,
      rejectReason: mine ? row.rejectReason : '',
      createTime: wireTime(row.createTime),
    };
  });
}

/** One page of the comments of a target, each with its first replies. */
export async function threads(context: AppContext, currentUser: CurrentUser | null, target: Target, sort: CommentSort, after: string | undefined) {
  const { db } = context;
  if (!(await findTarget(db, target.targetType, target.targetId))) throw missing('评论的内容不存在或已下架');
  const found = await threadsOf(db, target, sort, after);
  const page = found.slice(0, COMMENT_PAGE);
  const replies = await firstReplies(
    db,
    page.filter(({ replyNum }) => replyNum > 0).map(({ id }) => id),
  );
  const all = new Map((await cards(db, currentUser, [...page, ...replies])).map((card) => [card.commentId, card]));
  const last = page.at(-1);
  return {
    rows: page.flatMap(({ id }) => {
      const card = all.get(id);
      return card ? [{ ...card, replies: replies.filter(({ rootId }) => rootId === id).flatMap((reply) => all.get(reply.id) ?? []) }] : [];
    }),
    total: await visibleTotal(db, target),
    next: last && found.length > COMMENT_PAGE ? (sort === 'new' ? String(last.id) : `${last.likeNum}:${last.id}`) : null,
  };
}

export async function moreReplies({ db }: AppContext, currentUser: CurrentUser | null, rootId: number, after: string | undefined) {
  const root = await commentById(db, rootId);
  if (!root || root.rootId !== null || !(await findTarget(db, root.targetType, root.targetId))) throw missing(GONE);
  const found = await repliesAfter(db, rootId, Number(after ?? 0));
  const page = found.slice(0, COMMENT_PAGE);
  return { rows: await cards(db, currentUser, page), next: found.length > COMMENT_PAGE ? String(page.at(-1)?.id) : null };
}

export const unseenComments = async ({ db }: AppContext, currentUser: CurrentUser, target: Target) =>
  cards(db, currentUser, await unseenOf(db, currentUser.userId, target));

/** Stores a comment or a reply; the target's owner and the answered user are told when it is visible. */
export async function addComment(context: AppContext, currentUser: CurrentUser, ip: string, draft: Draft): Promise<CommentCard> {
  await limitWriting(context, currentUser.userId);
  return context.db.transaction().execute(async (tx) => {
    const target = await findTarget(tx, draft.targetType, draft.targetId);
    if (!target) throw missing('评论的内容不存在或已下架');
    const parent = draft.parentId ? await commentById(tx, draft.parentId) : undefined;
    if (draft.parentId) {
      if (!parent || parent.targetType !== draft.targetType || parent.targetId !== draft.targetId) throw missing(GONE);
      if (parent.status !== 'visible') throw failed('这条评论现在不能回复');
    }
    const status = await firstState(tx, currentUser.userId, draft.content);
    const now = Date.now();
    const rootId = parent ? (parent.rootId ?? parent.id) : null;
    const { id } = await tx
      .insertInto('comment')
      .values({
        targetType: draft.targetType,
        targetId: draft.targetId,
        rootId,
        parentId: parent?.id ?? null,
        replyUserId: parent?.userId ?? null,
        userId: currentUser.userId,
        content: draft.content,
        spoiler: draft.spoiler ? '1' : '0',
        score: parent ? null : (draft.score ?? null),
        ip: addressFamily(ip),
        status,
        stateTime: now,
        auditTime: null,
        auditUserId: null,
        claimedBy: null,
        createBy: currentUser.userName,
        createTime: now,
        updateTime: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (status === 'visible') {
      await changeCount(tx, { ...draft, rootId }, 1);
      const heard = new Set([currentUser.userId]);
      const notify = async (userId: number | null, title: string): Promise<void> => {
        if (userId === null || heard.has(userId)) return;
        heard.add(userId);
        await sendMessage(tx, { userId, type: 'reply', title, content: draft.content.slice(0, 100), link: `${linkOf(draft)}#comment-${id}` });
      };
      await notify(parent?.userId ?? null, `${currentUser.nickName}回复了您在「${target.title}」下的评论`);
      await notify(target.ownerId, `${currentUser.nickName}评论了「${target.title}」`);
    }
    return oneCard(tx, currentUser, id);
  });
}

async function oneCard(tx: Tx, currentUser: CurrentUser, id: number): Promise<CommentCard> {
  const row = await commentById(tx, id);
  const [card] = row ? await cards(tx, currentUser, [row]) : [];
  if (!card) throw missing(GONE);
  return card;
}

/** Changes the caller's own comment; with a word of list B, or where comments are audited, it waits again. */
export async function changeComment(
  context: AppContext,
  currentUser: CurrentUser,
  id: number,
  draft: z.output<typeof editComment.body>,
): Promise<CommentCard> {
  await limitWriting(context, currentUser.userId);
  return context.db.transaction().execute(async (tx) => {
    const row = await commentById(tx, id);
    if (!row || !wroteComment(row, currentUser)) throw missing(GONE);
    const next = await firstState(tx, currentUser.userId, draft.content);
    await moderate(tx, currentUser, 'comment', id, 'edit', '', next);
    await tx
      .updateTable('comment')
      .set({ content: draft.content, spoiler: draft.spoiler ? '1' : '0', ...(row.content === draft.content ? {} : { previousContent: row.content }) })
      .where('id', '=', id)
      .execute();
    return oneCard(tx, currentUser, id);
  });
}

export async function withdraw(context: AppContext, currentUser: CurrentUser, id: number): Promise<void> {
  await context.db.transaction().execute((tx) => moderate(tx, currentUser, 'comment', id, 'withdraw'));
}

export async function appeal(context: AppContext, currentUser: CurrentUser, id: number, reason: string): Promise<void> {
  await context.db.transaction().execute((tx) => moderate(tx, currentUser, 'comment', id, 'appeal', reason));
}

/** A comment that readers see, for a like or a report. */
async function seenComment(tx: Tx, id: number): Promise<StoredComment> {
  const row = await commentById(tx, id);
  if (!row || (row.status !== 'visible' && row.status !== 'folded')) throw missing(GONE);
  return row;
}

export const like = (context: AppContext, currentUser: CurrentUser, id: number, on: boolean): Promise<{ likeNum: number }> =>
  context.db.transaction().execute(async (tx) => {
    await seenComment(tx, id);
    return { likeNum: await setLike(tx, 'comment', id, currentUser.userId, on) };
  });

export const reportOne = (context: AppContext, currentUser: CurrentUser, id: number, said: z.output<typeof reportComment.body>): Promise<void> =>
  context.db.transaction().execute(async (tx) => report(tx, currentUser, await seenComment(tx, id), said.reason, said.detail));
