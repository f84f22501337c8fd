import { Timeline } from 'antd';
import type { FlowRecordRow } from '../../../contract/workflow/flow-task.ts';

const COLORS: Readonly<Record<string, string>> = {
  completed: 'green',
  returned: 'red',
  rejected: 'red',
  terminated: 'gray',
};

/** What happened in a process, newest first: who, when, how long, and every opinion. */
export function FlowHistory({ rows }: { rows: readonly FlowRecordRow[] }) {
  return (
    <Timeline
      className="flow-history"
      items={rows.map((row) => ({
        key: row.taskId,
        color: row.finishTime ? (COLORS[row.status] ?? 'green') : 'blue',
        content: (
          <>
            <div>
              <strong>{row.taskName}</strong> {row.assigneeName || row.candidate || '等待签收'}
              {row.assigneeDeptName ? <span className="soft"> {row.assigneeDeptName}</span> : null}
              {row.signKind ? <span className="state-tag tag-info">加签</span> : null}
            </div>
            <div className="soft">
              {row.createTime.slice(5, 16)}
              {row.finishTime ? ` – ${row.finishTime.slice(5, 16)}，用时 ${row.duration}` : '，还在办理'}
            </div>
            {row.comments.map(({ userName, comment, time, type }) => (
              <blockquote key={`${time} ${userName} ${type}`}>
                {comment || '没有填写意见'}
                <span className="soft">
                  {' '}
                  {userName} {time.slice(5, 16)}
                </span>
              </blockquote>
            ))}
          </>
        ),
      }))}
    />
  );
}
