import type { ServerArea } from '../area.ts';
import { earningReport } from './earning-report.service.ts';
import { earningTodos } from './earning-todo.service.ts';
import { designationRoutes } from './designation/payee-designation.routes.ts';
import { takeOverEffect } from './designation/payee-designation.service.ts';
import { earningRoutes } from './earning.routes.ts';
import { payeeRegistrationRoutes } from './payee-registration.routes.ts';
import { applyForAccountless } from './payee-registration.service.ts';
import { payeeRoutes } from './payee.routes.ts';
import { payoutRoutes } from './payout/payout.routes.ts';
import { earningsPersonalTables } from './personal-tables.ts';
import { saleRoutes } from './sale.routes.ts';
import { openBalances } from './closing.service.ts';
import { batchRoutes } from './batch/earning-batch.routes.ts';
import { statementRoutes } from './statement/statement.routes.ts';
import { settleRunRoutes } from './run/settle-run.routes.ts';
import { runDueSettlement } from './run/settle-run.service.ts';
import { taxRoutes } from './tax/tax.routes.ts';
import { voucherRoutes } from './voucher/voucher.routes.ts';
import { withdrawRoutes } from './withdraw.routes.ts';

export const earningsArea: ServerArea = {
  routes: [
    earningRoutes,
    settleRunRoutes,
    payeeRoutes,
    payeeRegistrationRoutes,
    designationRoutes,
    saleRoutes,
    statementRoutes,
    withdrawRoutes,
    payoutRoutes,
    taxRoutes,
    batchRoutes,
    voucherRoutes,
  ],
  todoSources: earningTodos,
  reports: [earningReport],
  personalTables: earningsPersonalTables,
  closingBlocks: [openBalances],
  effects: [takeOverEffect],
  lanes: [
    { name: 'settlement', title: '结算', workers: [runDueSettlement], everyMs: 2_000 },
    { name: 'payout-applications', title: '代没有账号的作者申请付款', workers: [applyForAccountless], everyMs: 300_000 },
  ],
};
