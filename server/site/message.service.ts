import type { Tx } from '../db/database.ts';

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
