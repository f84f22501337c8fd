import { DAY_MS } from '../../../contract/clock.ts';
import { INVOICE } from '../../../contract/commerce/invoice-limits.ts';
import { invoiceMachine } from '../../../contract/commerce/invoice.machine.ts';
import type { InvoiceState } from '../../../contract/commerce/invoice.ts';
import { orderMachine } from '../../../contract/commerce/order.machine.ts';
import type { OrderState } from '../../../contract/commerce/order.ts';
import { inGroup } from '../../../contract/state-machine.ts';
import type { CurrentUser } from '../../http/current-user.ts';

/** Who does what with invoices and their titles. */
export const ownsInvoice = (row: { readonly userId: number }, { userId }: Pick<CurrentUser, 'userId'>): boolean => row.userId === userId;

/** Whether an order may still be invoiced: paid or finished, and not longer ago than the days of the settings. */
export const inInvoiceTime = (
  { status, payTime }: { readonly status: string; readonly payTime: number | null },
  now: number,
  days: number = INVOICE.days,
): boolean => inGroup(orderMachine, 'whole', status as OrderState) && payTime !== null && now - payTime <= days * DAY_MS;

/** What the buyer may do with an invoice. */
export function ownActs(status: InvoiceState, hasFile: boolean, waitingRed: boolean): ('cancel' | 'download' | 'red')[] {
  return [
    ...(hasFile ? (['download'] as const) : []),
    ...(status === 'issued' && !waitingRed ? (['red'] as const) : []),
    ...(inGroup(invoiceMachine, 'cancellable', status) ? (['cancel'] as const) : []),
  ];
}
