import { invoiceTitles, myInvoices, type InvoiceCard } from '../../../contract/commerce/invoice.ts';
import { allOf } from '../../api/all-of.ts';
import { pagesOf } from '../../api/pages-of.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';
import { refreshOrders } from './commerce-queries.ts';

const PER_PAGE = 10;
export const invoices = () => ({
  ...pagesOf(myInvoices, { query: {} }, PER_PAGE, (data): { rows: InvoiceCard[]; total: number } => data),
  staleTime: 0,
});
export const titles = () => ({ ...queryOf(invoiceTitles, {}), staleTime: 0 });

/** After each step of an invoice: its list, and what the orders offer. */
export async function refreshInvoices(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries(allOf(myInvoices)), refreshOrders()]);
}
export const refreshTitles = (): Promise<void> => queryClient.invalidateQueries(allOf(invoiceTitles));

export const INVOICES_PATH = '/personalCenter/order?tab=invoice';
