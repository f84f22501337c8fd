import { useQuery } from '@tanstack/react-query';
import { checkInvoice } from '../../../contract/commerce/invoice.ts';
import { queryOf } from '../../api/query-client.ts';
import { errorMessage } from '../ui/error-message.ts';
import { isComplete, type IssuedDraft } from './invoice-fields.tsx';

/** What the server says about number and file before anything is saved; read again when one of them changes. */
export function useFileCheck(
  invoiceId: number,
  fen: number,
  draft: IssuedDraft,
): { readonly fault: string; readonly warning: string; readonly busy: boolean } {
  const body = { number: draft.number, issueDate: draft.issueDate, file: [...draft.file], fen };
  const { queryKey, queryFn } = queryOf(checkInvoice, { params: { invoiceId }, body });
  const found = useQuery({ queryKey: [...queryKey, 'passing'], queryFn, enabled: isComplete(draft), staleTime: 0, retry: false });
  return {
    fault: found.isError && isComplete(draft) ? errorMessage(found.error) : '',
    warning: found.data?.warning ?? '',
    busy: found.isFetching,
  };
}
