import type { ServerArea } from '../area.ts';
import { commercePersonalTables } from './personal-tables.ts';
import { sandboxRoutes } from '../payment/sandbox.routes.ts';
import { refundTodos } from './commerce-todo.service.ts';
import { entitlementRoutes } from './entitlement.routes.ts';
import { noticeRoutes } from './notice.routes.ts';
import { orderRoutes } from './order.routes.ts';
import { askDuePayment, expireDueOrder, finishDueLine, sendDueRefund } from './order-work.service.ts';

export const commerceArea: ServerArea = {
  personalTables: commercePersonalTables,
  routes: [entitlementRoutes, orderRoutes, noticeRoutes, sandboxRoutes],
  todoSources: [...refundTodos],
  lanes: [
    { workers: [askDuePayment, sendDueRefund], everyMs: 5_000 },
    { workers: [expireDueOrder], everyMs: 30_000 },
    { workers: [finishDueLine], everyMs: 300_000 },
  ],
};
