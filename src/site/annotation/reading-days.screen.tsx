import { type KeyboardEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { storedOf } from '../../annotations/annotations.store.ts';
import {
  type CalendarDay,
  dayOfReading,
  type DaySum,
  duration,
  monthBeside,
  monthWeeks,
  streak,
  sumByDay,
} from '../../reading-stats/reading-days.ts';
import { Cover } from '../../cover/cover.tsx';
import { Icon } from '../frame/icon.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { network } from '../frame/network.store.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import { useAnnotations } from '../../annotations/use-annotations.ts';
import { bookPath } from '../book-tile/book-tile.tsx';
import { type SyncStatus, useSyncStatus } from './empty-list.tsx';
import { useWorks } from './use-works.ts';
import { inLatin } from '../../format/script.ts';
import './annotation.css';

const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日'] as const;

const TOGETHER = '各设备合在一起。';
const OF_DEVICES: Readonly<Record<SyncStatus, string>> = {
  synced: TOGETHER,
  asking: TOGETHER,
  offline: '现在只有这台设备的，联网后各设备合在一起。',
  silent: '现在只有这台设备的，别的设备的还没有取到。',
};

/** The page 阅读统计: minutes a day over all devices, consecutive days, finished books. */
export function ReadingDaysScreen() {
  const ready = useAnnotations();
  const { status } = useSyncStatus();
  const today = dayOfReading();
  const [month, setMonth] = useState(today.slice(0, 7));
  const [chosen, setChosen] = useState(today);
  const turnTo = (next: string): void => {
    setMonth(next);
    setChosen(today.startsWith(next) ? today : `${next}-01`);
  };
  const sums = sumByDay(storedOf('day'));
  const weeks = monthWeeks(sums, month, today);
  // The month is one tab stop, not thirty.
  const entry = chosen.startsWith(month) ? chosen : `${month}-01`;
  const inMonth = [...sums].filter(([day]) => day.startsWith(month));
  const seconds = inMonth.reduce((sum, [, one]) => sum + one.seconds, 0);
  const finished = [...new Set([...sums.values()].flatMap((one) => one.finished))];
  const days = streak(sums, today);
  // Do not show a number that is about to change.
  const known = status !== 'asking' || sums.size > 0;
  return (
    <div className="measure own-list">
      <NavBar title="阅读统计" otherwise="/personalCenter/default" />
      {ready ? null : (
        <div className="own-part">
          <Skeleton height={120} />
        </div>
      )}
      <ul className="reading-sums">
        {[
          [duration(sums.get(today)?.seconds ?? 0), '今天'],
          [`${days} 天`, '连续阅读'],
          [`${finished.length} 本`, '读完'],
        ].map(([value, name]) => (
          <li key={name}>
            <b className="serif">{known ? value : '–'}</b>
            <span className="meta">{name}</span>
          </li>
        ))}
      </ul>
      <section className="card own-part calendar" aria-label="阅读日历">
        <header>
          <button type="button" className="icon-button" aria-label="上个月" onClick={() => turnTo(monthBeside(month, -1))}>
            <Icon name="back" />
          </button>
          <h2 aria-live="polite">
            {Number(month.slice(0, 4))} 年 {Number(month.slice(5))} 月
          </h2>
          <button
            type="button"
            className="icon-button"
            aria-label="下个月"
            aria-disabled={month >= today.slice(0, 7)}
            onClick={() => month < today.slice(0, 7) && turnTo(monthBeside(month, 1))}
          >
            <Icon name="right" />
          </button>
        </header>
        <div className="calendar-week" aria-hidden="true">
          {WEEKDAYS.map((name) => (
            <span key={name}>{name}</span>
          ))}
        </div>
        <div className="calendar-month">
          {weeks.map((week) => (
            <div key={week[0]?.day} className="calendar-week">
              {week.map((day, weekday) => (
                <Day
                  key={day.day}
                  day={day}
                  weekday={WEEKDAYS[weekday] ?? ''}
                  today={day.day === today}
                  chosen={day.day === chosen}
                  entry={day.day === entry}
                  choose={() => setChosen(day.day)}
                />
              ))}
            </div>
          ))}
        </div>
        <output className="calendar-sum">
          <b>
            {Number(chosen.slice(5, 7))} 月 {Number(chosen.slice(8))} 日
          </b>
          {known ? dayWords(sums.get(chosen)) : null}
        </output>
        <p className="meta">
          {known ? `这个月读了 ${inMonth.filter(([, one]) => one.seconds >= 60).length} 天，共 ${duration(seconds)}。` : ''}只计翻页阅读的时间，
          {OF_DEVICES[status]}
        </p>
      </section>
      {finished.length > 0 ? <Finished publishIds={finished} /> : null}
    </div>
  );
}

const dayWords = (sum: DaySum | undefined): string =>
  sum && (sum.seconds > 0 || sum.finished.length > 0)
    ? `读了${sum.seconds >= 60 ? ` ${duration(sum.seconds)}` : '不到 1 分钟'}，翻了 ${sum.pages} 页${sum.finished.length > 0 ? `，读完 ${sum.finished.length} 本` : ''}`
    : '没有阅读';

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -WEEKDAYS.length, ArrowDown: WEEKDAYS.length };

/** Arrow keys move from day to day of the month. */
function moveDay(event: KeyboardEvent<HTMLButtonElement>): void {
  const days = [...(event.currentTarget.closest('.calendar-month')?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])];
  const at = days.indexOf(event.currentTarget);
  const step = STEPS[event.key];
  const end = event.key === 'Home' ? 0 : event.key === 'End' ? days.length - 1 : null;
  if (at < 0 || (step === undefined && end === null)) return;
  event.preventDefault();
  days[end ?? at + (step ?? 0)]?.focus();
}

interface DayProps {
  day: CalendarDay;
  weekday: string;
  today: boolean;
  chosen: boolean;
  /** Whether this is the day in the tab order. */
  entry: boolean;
  choose: () => void;
}

function Day({ day, weekday, today, chosen, entry, choose }: DayProps) {
  if (day.outside) return <span className="calendar-day" aria-hidden="true" />;
  return (
    <button
      type="button"
      className="calendar-day"
      data-level={day.level}
      aria-current={today ? 'date' : undefined}
      aria-pressed={chosen}
      tabIndex={entry ? 0 : -1}
      disabled={day.future}
      aria-label={`${Number(day.day.slice(5, 7))} 月 ${day.date} 日，周${weekday}，${day.seconds >= 60 ? `读了 ${duration(day.seconds)}` : '没有阅读'}${day.finished > 0 ? `，读完 ${day.finished} 本` : ''}`}
      onClick={choose}
      onKeyDown={moveDay}
    >
      {day.date}
      {day.finished > 0 ? <span className="calendar-finished" aria-hidden="true" /> : null}
    </button>
  );
}

function Finished({ publishIds }: { publishIds: readonly number[] }) {
  const { works, away } = useWorks(publishIds);
  const { online } = useSnapshot(network);
  return (
    <section className="own-finished" aria-label="读完的书">
      <h2>读完的书</h2>
      <ul>
        {publishIds.map((publishId) => {
          const work = works.get(publishId);
          return work ? (
            <li key={publishId}>
              <Link to={bookPath(publishId)}>
                <Cover book={work} scale="small" />
                <span className="one-line" {...inLatin(work.title)}>
                  {work.title}
                </span>
              </Link>
            </li>
          ) : null;
        })}
      </ul>
      {away > 0 ? (
        <p className="meta">{`${away === publishIds.length ? '书名' : `另有 ${away} 本`}${online ? '没有取到，请稍后再来看' : '联网后显示'}`}</p>
      ) : null}
    </section>
  );
}
