import type { OnlineSession } from '../../contract/monitor/online.ts';
import type { Caller } from '../crud/crud-service.ts';
import type { House } from '../house.ts';
import { operate } from '../http/operation.ts';
import { missing } from '../http/refusal.ts';
import type { Visitor } from '../http/visitor.ts';
import { countSessions, endSession, liveSessions } from './online.queries.ts';

/** Sessions one answer holds; more than anybody looks through. */
const MOST = 5_000;

interface Filter {
  readonly ipaddr?: string | undefined;
  readonly userName?: string | undefined;
}

export async function online(house: House, visitor: Visitor, filter: Filter): Promise<{ rows: OnlineSession[]; total: number }> {
  const now = Date.now();
  const found = await liveSessions(house.db, now, filter, MOST);
  const rows = found.map(({ id, ip, deptName, createTime, ...row }) => ({
    ...row,
    tokenId: id,
    ipaddr: ip,
    deptName: deptName ?? '',
    loginTime: createTime,
    current: id === visitor.sessionId,
  }));
  return { rows, total: rows.length < MOST ? rows.length : await countSessions(house.db, now, filter) };
}

/** The session is over at its next call, on every server. */
export async function forceOut(caller: Caller, tokenId: string): Promise<void> {
  await operate(caller, { title: '在线用户', business: 'force' }, async (tx) => {
    if (!(await endSession(tx, tokenId))) throw missing('该登录已经结束，请刷新后重试');
  });
}
