import { wireTime } from '../db/clock.ts';
import type { Tx } from '../db/database.ts';
import type { AppContext } from '../context.ts';

export interface Message {
  readonly userId: number;
  readonly type: 'task' | 'audit' | 'pay' | 'system';
  readonly title: string;
  readonly content?: string;
  /** Address inside the product. */
  readonly link?: string;
}

/** Puts a message in a person's box, inside the transaction that is its reason. */
export async function sendMessage(tx: Tx, message: Message): Promise<void> {
  await tx
    .insertInto('message')
    .values({ content: '', link: '', ...message, createTime: Date.now() })
    .execute();
}

/** A person's box, a page of it, and how much of it he has not seen. */
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
