import { wireTime } from '../db/clock.ts';
import type { Tx } from '../db/database.ts';
import type { AppContext } from '../context.ts';

export interface Message {
  readonly userId: number;
  readonly type: 'task' | 'audit' | 'pay' | 'system';
  readonly title: string;
  readonly content?: string;
  /** Path inside the product. */
  readonly link?: string;
}

/** Sends a message to a user, inside the transaction that causes it. */
export async function sendMessage(tx: Tx, message: Message): Promise<void> {
  await tx
    .insertInto('message')
    .values({ content: '', link: '', ...message, createTime: Date.now() })
    .execute();
}

/** Returns one page of a user's messages and the number of unread ones. */
export async function messagesOf(context: AppContext, userId: number, page: { pageNum: number; pageSize: number }) {
  const own = context.db.selectFrom('message').where('userId', '=', userId);
  const { total, unread } = await own
    .select((eb) => [eb.fn.countAll<number>().as('total'), eb.fn.count<number>(eb.case().when('readAt', 'is', null).then(1).end()).as('unread')])
    .executeTakeFirstOrThrow();
  const rows = await own
    .selectAll()
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .limit(page.pageSize)
    .offset((page.pageNum - 1) * page.pageSize)
    .execute();
  return {
    rows: rows.map(({ id, type, title, content, link, readAt, createTime }) => ({
      messageId: id,
      type: type as Message['type'],
      title,
      content,
      link,
      isRead: readAt !== null,
      createTime: wireTime(createTime),
    })),
    total: Number(total),
    unread: Number(unread),
  };
}

export async function readAll(context: AppContext, userId: number): Promise<void> {
  await context.db.updateTable('message').set({ readAt: Date.now() }).where('userId', '=', userId).where('readAt', 'is', null).execute();
}
