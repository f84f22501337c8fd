const STATES: Readonly<Record<string, readonly [label: string, tone: string]>> = {
  running: ['进行中', 'tag-primary'],
  suspended: ['已挂起', 'tag-warning'],
  completed: ['已完成', 'tag-success'],
  terminated: ['已终止', 'tag-default'],
};

/** The state of a process. */
export function ProcessStatus({ status }: { status: string }) {
  const [label, tone] = STATES[status] ?? [status, 'tag-default'];
  return <span className={`state-tag ${tone}`}>{label}</span>;
}
