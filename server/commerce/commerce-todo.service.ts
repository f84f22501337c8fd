import { refundMachine } from '../../contract/commerce/refund.machine.ts';
import type { TodoSource } from '../inbox/todo-source.service.ts';
import { invoiceTodos, redTodos } from './invoice/invoice.queries.ts';
import { waitingOfflineConfirms } from './offline.queries.ts';
import { waitingAdoptions, waitingDays } from './recon/recon-list.queries.ts';
import { waitingEnds, waitingReturns } from './recon/suspense-end.queries.ts';
import { waitingRecalls } from './recall/recall.queries.ts';
import { waitingCampaigns } from './campaign/campaign.queries.ts';
import { waitingSpreads } from './spread/spread.queries.ts';
import { waitingRefunds } from './refund.queries.ts';

/** What this user may decide now: nothing of the own person's orders, and no second decision after the own first one. */
export const moneyTodos: readonly TodoSource[] = [
  {
    key: 'refund',
    label: '退款等待审核',
    permission: 'pay:order:refund',
    link: '/pay/order?tab=refund',
    items: async (db, currentUser) => waitingRefunds(db, currentUser.userId, refundMachine.groups.forClerk, false),
  },
  {
    key: 'refundConfirm',
    label: '退款等待复核',
    permission: 'pay:order:confirm',
    link: '/pay/order?tab=refund',
    items: async (db, currentUser) => waitingRefunds(db, currentUser.userId, refundMachine.groups.forSecond, true),
  },
  {
    key: 'recallConfirm',
    label: '召回退款等待复核',
    permission: 'pay:order:confirm',
    link: '/pay/order?tab=recall',
    items: async (db, currentUser) => waitingRecalls(db, currentUser.userId),
  },
  {
    key: 'offlineConfirm',
    label: '线下收款等待复核',
    permission: 'pay:order:confirm',
    link: '/pay/order?tab=offline',
    items: async (db, currentUser) => waitingOfflineConfirms(db, currentUser.userId),
  },
  {
    key: 'spread',
    label: '推广链接等待批准',
    permission: 'pay:spread:approve',
    link: '/pay/spread',
    items: async (db, currentUser) => waitingSpreads(db, currentUser.userId),
  },
  {
    key: 'campaign',
    label: '限时折扣等待批准',
    permission: 'pay:campaign:approve',
    link: '/pay/spread?tab=campaign',
    items: async (db, currentUser) => waitingCampaigns(db, currentUser.userId),
  },
  {
    key: 'invoice',
    label: '发票等待开具',
    permission: 'pay:invoice:issue',
    link: '/pay/invoice',
    items: async (db) => invoiceTodos(db),
  },
  {
    key: 'redInvoice',
    label: '红字发票等待开具',
    permission: 'pay:invoice:red',
    link: '/pay/invoice?shown=redWaiting',
    items: async (db) => redTodos(db),
  },
  {
    key: 'recon',
    label: '对账差异等待处理',
    permission: 'pay:recon:resolve',
    link: '/pay/order?tab=recon',
    items: async (db) => waitingDays(db),
  },
  {
    key: 'reconConfirm',
    label: '待查款等待复核',
    permission: 'pay:order:confirm',
    link: '/pay/order?tab=suspense',
    items: async (db, currentUser) => waitingAdoptions(db, currentUser.userId),
  },
  {
    key: 'suspenseConfirm',
    label: '待查款处理等待复核',
    permission: 'pay:order:confirm',
    link: '/pay/order?tab=suspense',
    items: async (db, currentUser) => waitingEnds(db, currentUser.userId),
  },
  {
    key: 'suspenseReturn',
    label: '待查款等待退回',
    permission: 'pay:order:adopt',
    link: '/pay/order?tab=suspense',
    items: async (db) => waitingReturns(db),
  },
];
