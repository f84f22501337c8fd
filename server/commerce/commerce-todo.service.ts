import type { TodoSource } from '../inbox/todo-source.service.ts';
import { waitingRefunds } from './refund.queries.ts';

/** Refunds that this user may decide now: neither of the own person's orders, nor a second decision after the own first one. */
export const refundTodos: readonly TodoSource[] = [
  {
    key: 'refund',
    label: '退款等待审核',
    permission: 'pay:order:refund',
    link: '/pay/order?tab=refund',
    items: async (db, currentUser) => waitingRefunds(db, currentUser.userId, ['applied', 'failed'], false),
  },
  {
    key: 'refundConfirm',
    label: '退款等待复核',
    permission: 'pay:order:confirm',
    link: '/pay/order?tab=refund',
    items: async (db, currentUser) => waitingRefunds(db, currentUser.userId, ['approved'], true),
  },
];
