import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

interface Columns {
  message: { id: number; link: string };
  authorConfirm: { id: number; tokenHash: string };
}

const OLD_LINK = '/cms/main/authorConfirm?token=';

/**
 * A mail stores the secret of its link encrypted; mails of earlier releases are masked at the next start, where the key is known.
 * Messages of the inbox link to the confirmation, which needs signing in, and no longer contain its secret.
 */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  await tables(db, engine).extend('mail', { sealed: 'empty' });
  const typed = db as unknown as Kysely<Columns>;
  for (const { id, link } of await typed.selectFrom('message').select(['id', 'link']).where('link', 'like', `${OLD_LINK}%`).execute()) {
    const tokenHash = createHash('sha256').update(link.slice(OLD_LINK.length)).digest('hex');
    const found = await typed.selectFrom('authorConfirm').select('id').where('tokenHash', '=', tokenHash).executeTakeFirst();
    await typed
      .updateTable('message')
      .set({ link: found ? `/cms/main/authorConfirm?id=${found.id}` : '' })
      .where('id', '=', id)
      .execute();
  }
}
