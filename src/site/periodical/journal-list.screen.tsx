import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { JournalCard } from '../../../contract/periodical/journal.ts';
import { issuePath, journalPath, SUBMISSIONS_PATH } from '../../../contract/periodical/periodical.site.ts';
import { More } from '../frame/load-more.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { Unbroken } from '../frame/unbroken.tsx';
import { JournalCover } from './journal-cover.tsx';
import { journalList } from './periodical-queries.ts';
import './periodical.css';

/** #13: the journals, and the way to one's own submissions. */
export function JournalListScreen() {
  const list = useInfiniteQuery(journalList());
  const { data, error, refetch } = list;
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <div className="periodical measure">
      <NavBar title="期刊投稿" />
      <div className="periodical-part periodical-acts">
        <Link className="button button-fill button-tall" to={`${SUBMISSIONS_PATH}?new=1`}>
          投稿
        </Link>
        <Link className="button button-line button-tall" to={SUBMISSIONS_PATH}>
          我的投稿
        </Link>
      </div>
      {error && !data ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : !data ? (
        <div className="periodical-part" aria-busy="true">
          <Skeleton height={132} />
          <Skeleton height={132} top={12} />
          <Skeleton height={132} top={12} />
        </div>
      ) : rows.length === 0 ? (
        <Empty drawing="boat" title="暂无期刊" reason="编辑部正在筹备，过几天再来看看。" to="/" action="去首页" />
      ) : (
        <>
          <Stale error={error} />
          <ul className="periodical-journals">
            {rows.map((one) => (
              <Journal key={one.journalId} one={one} />
            ))}
          </ul>
          {list.hasNextPage ? <More list={list} end="" /> : null}
        </>
      )}
    </div>
  );
}

function Journal({ one }: { one: JournalCard }) {
  return (
    <li className="periodical-journal">
      <JournalCover journalId={one.journalId} name={one.journalName} cover={one.cover} label={one.newest} />
      <div>
        <h2>
          <Link to={journalPath(one.journalId)}>{one.journalName}</Link>
        </h2>
        <p className="meta">
          <Unbroken text={[`${one.frequency}刊`, one.issn ? `ISSN ${one.issn}` : '', one.cn].filter(Boolean).join(' · ')} />
        </p>
        <p className="periodical-brief">{one.brief}</p>
        <p className="periodical-links">
          {one.newestIssueId === null ? <span className="meta">还没有出刊</span> : <Link to={issuePath(one.newestIssueId)}>{one.newest}</Link>}
          <Link to={`${journalPath(one.journalId)}#guide`}>投稿须知</Link>
        </p>
      </div>
    </li>
  );
}
