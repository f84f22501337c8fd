import { Button } from 'antd';

interface RetryInRowProps {
  /** What failed. */
  of: string;
  busy: boolean;
  retry: () => void;
  style?: React.CSSProperties;
}

/** Tries again what failed in a row of a list; the row has the keyboard then, and can be given it. */
export const RetryInRow = ({ of, busy, retry, style }: RetryInRowProps) => (
  <Button
    size="small"
    style={style}
    aria-label={`重试：${of}`}
    loading={busy}
    onClick={({ currentTarget }) => {
      // The button leaves with the failure; its row says what becomes of it.
      currentTarget.closest('li')?.focus();
      retry();
    }}
  >
    重试
  </Button>
);
