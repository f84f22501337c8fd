import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { WITHDRAW } from '../../contract/earnings/earning-limits.ts';
import type { registerPayee } from '../../contract/earnings/payee-registration.ts';
import { inGroup } from '../../contract/state-machine.ts';
import type { WithdrawState } from '../../contract/earnings/withdraw.ts';
import { withdrawMachine } from '../../contract/earnings/withdraw.machine.ts';
import type { Write } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import { failed } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { balancesOf, lockedBalance } from '../ledger/ledger.service.ts';
import { sealedNumber } from '../system/real-name.service.ts';
import { accountlessPayees, payeeByCode, payeeOf, payeeWithDocument } from './payee.queries.ts';
import { sealedAccount } from './payee.service.ts';
import { addWithdraw, payeeFault } from './withdraw.service.ts';
import { withdrawsOf } from './withdraw.queries.ts';

/**
 * Stores a payee who cannot sign in. Lines, balance and statements refer to a row of `user` that has no password and that no list of users shows; a
 * second person must confirm the payee, as for every other bank account.
 */
export async function register(
  context: AppContext,
  currentUser: CurrentUser,
  body: z.output<typeof registerPayee.body>,
  write: Write,
): Promise<void> {
  await write(async (tx) => {
    const now = Date.now();
    const stamps = { createBy: currentUser.userName, createTime: now, updateTime: now };
    if (body.kind === 'organisation' && (await payeeByCode(tx, body.idCardNo))) throw failed('这个统一社会信用代码已经登记过');
    const { id: userId } = await tx
      .insertInto('user')
      .values({
        userName: `payee-${randomUUID()}`,
        nickName: body.name,
        realName: body.name,
        passwordHash: 'none',
        status: '1',
        delFlag: '2',
        loginDate: null,
        remark: '无账号收款人',
        ...stamps,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (body.kind === 'person') {
      const number = sealedNumber(context, userId, body.idType, body.idCardNo);
      const known = await payeeWithDocument(tx, number.identityKey);
      if (known) throw failed('这位收款人已经登记过，或已有账号');
      await tx.updateTable('user').set(number).where('id', '=', userId).execute();
    }
    await tx
      .insertInto('payee')
      .values({
        userId,
        holder: body.name,
        bank: body.bank,
        branch: body.branch,
        ...sealedAccount(context, userId, body.bankAccountNo),
        changedAt: now,
        decidedBy: null,
        decidedAt: null,
        kind: body.kind,
        accountless: '1',
        creditCode: body.kind === 'organisation' ? body.idCardNo : '',
        idType: body.kind === 'person' ? body.idType : '',
        registeredBy: currentUser.userId,
        ...stamps,
      })
      .execute();
  });
}

/** What was settled for a payee without an account is paid without an application: it waits for the approval at once. Returns whether there was one. */
export async function applyForAccountless(context: AppContext): Promise<boolean> {
  const { db } = context;
  const payees = await accountlessPayees(db);
  const balances = await balancesOf(
    db,
    'payable',
    payees.map(({ userId }) => String(userId)),
  );
  for (const { userId } of payees)
    if ((balances.get(String(userId)) ?? 0) < 0 && (await db.transaction().execute((tx) => applyForOne(tx, userId)))) return true;
  return false;
}

async function applyForOne(tx: Parameters<typeof addWithdraw>[0], userId: number): Promise<boolean> {
  const available = 0 - (await lockedBalance(tx, { kind: 'payable', ref: String(userId) }));
  const before = await withdrawsOf(tx, userId);
  if (available <= 0 || before.some(({ status }) => inGroup(withdrawMachine, 'open', status as WithdrawState))) return false;
  const payee = await payeeOf(tx, userId);
  if (!payee || (await payeeFault(tx, payee, Date.now()))) return false;
  await addWithdraw(tx, null, payee, Math.min(available, WITHDRAW.mostFen), randomUUID());
  return true;
}
