import { Button } from 'antd';

interface RetryInRowProps {
  /** Name of what failed. */
  of: string;
  busy: boolean;
  retry: () => void;
  style?: React.CSSProperties;
}

/** Retries what failed in a list row. The row then takes the focus, so it must be focusable. */
export const RetryInRow = ({ of, busy, retry, style }: RetryInRowProps) => (
  <Button
    size="small"
    style={style}
    aria-label={`重试：${of}`}
    loading={busy}
    onClick={({ currentTarget }) => {
      // The button disappears with the failure, so the focus moves to its row, which shows the new state.
      currentTarget.closest('li')?.focus();
      retry();
    }}
  >
    重试
  </Button>
);
