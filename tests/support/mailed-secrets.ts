import { openSecret } from '../../server/mail/link-secret.ts';
import type { TestContext } from './test-context.ts';

/** The secrets of the links in mails that wait for an address or a user, oldest first. Only the server's key opens them. */
export async function mailedSecrets({ context }: TestContext, to: { readonly email?: string; readonly userId?: number }): Promise<string[]> {
  const rows = await context.db.selectFrom('mail').select(['email', 'userId', 'sealed']).where('sealed', '<>', '').orderBy('id').execute();
  return rows
    .filter(({ email, userId }) => (to.email === undefined || email === to.email) && (to.userId === undefined || userId === to.userId))
    .map(({ sealed }) => openSecret(context.settings, sealed));
}
