import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { saveTimetable, type SlotException, type Timetable, type WeeklySlot } from '../../../contract/tutor/timetable.ts';
import { TUTOR } from '../../../contract/tutor/tutor-limits.ts';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { toast } from '../frame/dialogs.ts';
import { Icon } from '../frame/icon.tsx';
import { addDays, dayName, feeName, today, weekdayName } from './slot-words.ts';
import { refreshTutors, timetable } from './tutor-queries.ts';

const WEEK = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'];
const without = <T,>(list: readonly T[], one: T): T[] => list.filter((other) => other !== one);

/** The weekly free slots of a professor, and dates that differ from the week. */
export function TimetableEditor({ saved }: { saved: Timetable }) {
  const [slots, setSlots] = useState<readonly WeeklySlot[]>(saved.slots);
  const [exceptions, setExceptions] = useState<readonly SlotException[]>(saved.exceptions);
  const [starts, setStarts] = useState<Readonly<Record<number, string>>>({});
  const [date, setDate] = useState('');
  const [start, setStart] = useState('');
  const [kind, setKind] = useState<SlotException['kind']>('off');
  const changed = slots !== saved.slots || exceptions !== saved.exceptions;
  const save = useMutation({
    mutationFn: () => call(saveTimetable, { body: { slots: [...slots], exceptions: [...exceptions], version: saved.version } }),
    onSuccess: async (data) => {
      void toast('已保存');
      queryClient.setQueryData(timetable.queryKey, data);
      await refreshTutors();
    },
  });
  const add = (weekday: number) => {
    const time = starts[weekday] ?? '';
    if (!time || slots.some((one) => one.weekday === weekday && one.start === time)) return;
    setSlots([...slots, { weekday, start: time }]);
    setStarts({ ...starts, [weekday]: '' });
  };
  return (
    <div className="tutor-part">
      <p className="meta">
        {saved.tutorEnabled ? '正在接受辅导' : '目前不接受辅导，开通和收费请联系出版社'} · 每次 {saved.minutes} 分钟 · {feeName(saved.feeFen)}
      </p>
      <h2>每周时段</h2>
      <ul className="tutor-weekly">
        {WEEK.map((name, index) => {
          const weekday = index + 1;
          const own = slots.filter((one) => one.weekday === weekday).sort((a, b) => a.start.localeCompare(b.start));
          return (
            <li key={name}>
              <b>{name}</b>
              <span className="tutor-times">
                {own.map((one) => (
                  <button
                    key={one.start}
                    type="button"
                    className="tutor-time"
                    aria-label={`删除${name} ${one.start}`}
                    onClick={() => setSlots(without(slots, one))}
                  >
                    {one.start}
                    <Icon name="close" size={16} />
                  </button>
                ))}
                <input
                  type="time"
                  step={300}
                  aria-label={`${name}的开始时间`}
                  value={starts[weekday] ?? ''}
                  onChange={(event) => setStarts({ ...starts, [weekday]: event.target.value })}
                />
                <button type="button" className="button button-line" aria-label={`添加${name}的时段`} onClick={() => add(weekday)}>
                  添加
                </button>
              </span>
            </li>
          );
        })}
      </ul>
      <h2>例外</h2>
      <p className="meta">某一天停约或加开；停约不填时间表示全天。已有的预约不受影响。</p>
      {exceptions.length > 0 ? (
        <ul className="tutor-exceptions">
          {exceptions.map((one) => {
            const words = `${dayName(one.date)} ${weekdayName(one.date)} ${one.kind === 'off' ? '停约' : '加开'} ${one.start || '全天'}`;
            return (
              <li key={`${one.date}${one.start}${one.kind}`}>
                <span>{words}</span>
                <button type="button" className="icon-button" aria-label={`删除 ${words}`} onClick={() => setExceptions(without(exceptions, one))}>
                  <Icon name="trash" size={20} />
                </button>
              </li>
            );
          })}
        </ul>
      ) : null}
      <form
        className="tutor-exception"
        onSubmit={(event) => {
          event.preventDefault();
          if (exceptions.some((one) => one.date === date && one.start === start && one.kind === kind)) return;
          setExceptions([...exceptions, { date, start, kind }].sort((a, b) => `${a.date}${a.start}`.localeCompare(`${b.date}${b.start}`)));
          setStart('');
        }}
      >
        <select aria-label="例外的种类" value={kind} onChange={(event) => setKind(event.target.value as SlotException['kind'])}>
          <option value="off">停约</option>
          <option value="extra">加开</option>
        </select>
        <input
          type="date"
          aria-label="例外的日期"
          required
          min={today()}
          max={addDays(today(), TUTOR.daysAhead)}
          value={date}
          onChange={(event) => setDate(event.target.value)}
        />
        <input
          type="time"
          step={300}
          aria-label="例外的开始时间"
          required={kind === 'extra'}
          value={start}
          onChange={(event) => setStart(event.target.value)}
        />
        <button type="submit" className="button button-line">
          添加例外
        </button>
      </form>
      {save.error ? (
        <p className="tutor-wrong" role="alert">
          {save.error.message}
        </p>
      ) : null}
      <div className="tutor-acts">
        <button type="button" className="button button-fill button-tall" disabled={!changed || save.isPending} onClick={() => save.mutate()}>
          {save.isPending ? '正在保存…' : '保存时段'}
        </button>
        {changed ? <span className="meta">有改动还没有保存</span> : null}
      </div>
    </div>
  );
}
