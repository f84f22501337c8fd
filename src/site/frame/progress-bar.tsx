/** Never a bar without a number. */
export function ProgressBar({ percent, label, bare = false }: { percent: number; label: string; bare?: boolean }) {
  const shown = Math.min(100, Math.max(0, Math.floor(percent)));
  return (
    <span className="progress">
      <span className="bar" role="progressbar" aria-label={label} aria-valuenow={shown} aria-valuemin={0} aria-valuemax={100}>
        <span style={{ width: `${shown}%` }} />
      </span>
      {bare ? null : <span aria-hidden="true">{shown}%</span>}
    </span>
  );
}
