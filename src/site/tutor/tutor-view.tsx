import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { MODE_NAMES } from '../../../contract/tutor/tutor-limits.ts';
import { tutorMachine, type TutorEvent, type TutorStep } from '../../../contract/tutor/tutor.machine.ts';
import { tutorCalendar, type TutorDetail } from '../../../contract/tutor/tutor.ts';
import { CODE } from '../../../contract/error.ts';
import { CallError } from '../../api/call.ts';
import { shortDate } from '../../format/date.ts';
import { loadable } from '../../loading/loadable.ts';
import { toastError } from '../frame/dialogs.ts';
import { Icon } from '../frame/icon.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { EventSheet } from './event-sheet.tsx';
import { feeName, slotName } from './slot-words.ts';
import { TutorState } from './tutor-list.tsx';
import { TutorThread } from './tutor-thread.tsx';
import { CENTER, oneTutor } from './tutor-queries.ts';

const FeePay = loadable(async () => (await import('../commerce/fee-pay.tsx')).FeePay);

/** One tutoring: the appointment, what the caller can do, the thread, summary and rating. */
export function TutorView({ tutorId }: { tutorId: number }) {
  const { data, error, refetch } = useQuery(oneTutor(tutorId));
  const missing = error instanceof CallError && error.code === CODE.missing;
  return (
    <div className="tutor measure">
      <NavBar title="辅导" otherwise={CENTER} />
      {missing && !data ? (
        <Empty drawing="find" title="辅导不存在" reason="它可能已被删除，或与您无关。" to={CENTER} action="回到教授中心" />
      ) : error && !data ? (
        <Failed error={error} retry={() => void refetch()} to={CENTER} action="回到教授中心" />
      ) : (
        <Stale error={error} />
      )}
      {data ? (
        <Shown one={data} />
      ) : error ? null : (
        <div className="tutor-part" aria-busy="true">
          <Skeleton width="60%" height={28} />
          <Skeleton height={120} top={16} />
          <Skeleton height={200} top={16} />
        </div>
      )}
    </div>
  );
}

const HINTS: Readonly<Partial<Record<TutorDetail['status'], Readonly<Record<'applicant' | 'expert', string>>>>> = {
  applied: { applicant: '等待专家确认，有答复会发消息给您。', expert: '请确认或婉拒，对方会收到消息。' },
  wait_pay: { applicant: '请在辅导开始前支付辅导费，支付后预约生效。', expert: '等待对方支付辅导费，支付后预约自动生效。' },
  scheduled: { applicant: '预约已生效，可以先留言说明情况。', expert: '辅导结束后请填写总结。' },
  done: { applicant: '请为这次辅导评分，评价后留言关闭。', expert: '总结已发给对方，等待评价。' },
};

function Shown({ one }: { one: TutorDetail }) {
  const [event, setEvent] = useState<TutorStep | null>(null);
  const rows: readonly (readonly [string, string])[] = [
    ['时间', `${slotName(one.expectTime)}（${one.minutes} 分钟）`],
    ['方式', MODE_NAMES[one.mode]],
    ['专家', one.professorName],
    ['申请人', one.applicantName],
    ['费用', one.order ? `${feeName(one.feeFen)}，${one.order.words}` : feeName(one.feeFen)],
    ['收款', one.payNote],
    ['应退', one.refundFen > 0 ? `${feeName(one.refundFen)}，${one.order ? '按原支付方式退回' : '由收款人线下退还'}` : ''],
    ['编号', one.tutorNo],
  ];
  const hint = one.side === 'staff' ? '' : (HINTS[one.status]?.[one.side] ?? '');
  const inCalendar = one.status === 'scheduled' || one.status === 'done';
  const calendar = async () => {
    const { receiveFile } = await import('../../api/receive-file.ts');
    await receiveFile({ method: 'GET', path: tutorCalendar.path.replace('{file}', `${one.tutorId}.ics`) }).catch((error: unknown) =>
      toastError(error),
    );
  };
  return (
    <div className="tutor-columns">
      <div>
        <section className="tutor-part">
          <div className="tutor-row-head">
            <h2 className="serif">{one.topic}</h2>
            <TutorState status={one.status} />
          </div>
          {hint ? <p className="tutor-hint">{hint}</p> : null}
          <dl className="tutor-facts">
            {rows
              .filter(([, value]) => value !== '')
              .map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            {one.link ? (
              <div>
                <dt>{one.mode === 'offline' ? '地点' : '链接'}</dt>
                <dd>
                  {/^https?:\/\//.test(one.link) ? (
                    <a href={one.link} target="_blank" rel="noopener noreferrer nofollow">
                      {one.link}
                    </a>
                  ) : (
                    one.link
                  )}
                </dd>
              </div>
            ) : null}
          </dl>
          <div className="tutor-acts">
            {one.side === 'applicant' && (one.order || one.canPay) ? (
              <FeePay order={one.order} canPay={one.canPay} kind="tutor" targetId={one.tutorId} />
            ) : null}
            {one.can.map((name) => {
              const { label, ...rest } = tutorMachine.events[name];
              const danger = 'danger' in rest;
              return (
                <button key={name} type="button" className={`button ${danger ? 'button-line' : 'button-fill'}`} onClick={() => setEvent(name)}>
                  {label}
                </button>
              );
            })}
            {inCalendar ? (
              <button type="button" className="button button-line" onClick={() => void calendar()}>
                <Icon name="clock" size={20} />
                加入日历
              </button>
            ) : null}
          </div>
        </section>
        <section className="tutor-part">
          <h3>问题</h3>
          <p className="tutor-text">{one.question}</p>
        </section>
        {one.summary ? (
          <section className="tutor-part">
            <h3>辅导总结</h3>
            <p className="tutor-text">{one.summary}</p>
          </section>
        ) : null}
        {one.rating ? (
          <section className="tutor-part">
            <h3>评价</h3>
            <p>
              <span className="unseen">{one.rating} 星</span>
              <span className="tutor-stars" aria-hidden="true">
                {'★'.repeat(one.rating)}
                {'☆'.repeat(5 - one.rating)}
              </span>
            </p>
            {one.ratingNote ? <p className="tutor-text">{one.ratingNote}</p> : null}
          </section>
        ) : null}
      </div>
      <div>
        <TutorThread one={one} />
        <section className="tutor-part">
          <h3>进展</h3>
          <ol className="tutor-log">
            {one.log.map((step) => (
              <li key={`${step.at}${step.event}`}>
                <b>{step.event === 'apply' ? '申请' : tutorMachine.events[step.event as TutorEvent].label}</b>
                <span className="meta">
                  {' '}
                  {step.nickName} · {shortDate(step.at)} {step.at.slice(11, 16)}
                </span>
                {step.note && step.event !== 'finish' ? <p className="tutor-text">{step.note}</p> : null}
              </li>
            ))}
          </ol>
        </section>
      </div>
      {event ? <EventSheet one={one} event={event} close={() => setEvent(null)} /> : null}
    </div>
  );
}
