import { useEffect, useEffectEvent, useState } from 'react';

const SECOND_MS = 1000;
/** Times on the wire are of Shanghai. */
const momentOf = (wire: string): number => Date.parse(`${wire.replace(' ', 'T')}+08:00`);

/** 剩 29 分 05 秒, until a wire time; `over` is called once when it has passed. */
export function Countdown({ until, over }: { until: string; over: () => void }) {
  const [now, setNow] = useState(Date.now);
  const left = momentOf(until) - now;
  const running = left > 0;
  const ended = useEffectEvent(over);
  useEffect(() => {
    if (!running) return ended();
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [running]);
  if (!running) return null;
  const seconds = Math.ceil(left / SECOND_MS);
  return (
    <span role="timer">
      剩 {Math.floor(seconds / 60)} 分 {String(seconds % 60).padStart(2, '0')} 秒
    </span>
  );
}
