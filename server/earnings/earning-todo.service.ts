import { withdrawMachine } from '../../contract/earnings/withdraw.machine.ts';
import type { TodoSource } from '../inbox/todo-source.service.ts';
import { waitingBatches, waitingDisputes, waitingMonths, waitingWithdraws } from './earning-todo.queries.ts';

/** What this user may decide now: nothing of the own person, and no second decision after the own first one. */
export const earningTodos: readonly TodoSource[] = [
  {
    key: 'withdrawAudit',
    label: '提现等待审核',
    permission: 'earnings:withdraw:audit',
    link: '/earnings/withdraw?shown=applied',
    items: async (db, currentUser) => waitingWithdraws(db, currentUser.userId, ['applied'], false),
  },
  {
    key: 'withdrawPay',
    label: '提现等待打款',
    permission: 'earnings:withdraw:pay',
    link: '/earnings/withdraw?shown=all',
    items: async (db, currentUser) => waitingWithdraws(db, currentUser.userId, withdrawMachine.groups.due, true),
  },
  {
    key: 'earningDispute',
    label: '收益有异议',
    permission: 'earnings:yield:edit',
    link: '/earnings/yield?tab=line',
    items: async (db) => waitingDisputes(db),
  },
  {
    key: 'earningBatch',
    label: '其他收益等待复核',
    permission: 'earnings:batch:confirm',
    link: '/earnings/yield?tab=batch',
    items: async (db, currentUser) => waitingBatches(db, currentUser.userId),
  },
  {
    key: 'earningPublish',
    label: '账期等待公示',
    permission: 'earnings:yield:settle',
    link: '/earnings/yield?tab=period',
    items: async (db, currentUser) => waitingMonths(db, currentUser.userId),
  },
];
