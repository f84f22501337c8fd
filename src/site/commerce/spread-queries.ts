import { authorOrders, ownSpreads, type OwnSpread } from '../../../contract/commerce/spread/spread.ts';
import { allOf } from '../../api/all-of.ts';
import { pagesOf } from '../../api/pages-of.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';

export const authorOrdersQuery = (month: string) => ({ ...queryOf(authorOrders, { query: month ? { month } : {} }), staleTime: 0 });
export const ownSpreadsQuery = () => ({
  ...pagesOf(ownSpreads, { query: {} }, 20, (data): { rows: OwnSpread[]; total: number } => data),
  staleTime: 0,
});
export const refreshSpreads = (): Promise<void> => queryClient.invalidateQueries(allOf(ownSpreads));
