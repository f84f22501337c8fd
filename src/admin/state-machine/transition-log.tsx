import './state-machine.css';
import { Timeline } from 'antd';

export interface LogRow {
  readonly event: string;
  readonly fromStatus: string;
  readonly toStatus: string;
  readonly operatorName: string;
  readonly note: string;
  readonly at: string;
}

/** 流转记录: the steps of a row, the newest first. */
export function TransitionLog({ rows }: { rows: readonly LogRow[] }) {
  if (rows.length === 0) return <p className="soft">还没有流转记录</p>;
  return (
    <Timeline
      className="transition-log"
      items={rows.toReversed().map((row, index) => ({
        key: `${row.at} ${index}`,
        content: (
          <>
            <strong>{row.operatorName || '系统'}</strong> {row.event}
            {row.fromStatus && row.fromStatus !== row.toStatus ? (
              <span className="soft">
                {' '}
                {row.fromStatus} → {row.toStatus}
              </span>
            ) : null}
            <time className="soft transition-time">{row.at.slice(0, 16)}</time>
            {row.note ? <blockquote className="transition-note">{row.note}</blockquote> : null}
          </>
        ),
      }))}
    />
  );
}
