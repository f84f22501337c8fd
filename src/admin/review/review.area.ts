import { page, type AdminArea } from '../ui/page-entry.ts';

const pages = () => import('./review.page.tsx');

export const reviewArea: AdminArea = {
  pages: {
    'press/audit/one/index': page(async () => (await pages()).ReviewOnePage),
    'press/audit/two/index': page(async () => (await pages()).ReviewTwoPage),
    'press/audit/last/index': page(async () => (await pages()).ReviewLastPage),
  },
};
