import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { MODE_NAMES } from '../../../contract/tutor/tutor-limits.ts';
import { tutorMachine } from '../../../contract/tutor/tutor.machine.ts';
import type { TutorCard } from '../../../contract/tutor/tutor.ts';
import { More } from '../frame/load-more.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { feeName, slotName } from './slot-words.ts';
import { CENTER, tutorList } from './tutor-queries.ts';

export function TutorState({ status }: { status: TutorCard['status'] }) {
  const { label, tone } = tutorMachine.states[status];
  return (
    <span className="tutor-state" data-tone={tone}>
      {label}
    </span>
  );
}

/** Tutorings of one side, the latest appointment first. */
export function TutorList({ side }: { side: 'applicant' | 'expert' }) {
  const list = useInfiniteQuery(tutorList(side));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  if (list.isError && !list.data) return <Failed error={list.error} retry={() => void list.refetch()} />;
  if (!list.data)
    return (
      <div className="tutor-list" aria-busy="true">
        {[1, 2, 3].map((n) => (
          <div key={n} className="tutor-wait">
            <Skeleton width="50%" height={20} />
            <Skeleton width="80%" height={14} top={10} />
          </div>
        ))}
      </div>
    );
  if (rows.length === 0)
    return side === 'applicant' ? (
      <Empty drawing="lamp" title="暂无辅导预约" reason="写作、翻译和出版上的问题，可以约一位专家谈谈。" to={`${CENTER}?tab=find`} action="找专家" />
    ) : (
      <Empty drawing="lamp" title="暂无辅导预约" reason="设置空闲时段后，读者就能预约您。" to={`${CENTER}?tab=time`} action="设置时段" />
    );
  return (
    <>
      <Stale error={list.error} />
      <ul className="tutor-list">
        {rows.map((one) => (
          <li key={one.tutorId}>
            <Link className="tutor-row" to={`${CENTER}?tutor=${one.tutorId}`}>
              <span className="tutor-row-head">
                <b className="serif one-line">{one.topic}</b>
                <TutorState status={one.status} />
              </span>
              <span className="tutor-line">
                {slotName(one.expectTime)} · {MODE_NAMES[one.mode]} · {one.minutes} 分钟
              </span>
              <span className="meta tutor-line">
                {side === 'applicant' ? one.professorName : one.applicantName} · {feeName(one.feeFen)}
                {one.rating ? ` · ${'★'.repeat(one.rating)}` : ''}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <More list={list} end="没有更早的辅导了" />
    </>
  );
}
