import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import { Avatar } from '../frame/avatar.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Failed, Stale } from '../frame/state.tsx';
import { RequestSheet } from './request-sheet.tsx';
import { addDays, dayName, feeName, mondayOf, slotName, today, weekdayName } from './slot-words.ts';
import { CENTER, expertSlots } from './tutor-queries.ts';

/** One expert with the free slots of a week: seven columns on wide screens, a list by day on the phone. */
export function ExpertView({ professorId }: { professorId: number }) {
  const { data, error, refetch } = useQuery(expertSlots(professorId));
  const [week, setWeek] = useState<string | null>(null);
  const [chosen, setChosen] = useState('');
  const navigate = useNavigate();
  const slots = data?.slots ?? [];
  const first = mondayOf(slots[0] ?? today());
  const shown = week ?? first;
  const last = mondayOf(slots.at(-1) ?? today());
  const days = Array.from({ length: 7 }, (_, at) => addDays(shown, at));
  const ofWeek = slots.filter((slot) => days.includes(slot.slice(0, 10)));
  const following = slots.find((slot) => slot.slice(0, 10) > (days[6] ?? ''));
  return (
    <div className="tutor measure">
      <NavBar title="预约辅导" otherwise={CENTER} />
      {error && !data ? <Failed error={error} retry={() => void refetch()} to={CENTER} action="看其他专家" /> : <Stale error={error} />}
      {data ? (
        <>
          <header className="tutor-head">
            <Avatar name={data.professorName} picture={data.avatar} size={72} />
            <div className="tutor-grow">
              <h2 className="serif">{data.professorName}</h2>
              <p className="meta">{[data.title, data.collegeName].filter(Boolean).join(' · ')}</p>
              <p>擅长：{data.expertise}</p>
              <p className="meta">
                {feeName(data.feeFen)} · 每次 {data.minutes} 分钟
                {data.feeFen > 0 ? ' · 线下支付，专家确认收款后生效' : ''}
              </p>
              {data.scholarId ? (
                <Link className="text-link" to={`/cms/main/scholar/${data.scholarId}`}>
                  看学者主页
                </Link>
              ) : null}
            </div>
          </header>
          {data.brief ? <p className="tutor-brief">{data.brief}</p> : null}
          <section className="tutor-part" aria-label="空闲时段">
            <div className="tutor-week-head">
              <button type="button" className="button button-line" disabled={shown <= first} onClick={() => setWeek(addDays(shown, -7))}>
                上一周
              </button>
              <h3 aria-live="polite">
                {dayName(shown)}—{dayName(days[6] ?? shown)}
              </h3>
              <button type="button" className="button button-line" disabled={shown >= last} onClick={() => setWeek(addDays(shown, 7))}>
                下一周
              </button>
            </div>
            {ofWeek.length === 0 ? (
              <p className="tutor-none">
                {slots.length === 0 ? '近两个月没有空闲时段，请过些日子再来，或选择其他专家。' : '这一周没有空闲时段。'}
                {following ? (
                  <button type="button" className="text-link" onClick={() => setWeek(mondayOf(following))}>
                    看 {dayName(following)} 那一周
                  </button>
                ) : null}
              </p>
            ) : (
              <ul className="tutor-week">
                {days.map((day) => {
                  const own = ofWeek.filter((slot) => slot.startsWith(day));
                  return (
                    <li key={day} data-empty={own.length === 0 ? '' : undefined}>
                      <p className="tutor-day">
                        <b>{weekdayName(day)}</b> <span className="meta">{dayName(day)}</span>
                      </p>
                      <div className="tutor-times">
                        {own.map((slot) => (
                          <button
                            key={slot}
                            type="button"
                            className="tutor-time"
                            aria-label={`预约 ${slotName(slot)}`}
                            onClick={() => setChosen(slot)}
                          >
                            {slot.slice(11, 16)}
                          </button>
                        ))}
                      </div>
                    </li>
                  );
                })}
              </ul>
            )}
            <p className="meta">时间为北京时间，可预约 60 天以内的时段。</p>
          </section>
        </>
      ) : error ? null : (
        <div className="tutor-part" aria-busy="true">
          <Skeleton width={72} height={72} round={36} />
          <Skeleton height={28} width="40%" top={12} />
          <Skeleton height={200} top={20} />
        </div>
      )}
      {chosen && data ? (
        <RequestSheet
          expert={data}
          slot={chosen}
          close={() => setChosen('')}
          done={(tutorId) => void navigate(`${CENTER}?tutor=${tutorId}`, { replace: true })}
        />
      ) : null}
    </div>
  );
}
