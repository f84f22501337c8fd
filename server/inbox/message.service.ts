import { wireTime } from '../db/clock.ts';
import type { Tx } from '../db/database.ts';
import type { MessageType } from '../../contract/inbox/message.ts';
import type { AppContext } from '../context.ts';
import { lastMailTo, mailTime } from './message-mail.ts';
import { queuePush } from './push-delivery.ts';
import { preferenceOf } from './notify-preference.service.ts';

export interface Message {
  readonly userId: number;
  readonly type: MessageType;
  readonly title: string;
  readonly content?: string;
  /** Path inside the product. */
  readonly link?: string;
}

/** Sends a message to a user, inside the transaction that causes it; into the inbox, by mail and to browsers as the user has chosen. */
export async function sendMessage(tx: Tx, message: Message): Promise<void> {
  const { inbox, mail } = await preferenceOf(tx, message.userId, message.type);
  if (!inbox) return;
  const now = Date.now();
  const mailAt = mail === 'off' ? null : mailTime(mail, now, await lastMailTo(tx, message.userId));
  const { id } = await tx
    .insertInto('message')
    .values({ content: '', link: '', ...message, createTime: now, mailAt, mailedAt: null, readAt: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await queuePush(tx, message.userId, id, now);
}

interface Asked {
  readonly pageNum: number;
  readonly pageSize: number;
  readonly type?: string | undefined;
  readonly unread?: string | undefined;
}

/** Returns one page of a user's messages and the number of unread ones. */
export async function messagesOf(context: AppContext, userId: number, page: Asked) {
  const own = context.db.selectFrom('message').where('userId', '=', userId);
  const asked = own
    .$if(Boolean(page.type), (query) => query.where('type', '=', page.type ?? ''))
    .$if(page.unread === '1', (query) => query.where('readAt', 'is', null));
  const { total } = await asked.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await asked
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
    unread: await unreadOf(context, userId),
  };
}

export async function unreadOf({ db }: AppContext, userId: number): Promise<number> {
  const { total } = await db
    .selectFrom('message')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Marks messages of a user as read; ids of other users' messages change nothing. */
export async function readSome({ db }: AppContext, userId: number, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('message')
    .set({ readAt: Date.now() })
    .where('userId', '=', userId)
    .where('id', 'in', ids)
    .where('readAt', 'is', null)
    .execute();
}

export async function removeSome({ db }: AppContext, userId: number, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('message').where('userId', '=', userId).where('id', 'in', ids).execute();
}

export async function readAll(context: AppContext, userId: number): Promise<void> {
  await context.db.updateTable('message').set({ readAt: Date.now() }).where('userId', '=', userId).where('readAt', 'is', null).execute();
}
