import type { AppContext } from '../context.ts';
import { configRow } from '../db/config-value.ts';
import { signedOut } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';

/** Sensitive keys that would help an attacker: the password of new accounts, blocked addresses. */
const KEEN = /passw|pwd|secret|token|key$|iplist/i;
/** Permissions of staff who work with these keys in the back office. */
const KEEPERS = ['system:config:list', 'system:config:query', 'system:user:add', 'system:user:resetPwd'] as const;

/**
 * Returns the value that a client may see: without a session only public keys, and an empty string for an unknown key. Anybody may
 * register, so a sensitive key is empty for users without one of these permissions.
 */
export async function visibleConfig(context: AppContext, key: string, currentUser: CurrentUser | null, path: string): Promise<string> {
  const found = await configRow(context.db, key);
  if (found?.isPublic === '1') return found.configValue;
  if (!currentUser) throw signedOut(path);
  return found && (!KEEN.test(key) || KEEPERS.some((permission) => hasPermission(currentUser, permission))) ? found.configValue : '';
}
