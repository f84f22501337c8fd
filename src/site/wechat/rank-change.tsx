/** Places gained or lost since the previous ranking; null for an account that was not in it. */
export function RankChange({ change }: { change: number | null }) {
  if (change === null) return <span className="wechat-change wechat-change-new">新上榜</span>;
  if (change === 0)
    return (
      <span className="wechat-change">
        <span aria-hidden="true">—</span>
        <span className="unseen">名次不变</span>
      </span>
    );
  return (
    <span className={change > 0 ? 'wechat-change wechat-change-up' : 'wechat-change wechat-change-down'}>
      <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true">
        <path d={change > 0 ? 'M4 1 7.5 7h-7z' : 'M4 7 .5 1h7z'} fill="currentColor" />
      </svg>
      <span className="unseen">{change > 0 ? '上升' : '下降'}</span>
      {Math.abs(change)}
      <span className="unseen">名</span>
    </span>
  );
}
