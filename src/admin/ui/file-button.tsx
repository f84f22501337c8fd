import { useState } from 'react';
import { App, Button } from 'antd';
import { receiveFile } from '../../api/receive-file.ts';
import { errorMessage } from './error-message.ts';

interface Props {
  readonly endpoint: { readonly method: string; readonly path: string };
  /** Values for the `{name}` parts of the path. */
  readonly params: Readonly<Record<string, number>>;
  readonly label: string;
  readonly size?: 'small' | 'middle';
}

/** Downloads a file that the server makes, and says why when it cannot. */
export function FileButton({ endpoint, params, label, size = 'middle' }: Props) {
  const { message } = App.useApp();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const path = endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) => String(params[name] ?? 0));
      await receiveFile({ method: endpoint.method, path });
    } catch (error) {
      void message.error(errorMessage(error));
    }
    setBusy(false);
  };
  return (
    <Button size={size} loading={busy} onClick={() => void download()}>
      {label}
    </Button>
  );
}
