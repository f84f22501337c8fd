import { COMMENT_PAGE, REPLIES_SHOWN } from '../../contract/comment/comment-limits.ts';
import type { Database, Tx } from '../db/database.ts';

/** A comment as it is stored, with the name and picture of its writer and the name of the user whom it answers. */
const rows = (db: Database | Tx) =>
  db
    .selectFrom('comment')
    .leftJoin('user', 'user.id', 'comment.userId')
    .leftJoin('user as replied', 'replied.id', 'comment.replyUserId')
    .select([
      'comment.id',
      'comment.targetType',
      'comment.targetId',
      'comment.rootId',
      'comment.parentId',
      'comment.userId',
      'comment.content',
      'comment.previousContent',
      'comment.spoiler',
      'comment.score',
      'comment.likeNum',
      'comment.replyNum',
      'comment.status',
      'comment.rejectReason',
      'comment.createTime',
      'user.nickName',
      'user.avatar',
      'replied.nickName as replyName',
    ]);
export type StoredComment = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

export interface Target {
  readonly targetType: string;
  readonly targetId: number;
}
export type CommentSort = 'new' | 'useful';

/** Comments that readers see: visible and folded ones, and removed ones that still have replies. */
const seen = (db: Database | Tx) =>
  rows(db).where((eb) =>
    eb.or([eb('comment.status', 'in', ['visible', 'folded']), eb.and([eb('comment.status', '=', 'deleted'), eb('comment.replyNum', '>', 0)])]),
  );

/** One page of the comments of a target. `after` is the last row of the page before, as `likes:id` or `id`. */
export function threadsOf(db: Database, { targetType, targetId }: Target, sort: CommentSort, after: string | undefined): Promise<StoredComment[]> {
  const [first = 0, second] = (after ?? '').split(':').map(Number);
  let query = seen(db).where('comment.targetType', '=', targetType).where('comment.targetId', '=', targetId).where('comment.rootId', 'is', null);
  if (sort === 'new') {
    if (after) query = query.where('comment.id', '<', second ?? first);
    query = query.orderBy('comment.id', 'desc');
  } else {
    if (after)
      query = query.where((eb) =>
        eb.or([eb('comment.likeNum', '<', first), eb.and([eb('comment.likeNum', '=', first), eb('comment.id', '<', second ?? 0)])]),
      );
    query = query.orderBy('comment.likeNum', 'desc').orderBy('comment.id', 'desc');
  }
  return query.limit(COMMENT_PAGE + 1).execute();
}

/** The first replies of each comment, in the order in which they were written. */
export async function firstReplies(db: Database, rootIds: readonly number[]): Promise<StoredComment[]> {
  const found = await Promise.all(
    rootIds.map((rootId) => seen(db).where('comment.rootId', '=', rootId).orderBy('comment.id').limit(REPLIES_SHOWN).execute()),
  );
  return found.flat();
}

export const repliesAfter = (db: Database, rootId: number, after: number): Promise<StoredComment[]> =>
  seen(db)
    .where('comment.rootId', '=', rootId)
    .where('comment.id', '>', after)
    .orderBy('comment.id')
    .limit(COMMENT_PAGE + 1)
    .execute();

export const commentById = (db: Database | Tx, id: number): Promise<StoredComment | undefined> =>
  rows(db).where('comment.id', '=', id).executeTakeFirst();

/** The user's own comments of a target that others do not see. */
export const unseenOf = (db: Database, userId: number, { targetType, targetId }: Target): Promise<StoredComment[]> =>
  rows(db)
    .where('comment.userId', '=', userId)
    .where('comment.targetType', '=', targetType)
    .where('comment.targetId', '=', targetId)
    .where('comment.status', 'in', ['pending', 'rejected', 'appealed'])
    .orderBy('comment.id', 'desc')
    .limit(COMMENT_PAGE)
    .execute();

export async function visibleTotal(db: Database, { targetType, targetId }: Target): Promise<number> {
  const { total } = await db
    .selectFrom('comment')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('targetType', '=', targetType)
    .where('targetId', '=', targetId)
    .where('status', '=', 'visible')
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Ids among `ids` that the user likes. */
export async function likedBy(db: Database | Tx, kind: string, userId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const found = await db
    .selectFrom('contentLike')
    .select('targetId')
    .where('kind', '=', kind)
    .where('userId', '=', userId)
    .where('targetId', 'in', ids)
    .execute();
  return new Set(found.map(({ targetId }) => targetId));
}

/** Sets or takes back a like and returns the new number. Liking twice counts once. */
export async function setLike(tx: Tx, kind: 'comment' | 'message', targetId: number, userId: number, like: boolean): Promise<number> {
  if (like)
    await tx
      .insertInto('contentLike')
      .values({ kind, targetId, userId, createTime: Date.now() })
      .onConflict((oc) => oc.columns(['kind', 'targetId', 'userId']).doNothing())
      .execute();
  else await tx.deleteFrom('contentLike').where('kind', '=', kind).where('targetId', '=', targetId).where('userId', '=', userId).execute();
  const { total } = await tx
    .selectFrom('contentLike')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('kind', '=', kind)
    .where('targetId', '=', targetId)
    .executeTakeFirstOrThrow();
  const likeNum = Number(total);
  await tx
    .updateTable((kind === 'comment' ? 'comment' : 'authorMessage') as 'comment')
    .set({ likeNum })
    .where('id', '=', targetId)
    .execute();
  return likeNum;
}
