import type { ServerArea } from '../area.ts';
import { earningRoutes } from './earning.routes.ts';
import { payeeRoutes } from './payee.routes.ts';
import { earningsPersonalTables } from './personal-tables.ts';
import { saleRoutes } from './sale.routes.ts';
import { openBalances } from './closing.service.ts';
import { withdrawRoutes } from './withdraw.routes.ts';

export const earningsArea: ServerArea = {
  routes: [earningRoutes, payeeRoutes, saleRoutes, withdrawRoutes],
  personalTables: earningsPersonalTables,
  closingBlocks: [openBalances],
};
