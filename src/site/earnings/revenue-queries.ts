import { earningDetail, ownEarnings, wallet, type EarningRow } from '../../../contract/earnings/earning.ts';
import { ownPayee } from '../../../contract/earnings/payee.ts';
import { ownStatements } from '../../../contract/earnings/statement.ts';
import { taxYears } from '../../../contract/earnings/tax.ts';
import { ownWithdraws } from '../../../contract/earnings/withdraw.ts';
import { allOf } from '../../api/all-of.ts';
import { pagesOf } from '../../api/pages-of.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';

export const walletQuery = () => ({ ...queryOf(wallet, {}), staleTime: 0 });
export const payeeQuery = () => ({ ...queryOf(ownPayee, {}), staleTime: 0 });
export const withdrawsQuery = () => ({ ...queryOf(ownWithdraws, { query: { pageNum: 1, pageSize: 10 } }), staleTime: 0 });
export const statementsQuery = () => ({ ...queryOf(ownStatements, { query: { pageNum: 1, pageSize: 50 } }), staleTime: 0 });
export const taxYearsQuery = () => ({ ...queryOf(taxYears, {}), staleTime: 0 });
export const detailQuery = (earningId: number) => ({ ...queryOf(earningDetail, { params: { earningId } }), staleTime: 0 });
export const earningsQuery = () => ({
  ...pagesOf(ownEarnings, { query: {} }, 20, (data): { rows: EarningRow[]; total: number } => data),
  staleTime: 0,
});

/** After each step of a payee. */
export async function refreshRevenue(): Promise<void> {
  await Promise.all(
    [wallet, ownPayee, ownWithdraws, ownEarnings, ownStatements, earningDetail].map((one) => queryClient.invalidateQueries(allOf(one))),
  );
}
