import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ContestCard } from '../../../contract/contest/contest.ts';
import { contestPath } from '../../../contract/contest/contest-path.ts';
import { count } from '../../format/number.ts';
import { More } from '../frame/load-more.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { Unbroken } from '../frame/unbroken.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { ContestArt } from './contest-art.tsx';
import { contestList } from './contest-queries.ts';
import { daysUntil, prizeWords, STATE_WORDS } from './contest-words.ts';
import './contest.css';

/** All contests that the public sees, open ones first. */
export function ContestListScreen() {
  const list = useInfiniteQuery(contestList());
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <div className="contests measure">
      <NavBar title="大赛" />
      {list.data ? <Stale error={list.error} /> : null}
      {list.isError && !list.data ? (
        <Failed heading="h2" error={list.error} retry={() => void list.refetch()} />
      ) : list.data && rows.length === 0 ? (
        <Empty drawing="lamp" title="暂无大赛" reason="新的征稿会发在这里。" to="/" action="回首页" />
      ) : (
        <>
          <ul className="contest-cards" aria-busy={!list.data}>
            {list.data
              ? rows.map((one) => (
                  <li key={one.contestId}>
                    <Card one={one} />
                  </li>
                ))
              : [1, 2, 3].map((n) => (
                  <li key={n} aria-hidden="true">
                    <Skeleton height={150} />
                    <Skeleton width="60%" height={20} top={12} />
                  </li>
                ))}
          </ul>
          {list.data ? <More list={list} end={`共 ${list.data.pages[0]?.total ?? 0} 项大赛`} /> : null}
        </>
      )}
    </div>
  );
}

const Card = ({ one }: { one: ContestCard }) => (
  <Link className="contest-card card" to={contestPath(one.contestId)}>
    <span className="contest-card-art">
      <ContestArt contestId={one.contestId} cover={one.cover} />
    </span>
    <span className="contest-card-words">
      <span className="contest-card-title serif">{one.title}</span>
      {one.theme ? <span className="contest-card-theme one-line">{one.theme}</span> : null}
      <span className="meta">
        <span className={one.status === 'collecting' ? 'tag tag-seal' : 'tag'}>{STATE_WORDS[one.status]}</span>{' '}
        <Unbroken
          text={[
            one.status === 'collecting' ? `还有 ${daysUntil(one.submitEnd)} 天截止` : one.organizer,
            one.entrants > 0 && `${count(one.entrants)} 人参赛`,
            one.prizeFen > 0 && `奖金 ${prizeWords(one.prizeFen)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      </span>
    </span>
  </Link>
);
