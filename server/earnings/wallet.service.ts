import type { wallet } from '../../contract/earnings/earning.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import { sum } from '../../contract/money.ts';
import type { AppContext } from '../context.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { balancesOf } from '../ledger/ledger.service.ts';
import { OTHER_EARNINGS } from './statement/statement.service.ts';
import { bookedOf } from './earning.queries.ts';
import { agreementRef } from './earning-step.service.ts';
import { payeeOf, reservesOf } from './payee.queries.ts';
import { payeeFault } from './withdraw.service.ts';
import { withdrawsOf } from './withdraw.queries.ts';

/** The sums of a payee: balances of the ledger, and what was earned and paid out. */
export async function walletOf({ db }: AppContext, { userId }: CurrentUser): Promise<DataOf<typeof wallet>> {
  const user = String(userId);
  const booked = await bookedOf(db, userId);
  const titles = new Map(
    booked.map((row) => [agreementRef(row), { protocolId: row.protocolId ?? 0, title: row.protocolId ? row.title : OTHER_EARNINGS }]),
  );
  const refs = [...titles.keys()];
  const [payable, frozen] = [(await balancesOf(db, 'payable', [user])).get(user) ?? 0, (await balancesOf(db, 'frozen', [user])).get(user) ?? 0];
  const [advances, carries] = [await balancesOf(db, 'advance', refs), await balancesOf(db, 'carry', refs)];
  const agreements = await Promise.all(
    refs.map(async (ref) => ({
      ...(titles.get(ref) ?? { protocolId: 0, title: '' }),
      advanceFen: advances.get(ref) ?? 0,
      carryFen: carries.get(ref) ?? 0,
      reserveFen: sum((await reservesOf(db, ref)).map(({ fen }) => fen)),
    })),
  );
  const paid = (await withdrawsOf(db, userId)).filter(({ status }) => status === 'paid');
  return {
    availableFen: 0 - payable,
    frozenFen: 0 - frozen,
    totalFen: sum(booked.map(({ netFen }) => netFen)),
    withdrawnFen: sum(paid.map(({ amountFen }) => amountFen)),
    agreements: agreements.filter(({ advanceFen, carryFen, reserveFen }) => advanceFen !== 0 || carryFen !== 0 || reserveFen !== 0),
    hold: (await payeeFault(db, await payeeOf(db, userId), Date.now()))?.message ?? '',
  };
}
