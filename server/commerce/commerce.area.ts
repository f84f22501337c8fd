import type { ServerArea } from '../area.ts';
import { commercePersonalTables } from './personal-tables.ts';
import { sandboxRoutes } from '../payment/sandbox.routes.ts';
import { moneyTodos } from './commerce-todo.service.ts';
import { entitlementRoutes } from './entitlement.routes.ts';
import { feeOrderRoutes } from './fee-order.routes.ts';
import { invoiceRoutes } from './invoice/invoice.routes.ts';
import { noticeRoutes } from './notice/notice.routes.ts';
import { reconRoutes } from './recon/recon.routes.ts';
import { orderDueBills, runDueImport } from './recon/recon-import.service.ts';
import { offlineRoutes } from './offline.routes.ts';
import { publicationOrder, seatOrder } from './order-kind/work-order.service.ts';
import { orderRoutes } from './order.routes.ts';
import { lapseDueRed } from './invoice/red-invoice.service.ts';
import { recallRoutes } from './recall/recall.routes.ts';
import { notifyRecalled, recallEffect, refundRecalledLine } from './recall/recall.service.ts';
import { moneyToday, salesReport } from './sales/sales-report.service.ts';
import { campaignRoutes } from './campaign/campaign.routes.ts';
import { endDueCampaign } from './campaign/campaign.service.ts';
import { removeDueClicks } from './spread/click.service.ts';
import { commissionEarnings } from './extensions/commission-earning.service.ts';
import { spreadRoutes } from './spread/spread.routes.ts';
import { lapseDueSpread } from './spread/spread.service.ts';
import { notifySeatEnd } from './seat/class-seat.service.ts';
import { seatPoolRoutes } from './seat/seat-pool.routes.ts';
import { seatRoutes } from './seat/seat.routes.ts';
import { askDuePayment, expireDueOrder, finishDueLine, sendDueRefund } from './order-work.service.ts';

export const commerceArea: ServerArea = {
  personalTables: commercePersonalTables,
  routes: [
    entitlementRoutes,
    orderRoutes,
    feeOrderRoutes,
    offlineRoutes,
    invoiceRoutes,
    seatRoutes,
    seatPoolRoutes,
    spreadRoutes,
    campaignRoutes,
    recallRoutes,
    noticeRoutes,
    reconRoutes,
    sandboxRoutes,
  ],
  orderKinds: { publication: publicationOrder, seats: seatOrder },
  earningSources: [commissionEarnings],
  todoSources: [...moneyTodos],
  effects: [recallEffect],
  reports: [salesReport],
  todayFigures: moneyToday,
  lanes: [
    { name: 'payments-and-refunds', title: '查询支付与退款', workers: [askDuePayment, sendDueRefund], everyMs: 5_000 },
    { name: 'recall-refunds', title: '召回退款与通知', workers: [refundRecalledLine, notifyRecalled], everyMs: 5_000 },
    { name: 'order-expiry', title: '关闭未付的订单', workers: [expireDueOrder], everyMs: 30_000 },
    { name: 'bill-import', title: '对账单导入', workers: [runDueImport], everyMs: 30_000 },
    { name: 'bill-fetch', title: '安排取对账单', workers: [orderDueBills], everyMs: 300_000 },
    { name: 'campaign-end', title: '活动与推广结束', workers: [endDueCampaign, lapseDueSpread], everyMs: 60_000 },
    { name: 'click-cleanup', title: '清理推广点击', workers: [removeDueClicks], everyMs: 3_600_000 },
    { name: 'seat-end', title: '席位到期提醒', workers: [notifySeatEnd], everyMs: 300_000 },
    { name: 'order-completion', title: '完成订单与作废红字申请', workers: [finishDueLine, lapseDueRed], everyMs: 300_000 },
  ],
};
