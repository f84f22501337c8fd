import { BACK_OFFICE_ROLES } from '../../../contract/identity/session.ts';
import type { AppContext } from '../../context.ts';
import { configOf } from '../../db/config-value.ts';

/** Returns whether the configuration requires a second factor for these roles: `sys.account.secondFactor` is off, staff or all. */
export async function isFactorRequired(context: AppContext, roles: ReadonlySet<string>): Promise<boolean> {
  const asked = await configOf(context, 'sys.account.secondFactor');
  return asked === 'all' || (asked === 'staff' && BACK_OFFICE_ROLES.some((role) => roles.has(role)));
}
