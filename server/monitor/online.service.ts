import type { OnlineSession } from '../../contract/monitor/online.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { scopeOf, sees, within } from '../crud/data-scope.ts';
import type { AppContext } from '../context.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { failed, forbidden, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { NO_SUPER_USER } from '../identity/staff.service.ts';
import { countSessions, endSession, liveSessions, sessionOwner, type Limit, type OnlineFilter } from './online.queries.ts';
import { isOwnAccount } from '../http/person.policy.ts';

/** Maximum number of sessions per response. */
const MOST = 5_000;
const OVER = '该登录已经结束，请刷新后重试';
const PEOPLE = { dept: 'user.deptId', user: 'user.id' };

export async function online(context: AppContext, currentUser: CurrentUser, filter: OnlineFilter): Promise<{ rows: OnlineSession[]; total: number }> {
  const now = Date.now();
  const limit = within(await scopeOf(context.db, currentUser, 'monitor:online:list'), PEOPLE, currentUser) as Limit;
  const found = await liveSessions(context.db, now, filter, limit, MOST);
  const rows = found.map(({ id, ip, deptName, createTime, ...row }) => ({
    ...row,
    tokenId: id,
    ipaddr: ip,
    deptName: deptName ?? '',
    loginTime: createTime,
    current: id === currentUser.sessionId,
  }));
  return { rows, total: rows.length < MOST ? rows.length : await countSessions(context.db, now, filter, limit) };
}

/** Ends the session: its next call is rejected on every server. */
export async function forceOut(caller: RequestCaller, tokenId: string): Promise<void> {
  await withOperationLog(caller, { title: '在线用户', business: 'force' }, async (tx) => {
    const owner = await sessionOwner(tx, tokenId);
    if (!owner) throw missing(OVER);
    if (owner.super && !isOwnAccount(owner.userId, caller.currentUser)) throw failed(NO_SUPER_USER);
    const scope = await scopeOf(tx, caller.currentUser, 'monitor:online:forceLogout');
    if (!sees(scope, caller.currentUser, { id: owner.userId, deptId: owner.deptId })) throw forbidden('没有权限访问用户数据！');
    if (!(await endSession(tx, tokenId))) throw missing(OVER);
  });
}
