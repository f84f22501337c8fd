import { earningDetail, ownEarnings, wallet, type EarningRow } from '../../../contract/earnings/earning.ts';
import { ownPayee } from '../../../contract/earnings/payee.ts';
import { ownWithdraws } from '../../../contract/earnings/withdraw.ts';
import { allOf } from '../../api/all-of.ts';
import { pagesOf } from '../../api/pages-of.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';

export const walletQuery = () => ({ ...queryOf(wallet, {}), staleTime: 0 });
export const payeeQuery = () => ({ ...queryOf(ownPayee, {}), staleTime: 0 });
export const withdrawsQuery = () => ({ ...queryOf(ownWithdraws, { query: { pageNum: 1, pageSize: 10 } }), staleTime: 0 });
export const detailQuery = (earningId: number) => ({ ...queryOf(earningDetail, { params: { earningId } }), staleTime: 0 });
export const earningsQuery = () => ({
  ...pagesOf(ownEarnings, { query: {} }, 20, (data): { rows: EarningRow[]; total: number } => data),
  staleTime: 0,
});

/** After each step of a payee. */
export async function refreshRevenue(): Promise<void> {
  await Promise.all([wallet, ownPayee, ownWithdraws, ownEarnings, earningDetail].map((one) => queryClient.invalidateQueries(allOf(one))));
}
