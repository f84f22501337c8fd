import type { AppContext } from '../context.ts';
import { signedOut } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';

/** A configuration value; null for an unknown key. Read each time: a change counts at once on every server. */
export async function configOf(context: AppContext, key: string): Promise<string | null> {
  return (await row(context, key))?.configValue ?? null;
}

const row = (context: AppContext, key: string) =>
  context.db.selectFrom('config').select(['configValue', 'isPublic']).where('configKey', '=', key).where('delFlag', '=', '0').executeTakeFirst();

/** Keys of what helps somebody in: the password of new accounts, addresses that are shut out. */
const KEEN = /passw|pwd|secret|token|key$|iplist/i;
/** Who works with these keys at the desk. */
const KEEPERS = ['system:config:list', 'system:config:query', 'system:user:add', 'system:user:resetPwd'] as const;

/**
 * The value a client may see: without a session only keys flagged public, an unknown one as an empty string. Anybody may
 * open an account, so a key that helps somebody in is unknown to whoever has nothing to do with it.
 */
export async function visibleConfig(context: AppContext, key: string, currentUser: CurrentUser | null, path: string): Promise<string> {
  const found = await row(context, key);
  if (found?.isPublic === '1') return found.configValue;
  if (!currentUser) throw signedOut(path);
  return found && (!KEEN.test(key) || KEEPERS.some((permission) => hasPermission(currentUser, permission))) ? found.configValue : '';
}
