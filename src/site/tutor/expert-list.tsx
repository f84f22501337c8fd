import { useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { TutorExpert } from '../../../contract/tutor/timetable.ts';
import { Avatar } from '../frame/avatar.tsx';
import { More } from '../frame/load-more.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { feeName, slotName } from './slot-words.ts';
import { CENTER, experts } from './tutor-queries.ts';

/** Experts who tutor, with field, fee and next free slot. */
export function ExpertList() {
  const [typed, setTyped] = useState('');
  const [keyword, setKeyword] = useState('');
  const list = useInfiniteQuery(experts(keyword));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <>
      <form
        className="tutor-search"
        onSubmit={(event) => {
          event.preventDefault();
          setKeyword(typed.trim());
        }}
      >
        <input
          type="search"
          aria-label="搜索专家"
          placeholder="姓名、专长或院校"
          maxLength={50}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            if (event.target.value === '') setKeyword('');
          }}
        />
        <button type="submit" className="button button-line">
          搜索
        </button>
      </form>
      {list.data ? <Stale error={list.error} /> : null}
      {list.isError && !list.data ? (
        <Failed error={list.error} retry={() => void list.refetch()} />
      ) : !list.data ? (
        <div className="tutor-experts" aria-busy="true">
          {[1, 2].map((n) => (
            <div key={n} className="card tutor-expert">
              <Skeleton width={64} height={64} round={32} />
              <span className="tutor-grow">
                <Skeleton width="40%" height={20} />
                <Skeleton width="80%" height={14} top={10} />
              </span>
            </div>
          ))}
        </div>
      ) : rows.length === 0 ? (
        <Empty
          drawing="find"
          title={keyword ? `没有找到“${keyword}”相关的专家` : '暂时没有接受辅导的专家'}
          reason={keyword ? '换一个词，或清空后看全部专家。' : '专家开放时段后会出现在这里。'}
        />
      ) : (
        <>
          <ul className="tutor-experts">
            {rows.map((one) => (
              <li key={one.professorId}>
                <ExpertCard one={one} />
              </li>
            ))}
          </ul>
          <More list={list} end={`共 ${rows.length} 位专家`} />
        </>
      )}
    </>
  );
}

const ExpertCard = ({ one }: { one: TutorExpert }) => (
  <Link className="card tutor-expert" to={`${CENTER}?expert=${one.professorId}`}>
    <Avatar name={one.professorName} picture={one.avatar} size={64} />
    <span className="tutor-grow">
      <b className="serif tutor-name">{one.professorName}</b>
      <span className="meta"> {[one.title, one.collegeName].filter(Boolean).join(' · ')}</span>
      <span className="tutor-line">擅长：{one.expertise}</span>
      <span className="meta tutor-line">
        {feeName(one.feeFen)} · 每次 {one.minutes} 分钟
      </span>
      <span className={one.nextSlot ? 'tutor-next' : 'meta tutor-line'}>{one.nextSlot ? `最近可约 ${slotName(one.nextSlot)}` : '近期约满'}</span>
    </span>
  </Link>
);
