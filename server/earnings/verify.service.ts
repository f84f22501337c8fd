import { sum } from '../../contract/money.ts';
import { withdrawMachine } from '../../contract/earnings/withdraw.machine.ts';
import { inGroup } from '../../contract/state-machine.ts';
import type { WithdrawState } from '../../contract/earnings/withdraw.ts';
import type { Database, Tx } from '../db/database.ts';
import { balancesOf } from '../ledger/ledger.service.ts';
import { rowsOf } from './payee.policy.ts';
import { everyBooked } from './earning.queries.ts';
import { declaredMonths } from './tax/tax.queries.ts';
import { everyWithdraw } from './withdraw.queries.ts';

/**
 * Compares the books with earnings and withdrawals, independent of the code that posts: each settled line adds up; the balance of a payee is what was
 * settled minus what was withdrawn; what is frozen is what open withdrawals ask for; tax payable is the tax of the lines minus what was remitted.
 */
export async function verifyEarnings(db: Database | Tx): Promise<string[]> {
  const found: string[] = [];
  const lines = await everyBooked(db);
  const withdraws = await everyWithdraw(db);
  for (const row of lines) {
    const expected = row.grossFen - row.carryFen - row.heldFen + row.releasedFen - row.recoupedFen;
    if (expected !== row.payableFen || row.payableFen - row.taxFen !== row.netFen) found.push(`earning ${row.earningNo}: its amounts do not add up`);
  }
  const users = [...new Set([...lines, ...withdraws].map(({ userId }) => userId))];
  const refs = users.map(String);
  const [payable, frozen] = [await balancesOf(db, 'payable', refs), await balancesOf(db, 'frozen', refs)];
  for (const userId of users) {
    const own = rowsOf(withdraws, userId);
    const of = (group: 'open' | 'taken'): number =>
      sum(own.filter(({ status }) => inGroup(withdrawMachine, group, status as WithdrawState)).map(({ amountFen }) => amountFen));
    const settled = sum(rowsOf(lines, userId).map(({ netFen }) => netFen));
    const [available, held] = [-(payable.get(String(userId)) ?? 0), -(frozen.get(String(userId)) ?? 0)];
    if (available !== settled - of('taken')) found.push(`payee ${userId}: ${available} fen available, ${settled - of('taken')} expected`);
    if (held !== of('open')) found.push(`payee ${userId}: ${held} fen frozen, ${of('open')} expected`);
  }
  const months = [...new Set(lines.map(({ taxMonth }) => taxMonth))];
  const tax = await balancesOf(db, 'taxPayable', months);
  const declared = new Map((await declaredMonths(db)).map(({ month, taxFen }) => [month, taxFen]));
  for (const month of months) {
    const expected = sum(lines.filter(({ taxMonth }) => taxMonth === month).map(({ taxFen }) => taxFen)) - (declared.get(month) ?? 0);
    if (-(tax.get(month) ?? 0) !== expected) found.push(`tax of ${month}: ${-(tax.get(month) ?? 0)} fen payable, ${expected} expected`);
  }
  return found;
}
