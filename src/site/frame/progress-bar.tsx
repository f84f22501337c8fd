/** Returns the reading progress as text, the same on every page. */
export const progressWords = (percent: number): string => (percent >= 99 ? '读完' : percent < 1 ? '刚翻开' : `${Math.floor(percent)}%`);

/** A progress bar always has a text; `bare` when the text is shown elsewhere. */
export function ProgressBar({ percent, label, bare = false }: { percent: number; label: string; bare?: boolean }) {
  const shown = Math.min(100, Math.max(0, Math.floor(percent)));
  return (
    <span className="progress">
      <progress className="bar" aria-label={label} value={shown} max={100} />
      {bare ? null : <span aria-hidden="true">{progressWords(percent)}</span>}
    </span>
  );
}
