import { yuan } from '../../contract/money.ts';
import type { ClosingBlock } from '../identity/closing/closing-block.service.ts';
import { balancesOf } from '../ledger/ledger.service.ts';

/** An account with a balance is not closed. */
export const openBalances: ClosingBlock = {
  label: '收益',
  items: async (db, userId) => {
    const ref = String(userId);
    const [payable, frozen] = [(await balancesOf(db, 'payable', [ref])).get(ref) ?? 0, (await balancesOf(db, 'frozen', [ref])).get(ref) ?? 0];
    return payable + frozen === 0 ? [] : [`账户还有未结清的款项${yuan(0 - payable - frozen)}元`];
  },
};
