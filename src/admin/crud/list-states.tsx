import type { ReactNode } from 'react';
import { Button, Empty, Result } from 'antd';
import { errorMessage } from '../ui/error-message.ts';

/** The query fields that these states need. */
interface Loading {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** The error of a list that could not be loaded, with a retry button. */
export const LoadFailed = ({ query }: { query: Pick<Loading, 'error' | 'refetch'> }) => (
  <div role="alert">
    <Result status="error" title="加载失败" subTitle={errorMessage(query.error)} extra={<Button onClick={() => void query.refetch()}>重试</Button>} />
  </div>
);

/** Height of a table's empty area while its rows load, px. */
const LOADING_HEIGHT = 200;

/** For a table's `locale.emptyText`: nothing while rows load, the error if there is one, else `empty`. */
export function emptyText(query: Loading, empty: string | ReactNode): ReactNode {
  if (query.isError) return <LoadFailed query={query} />;
  if (query.isPending) return <span aria-busy="true" style={{ display: 'block', height: LOADING_HEIGHT }} />;
  return typeof empty === 'string' ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} /> : empty;
}
