import { App } from 'antd';
import { receiveFile } from '../../api/receive-file.ts';
import { errorMessage } from '../ui/error-message.ts';

/** Downloads the voucher of a record. */
export function VoucherLink({ path, name }: { path: string; name: string }) {
  const { message } = App.useApp();
  if (!name) return <>—</>;
  return (
    <button
      type="button"
      className="row-act voucher-link"
      onClick={() => void receiveFile({ method: 'GET', path }).catch((error: unknown) => message.error(errorMessage(error)))}
    >
      {name}
    </button>
  );
}
