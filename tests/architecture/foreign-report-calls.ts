import type { FirstReader } from '../support/first-reader.ts';
import type { ForeignCall } from './foreign-calls.ts';

const no = (code: number, asked: Omit<ForeignCall, 'says'>): ForeignCall => ({ ...asked, says: { code } });
const DAYS = { begin: '2026-01-01', end: '2026-01-31' };
/** A rejected write of the staff's log is a row of the log. */
const LOGGED = ['oper_log', 'audit_chain', 'audit_chain.seq', 'audit_chain.hash'];
const params = { subscriptionId: 1 };

/** Calls of `foreign-calls.ts` for reports: each has a permission of its own, and a subscription belongs to its owner and recipients. */
export const REPORT_CALLS: Readonly<Record<string, (of: FirstReader) => ForeignCall | readonly ForeignCall[]>> = {
  'GET /report/dashboard': () => no(403, {}),
  'GET /report/tabs': () => no(403, {}),
  'GET /report/{key}': () => no(403, { params: { key: 'sales' }, query: DAYS }),
  'GET /report/{key}/{figure}': () => no(403, { params: { key: 'sales', figure: 'received' }, query: { ...DAYS, pageNum: 1, pageSize: 10 } }),
  'GET /report/subscription/list': () => ({ says: { code: 200, total: 0, rows: [] } }),
  'GET /report/subscription/runs/{subscriptionId}': () => no(404, { params }),
  'PUT /report/subscription/pause/{subscriptionId}': () => no(404, { params, body: { paused: true, version: 0 }, changes: LOGGED }),
  'DELETE /report/subscription/{subscriptionId}': () => no(404, { params, changes: LOGGED }),
};
