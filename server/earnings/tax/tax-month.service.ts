import { EARNING_CODES, periodName } from '../../../contract/earnings/earning-limits.ts';
import type { Tx } from '../../db/database.ts';
import { AppError } from '../../http/app-error.ts';
import { lockAccount } from '../../ledger/ledger.service.ts';
import { taxMonthOf } from './tax.queries.ts';

/** The settlement of a line waits for this lock, so that no tax is withheld for a month while it is being declared. */
export async function assertUndeclared(tx: Tx, month: string): Promise<void> {
  await lockAccount(tx, { kind: 'taxPayable', ref: month });
  if (await taxMonthOf(tx, month)) throw new AppError(EARNING_CODES.declared, `${periodName(month)}个税已申报，请在下月结算`);
}
