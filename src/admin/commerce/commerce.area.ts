import { page, type AdminArea } from '../ui/page-entry.ts';

export const commerceArea: AdminArea = {
  pages: {
    'pay/order/index': page(async () => (await import('./order.page.tsx')).OrderPage),
    'pay/spread/index': page(async () => (await import('./spread.page.tsx')).SpreadPage),
    'pay/invoice/index': page(async () => (await import('./invoice.page.tsx')).InvoicePage),
  },
};
