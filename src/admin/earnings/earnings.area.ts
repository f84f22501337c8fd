import { page, type AdminArea } from '../ui/page-entry.ts';

export const earningsArea: AdminArea = {
  pages: {
    'earnings/yield/index': page(async () => (await import('./earning.page.tsx')).EarningPage),
    'earnings/withdraw/index': page(async () => (await import('./withdraw.page.tsx')).WithdrawPage),
  },
};
