import type { AppContext } from '../context.ts';
import { accountsOfPerson } from '../db/same-person.ts';
import { forbidden } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { rights } from './session.service.ts';
import { activeUser } from './session.queries.ts';

/**
 * A user without a session, for work that another server does in the user's name after this server signed it: the rights are those of now.
 * Throws 403 for a user who may not sign in any more.
 */
export async function userActing(context: AppContext, userId: number): Promise<CurrentUser> {
  const found = await activeUser(context.db, userId);
  if (!found) throw forbidden('账号已停用');
  const { userName, nickName, deptId, deptName, identityKey } = found;
  return {
    userId,
    userName,
    nickName,
    sessionId: '',
    deptId,
    deptName: deptName ?? '',
    confirmedAt: 0,
    factorDue: false,
    accounts: await accountsOfPerson(context.db, { id: userId, identityKey }),
    ...(await rights(context, userId)),
  };
}
