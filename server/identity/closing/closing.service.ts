import { DAY_MS } from '../../../contract/clock.ts';
import { CLOSING_DAYS, type ClosingState } from '../../../contract/identity/closing.ts';
import { withOperationLog } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import type { RequestCaller } from '../../crud/crud-service.ts';
import { wireTime } from '../../db/clock.ts';
import { failed } from '../../http/app-error.ts';
import { eraseWithFiles } from './erase-person.service.ts';
import { heldBy } from '../held-work.service.ts';
import { notify } from '../second-factor/second-factor.service.ts';
import { closingBlocksOf } from './closing-block.service.ts';
import { superUsers } from '../staff.service.ts';
import type { CurrentUser } from '../../http/current-user.ts';

const LOG = '注销账号';

/** What must end before the account can be closed, in words. */
async function blockersOf(context: AppContext, userId: number): Promise<string[]> {
  return context.db.transaction().execute(async (tx) => {
    const held = await heldBy(tx, userId);
    const kinds = [...new Set(held.map(({ label }) => label))].map((label) => {
      const titles = held.filter((one) => one.label === label).map(({ title }) => title);
      return `${label}：${titles.slice(0, 5).join('、')}${titles.length > 5 ? `等${titles.length}项` : ''}`;
    });
    const last = (await superUsers(tx, [userId])).size > 0 ? ['平台管理员：请先由另一位平台管理员收回这个角色'] : [];
    return [...(await closingBlocksOf(tx, userId)), ...kinds, ...last];
  });
}

export async function closingOf(context: AppContext, currentUser: CurrentUser): Promise<ClosingState> {
  const row = await context.db.selectFrom('userClosing').selectAll().where('userId', '=', currentUser.userId).executeTakeFirst();
  return {
    requestedAt: row ? wireTime(row.requestedAt) : null,
    dueAt: row ? wireTime(row.dueAt) : null,
    blockers: await blockersOf(context, currentUser.userId),
  };
}

/** Asks to close the own account; it closes after the days to change one's mind. Throws while business is open. */
export async function askClosing(caller: RequestCaller): Promise<ClosingState> {
  const { context, currentUser } = caller;
  const blockers = await blockersOf(context, currentUser.userId);
  if (blockers.length > 0) throw failed(`还有没办完的事，办完后才能注销。${blockers.join('；')}`);
  const now = Date.now();
  await withOperationLog(caller, { title: LOG, business: 'remove' }, async (tx) => {
    await tx
      .insertInto('userClosing')
      .values({ userId: currentUser.userId, requestedAt: now, dueAt: now + CLOSING_DAYS * DAY_MS })
      .onConflict((oc) => oc.column('userId').doNothing())
      .execute();
    await notify(tx, currentUser.userId, '账号将要注销', `您已申请注销账号，${CLOSING_DAYS}天后删除您的资料。改变主意时，在“我的资料”里撤回。`);
  });
  return closingOf(context, currentUser);
}

export async function revokeClosing(caller: RequestCaller): Promise<void> {
  const { currentUser } = caller;
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const done = await tx.deleteFrom('userClosing').where('userId', '=', currentUser.userId).executeTakeFirst();
    if (Number(done.numDeletedRows) === 0) throw failed('没有要撤回的注销申请');
  });
}

/** Closes the accounts that are due. An account with new open business stays open, and its owner gets a message with the reason. Returns the number closed. */
export async function closeDueAccounts(context: AppContext): Promise<number> {
  const due = await context.db.selectFrom('userClosing').select('userId').where('dueAt', '<=', Date.now()).execute();
  let closed = 0;
  for (const { userId } of due) {
    const blockers = await blockersOf(context, userId);
    if (blockers.length === 0) {
      await eraseWithFiles(context, userId);
      closed += 1;
    } else
      await context.db.transaction().execute(async (tx) => {
        await tx.deleteFrom('userClosing').where('userId', '=', userId).execute();
        await notify(tx, userId, '账号没有注销', `又有了没办完的事，请办完后重新申请。${blockers.join('；')}`);
      });
  }
  return closed;
}
