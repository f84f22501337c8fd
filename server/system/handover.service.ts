import type { heldWork } from '../../contract/system/user.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import type { Tx } from '../db/database.ts';
import { AppError, failed, invalid } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { handOverAll, heldBy, heldWords } from '../identity/held-work.service.ts';
import { logTransition } from '../state-machine/transition-log.ts';

/** The answer to a stop of an account that still holds work; clients then ask for a successor. */
const STILL_HOLDS = 10_611;

export interface HandoverChoice {
  readonly successorId?: number | null | undefined;
  readonly leave?: boolean | null | undefined;
  readonly reason?: string | null | undefined;
}

export const heldOf = async (tx: Tx, userId: number): Promise<DataOf<typeof heldWork>> => [...(await heldBy(tx, userId))];

/** Throws while a user holds anything, so that no work is left with an account that nobody can use. */
export async function requireNothingHeld(tx: Tx, userIds: readonly number[], act: '停用' | '删除'): Promise<void> {
  for (const userId of userIds) {
    const held = await heldBy(tx, userId);
    if (held.length === 0) continue;
    const { nickName } = await tx.selectFrom('user').select('nickName').where('id', '=', userId).executeTakeFirstOrThrow();
    throw new AppError(STILL_HOLDS, `${nickName}手上还有${heldWords(held)}，请先在用户列表里停用并交接，再${act}`);
  }
}

/** Hands over everything that a user holds, as chosen. Without a choice it throws while the user holds anything. */
export async function handOverFrom(tx: Tx, actor: CurrentUser, from: number, choice: HandoverChoice): Promise<number> {
  const held = await heldBy(tx, from);
  if (held.length === 0) return 0;
  const to = choice.successorId ?? null;
  const leave = choice.leave === true;
  if (to === null && !leave) throw new AppError(STILL_HOLDS, `此人手上还有${heldWords(held)}，请选择接手的人，或者明确留给各业务重新指派`);
  if (to !== null) await requireSuccessor(tx, from, to);
  const reason = choice.reason?.trim() || '账号停用，工作交接';
  const { moved, released, refused } = await handOverAll({ tx, actor, from, reason }, { to, leave });
  if (refused.length > 0)
    throw failed(`有${refused.length}项不能交给此人：${refused.slice(0, 5).join('；')}。请换一个人，或者勾选“接不了的留给各业务重新指派”`);
  await logTransition(tx, actor, {
    entityType: 'user',
    entityId: from,
    event: 'handOver',
    fromStatus: '',
    toStatus: '',
    note: `${reason}：交接${moved}项${to === null ? '' : `给用户${to}`}，留待指派${released}项`,
  });
  return moved + released;
}

async function requireSuccessor(tx: Tx, from: number, to: number): Promise<void> {
  if (from === to) throw invalid('接手的人不能是本人，请选择其他人');
  const row = await tx.selectFrom('user').select('status').where('id', '=', to).where('delFlag', '=', '0').executeTakeFirst();
  if (row?.status !== '0') throw failed('接手的人不存在或已停用，请重新选择');
}

/** Hands over without stopping the account: for a long absence, and before a removal. */
export async function handOverNow(
  caller: RequestCaller,
  userId: number,
  choice: HandoverChoice,
  mayChange: (tx: Tx) => Promise<unknown>,
): Promise<number> {
  return withOperationLog(caller, { title: '工作交接', business: 'edit' }, async (tx) => {
    await mayChange(tx);
    return handOverFrom(tx, caller.currentUser, userId, choice);
  });
}
