import { useMutation } from '@tanstack/react-query';
import { useSnapshot } from 'valtio/react';
import { orderReceipt } from '../../../contract/commerce/order.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { toastError } from '../frame/dialogs.ts';
import { network } from '../frame/network.store.ts';

/** Downloads the receipt of a paid order. */
export function ReceiptLink({ orderNo }: { orderNo: string }) {
  const { online } = useSnapshot(network);
  const save = useMutation({
    mutationFn: () => receiveFile({ method: 'GET', path: orderReceipt.path.replace('{orderNo}', orderNo) }),
    onError: (error) => void toastError(error),
  });
  return (
    <button type="button" className="button button-line button-tall" disabled={!online || save.isPending} onClick={() => save.mutate()}>
      {save.isPending ? '正在生成…' : '下载电子收据'}
    </button>
  );
}
