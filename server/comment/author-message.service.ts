import { messagesWithAuthor } from './author-message.queries.ts';
import type { TargetKind } from './comment-target.service.ts';
import { authorMessage, type AuthorNote } from '../../contract/comment/author-message.ts';
import type { ModerationState } from '../../contract/comment/comment.ts';
import { crudService } from '../crud/crud-service.ts';
import { wireTime } from '../db/clock.ts';
import { contains } from '../db/contains.ts';
import type { Query } from '../crud/crud-table.ts';
import type { Database, Tx } from '../db/database.ts';
import type { AppContext } from '../context.ts';
import { forbidden, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { likedBy, setLike } from './comment.queries.ts';
import { recordsOf } from './moderation-record.service.ts';
import { moderate } from './moderation.service.ts';
import { firstState, limitWriting } from './text-check.service.ts';
import { wroteMessage } from './comment.policy.ts';

const GONE = '留言不存在或已被删除，请刷新后重试';
const TITLE_LENGTH = 20;

export const authorMessages = crudService(authorMessage, {
  table: 'authorMessage',
  log: '作者留言管理',
  order: [['id', 'desc']],
  removal: 'hard',
  names: { authorName: { from: 'user', column: 'nickName', by: 'authorId' } },
  filters: {
    authorName: (query, value) =>
      query.where((eb: Query) => eb('authorId', 'in', eb.selectFrom('user').select('user.id').where(contains('user.nickName', value)))),
  },
  show: async (db, rows) => {
    const records = await recordsOf(
      db,
      'authorMessage',
      rows.map((row) => Number(row['id'])),
    );
    return rows.map((row) => ({ images: JSON.parse(String(row['images'])) as string[], record: records.get(Number(row['id'])) ?? '' }));
  },
});

export const messageComments: TargetKind = {
  async find(db, ids) {
    const rows = await db
      .selectFrom('authorMessage')
      .select(['id', 'title', 'content', 'authorId'])
      .where('id', 'in', ids)
      .where('status', '=', 'visible')
      .execute();
    return new Map(
      rows.map(({ id, title, content, authorId }) => [
        id,
        { title: title || content.slice(0, TITLE_LENGTH), link: `/cms/main/message#message-${id}`, ownerId: authorId },
      ]),
    );
  },
  async count(tx, id, change) {
    await tx
      .updateTable('authorMessage')
      .set((eb) => ({ replyNum: eb('replyNum', '+', change) }))
      .where('id', '=', id)
      .execute();
  },
};

type Stored = Awaited<ReturnType<ReturnType<typeof messagesWithAuthor>['executeTakeFirstOrThrow']>>;

async function cards(db: Database | Tx, currentUser: CurrentUser | null, found: readonly Stored[]): Promise<AuthorNote[]> {
  const liked = currentUser
    ? await likedBy(
        db,
        'message',
        currentUser.userId,
        found.map(({ id }) => id),
      )
    : new Set<number>();
  return found.map((row) => {
    const mine = wroteMessage(row, currentUser);
    return {
      messageId: row.id,
      authorId: row.authorId,
      authorName: row.nickName ?? '已注销用户',
      avatar: row.avatar ?? '',
      title: row.title,
      content: row.content,
      images: JSON.parse(row.images) as string[],
      topFlag: row.topFlag === '1',
      likeNum: row.likeNum,
      replyNum: row.replyNum,
      liked: liked.has(row.id),
      mine,
      status: row.status as ModerationState,
      rejectReason: mine ? row.rejectReason : '',
      createTime: wireTime(row.createTime),
    };
  });
}

/** Notes that a user sees: visible ones, and the user's own in any state. */
export async function publicMessages(
  { db }: AppContext,
  currentUser: CurrentUser | null,
  asked: { pageNum: number; pageSize: number; authorId?: number | undefined },
) {
  const seen = (query: Query): Query => {
    const own = currentUser?.userId ?? 0;
    const open = query.where((eb: Query) => eb.or([eb('authorMessage.status', '=', 'visible'), eb('authorMessage.authorId', '=', own)]));
    return asked.authorId ? open.where('authorMessage.authorId', '=', asked.authorId) : open;
  };
  const { total } = (await seen(db.selectFrom('authorMessage').where('authorMessage.status', '!=', 'deleted'))
    .select((eb: Query) => eb.fn.countAll().as('total'))
    .executeTakeFirstOrThrow()) as { total: number };
  const found = (await seen(messagesWithAuthor(db))
    .orderBy('authorMessage.topFlag', 'desc')
    .orderBy('authorMessage.id', 'desc')
    .limit(asked.pageSize)
    .offset((asked.pageNum - 1) * asked.pageSize)
    .execute()) as Stored[];
  return { rows: await cards(db, currentUser, found), total: Number(total) };
}

interface Draft {
  readonly title: string;
  readonly content: string;
  readonly images: readonly string[];
}

async function cardOf(tx: Tx, currentUser: CurrentUser, id: number): Promise<AuthorNote> {
  const row = await messagesWithAuthor(tx).where('authorMessage.id', '=', id).executeTakeFirst();
  const [card] = row ? await cards(tx, currentUser, [row]) : [];
  if (!card) throw missing(GONE);
  return card;
}

export async function postMessage(context: AppContext, currentUser: CurrentUser, draft: Draft): Promise<AuthorNote> {
  if (!currentUser.roles.has('author')) throw forbidden('作者才能发表留言，您可以在个人中心申请成为作者');
  await limitWriting(context, currentUser.userId);
  return context.db.transaction().execute(async (tx) => {
    const status = await firstState(tx, currentUser.userId, `${draft.title}\n${draft.content}`);
    const now = Date.now();
    const { id } = await tx
      .insertInto('authorMessage')
      .values({
        authorId: currentUser.userId,
        title: draft.title,
        content: draft.content,
        images: JSON.stringify(draft.images),
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
    return cardOf(tx, currentUser, id);
  });
}

async function own(tx: Tx, currentUser: CurrentUser, id: number): Promise<Stored> {
  const row = await messagesWithAuthor(tx).where('authorMessage.id', '=', id).executeTakeFirst();
  if (!row || !wroteMessage(row, currentUser)) throw missing(GONE);
  return row;
}

export async function changeMessage(context: AppContext, currentUser: CurrentUser, id: number, draft: Draft): Promise<AuthorNote> {
  await limitWriting(context, currentUser.userId);
  return context.db.transaction().execute(async (tx) => {
    const before = await own(tx, currentUser, id);
    const next = await firstState(tx, currentUser.userId, `${draft.title}\n${draft.content}`);
    await moderate(tx, currentUser, 'authorMessage', id, 'edit', '', next);
    await tx
      .updateTable('authorMessage')
      .set({
        title: draft.title,
        content: draft.content,
        images: JSON.stringify(draft.images),
        ...(before.content === draft.content ? {} : { previousContent: before.content }),
      })
      .where('id', '=', id)
      .execute();
    return cardOf(tx, currentUser, id);
  });
}

export const withdrawMessage = async (context: AppContext, currentUser: CurrentUser, id: number): Promise<void> =>
  void (await context.db.transaction().execute((tx) => moderate(tx, currentUser, 'authorMessage', id, 'withdraw')));

export const likeMessage = (context: AppContext, currentUser: CurrentUser, id: number, on: boolean): Promise<{ likeNum: number }> =>
  context.db.transaction().execute(async (tx) => {
    const row = await messagesWithAuthor(tx).where('authorMessage.id', '=', id).where('authorMessage.status', '=', 'visible').executeTakeFirst();
    if (!row) throw missing(GONE);
    return { likeNum: await setLike(tx, 'message', id, currentUser.userId, on) };
  });
