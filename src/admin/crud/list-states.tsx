import type { ReactNode } from 'react';
import { Button, Empty, Result } from 'antd';
import { errorMessage } from '../ui/error-message.ts';

/** What these states need of a query. */
interface Loading {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** A list that could not be loaded: why, and a way to try again. */
export const LoadFailed = ({ query }: { query: Pick<Loading, 'error' | 'refetch'> }) => (
  <div role="alert">
    <Result status="error" title="加载失败" subTitle={errorMessage(query.error)} extra={<Button onClick={() => void query.refetch()}>重试</Button>} />
  </div>
);

/** Height of the empty place of a table while its rows are loading, px. */
const LOADING_HEIGHT = 200;

/** For a table's `locale.emptyText`: nothing while rows are loading, the failure when there is one, else `empty`. */
export function emptyText(query: Loading, empty: string | ReactNode): ReactNode {
  if (query.isError) return <LoadFailed query={query} />;
  if (query.isPending) return <span aria-busy="true" style={{ display: 'block', height: LOADING_HEIGHT }} />;
  return typeof empty === 'string' ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} /> : empty;
}
