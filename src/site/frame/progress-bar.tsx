/** Never a bar without a number. */
export function ProgressBar({ percent, label, bare = false }: { percent: number; label: string; bare?: boolean }) {
  const shown = Math.min(100, Math.max(0, Math.floor(percent)));
  return (
    <span className="progress">
      <progress className="bar" aria-label={label} value={shown} max={100} />
      {bare ? null : <span aria-hidden="true">{shown}%</span>}
    </span>
  );
}
