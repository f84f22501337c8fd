import { useSyncExternalStore } from 'react';
import { type Sleep, SLEEP_MINUTES, type SleepTimer } from './sleep-timer.ts';

const MINUTE_MS = 60_000;

interface Props {
  id: string;
  timer: SleepTimer;
  /** The other ends that can be chosen, with their words: 本章结束后停. */
  ends: readonly (readonly ['chapter' | 'track', string])[];
}

const valueOf = (text: string): Sleep =>
  text === 'chapter' || text === 'track' ? text : (SLEEP_MINUTES.find((one) => String(one) === text) ?? null);

/** The choice of the sleep timer; shows the minutes that are left. It is drawn again by its parent, which knows the time. */
export function SleepChoice({ id, timer, ends }: Props) {
  const sleep = useSyncExternalStore(timer.subscribe, () => timer.sleep);
  const minutes = Math.ceil(timer.leftMs / MINUTE_MS);
  return (
    <select id={id} aria-label="定时停止" value={sleep ?? ''} onChange={({ target }) => timer.choose(valueOf(target.value))}>
      <option value="">{sleep === null ? '不停' : '不停了'}</option>
      {SLEEP_MINUTES.map((one) => (
        <option key={one} value={one}>
          {one === sleep && minutes < one ? `还有 ${minutes} 分钟停` : `${one} 分钟后停`}
        </option>
      ))}
      {ends.map(([end, words]) => (
        <option key={end} value={end}>
          {words}
        </option>
      ))}
    </select>
  );
}
