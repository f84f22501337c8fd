import type { FirstReader } from '../support/first-reader.ts';
import type { ForeignCall } from './foreign-calls.ts';

const no = (code: number, asked: Omit<ForeignCall, 'says'>): ForeignCall => ({ ...asked, says: { code } });
const none: ForeignCall = { says: { code: 200, total: 0, rows: [] } };
/** A rejected write of the staff's log is a row of the log. */
const LOGGED = ['oper_log', 'audit_chain', 'audit_chain.seq', 'audit_chain.hash'];
const REQUEST = '6f1c6a70-51f0-4d1f-9d0e-0a1b2c3d4e5f';

/** Calls of `foreign-calls.ts` for earnings and invoices: lines, balances and accounts belong to one person. */
export const EARNING_CALLS: Readonly<Record<string, (of: FirstReader) => ForeignCall | readonly ForeignCall[]>> = {
  'DELETE /pay/invoiceTitle/{titleId}': ({ titleId }) => no(404, { params: { titleId } }),
  'PUT /pay/invoice/mine/cancel/{invoiceId}': ({ invoiceId }) => no(404, { params: { invoiceId } }),
  'GET /press/protocol/term/{protocolId}': () => no(404, { params: { protocolId: 1 } }),
  'GET /earnings/yield/detail/{earningId}': ({ earningId }) => no(404, { params: { earningId } }),
  'GET /earnings/yield/mine': () => none,
  'POST /earnings/yield/dispute/{earningId}': ({ earningId }) =>
    no(404, { params: { earningId }, body: { reason: '替别人提出疑问' }, changes: LOGGED }),
  'GET /earnings/statement/mine': () => none,
  'GET /earnings/statement/file/{statementId}': () => no(404, { params: { statementId: 1 } }),
  'GET /earnings/statement/check/{code}': () => ({
    params: { code: 'AAAAAAAAAAAAAAAA' },
    says: { code: 200, data: { valid: false, statementNo: '' } },
  }),
  'POST /pay/spread/click': () => ({ body: { code: '22222222' }, says: { code: 200 } }),
  'GET /pay/spread/mine': () => none,
  'POST /pay/spread/mine': () => no(404, { body: { publishId: 1 } }),
  'PUT /pay/spread/mine/{event}/{spreadId}': ({ spreadId }) => no(404, { params: { event: 'pause', spreadId } }),
  'GET /pay/order/author': () => ({ says: { code: 200, data: { works: [], sales: [], orders: [], copies: 0, payFen: 0 } } }),
  'GET /earnings/tax/mine': () => ({ says: { code: 200, data: { years: [] } } }),
  'GET /earnings/tax/certificate/{year}': () => no(500, { params: { year: 2026 } }),
  'GET /earnings/wallet': () => ({ says: { code: 200, data: { availableFen: 0, frozenFen: 0, totalFen: 0, withdrawnFen: 0, agreements: [] } } }),
  'GET /earnings/payee/mine': () => ({ says: { code: 200, data: { account: null } } }),
  'PUT /earnings/payee/mine': () => no(500, { body: { bank: '渡口银行', branch: '', account: '6228480000000000000' }, changes: LOGGED }),
  'POST /earnings/withdraw': () => no(21702, { body: { requestId: REQUEST, amountFen: 10_000 }, changes: LOGGED }),
  'GET /earnings/withdraw/mine': () => none,
  'PUT /earnings/withdraw/mine/cancel/{withdrawId}': ({ withdrawId }) => no(404, { params: { withdrawId }, changes: LOGGED }),
};
