import { Fragment, useId } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import type { ScholarCard } from '../../../contract/scholar/public-scholar.ts';
import { session } from '../../session/session.store.ts';
import { BookTile } from '../book-tile/book-tile.tsx';
import { Avatar } from '../frame/avatar.tsx';
import { Icon } from '../frame/icon.tsx';
import { More } from '../frame/load-more.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { SectionHead } from '../frame/section-head.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { FollowButton } from './follow-button.tsx';
import { LetterIndex } from './letter-index.tsx';
import { featured, filters, type ScholarFilter, newestWorks, scholarList, scholarPath } from './scholar-queries.ts';
import { placeOf } from './place-of.ts';
import './scholar.css';

const NAMES = ['discipline', 'collegeId', 'initial', 'followed'] as const;

/** #23: scholars by discipline, college and letter of the surname. */
export function ScholarHouseScreen() {
  const [params, setParams] = useSearchParams();
  const { data: options } = useQuery(filters);
  const filter = Object.fromEntries(NAMES.flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? '']] : []))) as ScholarFilter;
  const choose = (change: Partial<Record<(typeof NAMES)[number], string>>): void => {
    const next = Object.entries({ ...filter, ...change }).filter(([, value]) => value);
    setParams(new URLSearchParams(next as [string, string][]), { replace: true, preventScrollReset: true });
  };
  const filtered = Object.keys(filter).length > 0;
  return (
    <div className="scholar-house measure">
      <NavBar title="学者馆">
        <Link className="icon-button" to="/cms/main/search?type=scholar" aria-label="搜索学者">
          <Icon name="search" />
        </Link>
      </NavBar>
      <Choices filter={filter} choose={choose} />
      {filtered ? null : <Featured />}
      <div className="scholar-directory">
        <LetterIndex letters={options?.initials ?? []} chosen={filter.initial ?? ''} choose={(initial) => choose({ initial })} />
        <ScholarList filter={filter} reset={() => setParams({}, { replace: true, preventScrollReset: true })} />
      </div>
    </div>
  );
}

interface ChoicesProps {
  filter: ScholarFilter;
  choose: (change: { discipline?: string; collegeId?: string; followed?: string }) => void;
}

function Choices({ filter, choose }: ChoicesProps) {
  const college = useId();
  const { data } = useQuery(filters);
  const { now } = useSnapshot(session);
  const chip = (label: string, pressed: boolean, press: () => void) => (
    <button key={label} type="button" className="chip" aria-pressed={pressed} onClick={press}>
      <span>{label}</span>
    </button>
  );
  return (
    <div className="scholar-choices">
      <fieldset className="scholar-chips" aria-label="学科">
        {chip(data ? `全部 ${data.total}` : '全部', !filter.discipline && !filter.followed, () => choose({ discipline: '', followed: '' }))}
        {now.state === 'anonymous' ? null : chip('我关注的', filter.followed === '1', () => choose({ followed: filter.followed === '1' ? '' : '1' }))}
        {data?.disciplines.map(({ value, label }) =>
          chip(label, filter.discipline === value, () => choose({ discipline: filter.discipline === value ? '' : value })),
        )}
      </fieldset>
      {data && data.colleges.length > 0 ? (
        <div className="scholar-college">
          <label htmlFor={college}>院校</label>
          <select id={college} value={filter.collegeId ?? ''} onChange={(event) => choose({ collegeId: event.target.value })}>
            <option value="">全部院校</option>
            {data.colleges.map((one) => (
              <option key={one.collegeId} value={one.collegeId}>
                {one.collegeName}（{one.count}）
              </option>
            ))}
          </select>
        </div>
      ) : null}
    </div>
  );
}

/** The featured scholars, the first one large, and the newest works of all scholars. */
function Featured() {
  const { data } = useQuery(featured);
  const works = useQuery(newestWorks).data?.rows.flatMap(({ book }) => book ?? []) ?? [];
  const [lead, ...others] = data?.rows ?? [];
  return (
    <>
      {data && !lead ? null : (
        <section aria-label="推荐学者" aria-busy={!data}>
          <SectionHead title="推荐学者" />
          <div className="scholar-featured">
            {lead ? (
              <Link className="scholar-lead" to={scholarPath(lead.scholarId)}>
                <Avatar name={lead.scholarName} picture={lead.avatar} size={96} />
                <span className="scholar-lead-words">
                  <strong>{lead.scholarName}</strong>
                  <span className="meta">{[placeOf(lead), lead.researchField].filter(Boolean).join(' · ')}</span>
                  <span className="scholar-brief">{lead.brief}</span>
                  <span className="meta">
                    作品 {lead.worksNum}　论文 {lead.papersNum}
                  </span>
                </span>
              </Link>
            ) : (
              <Skeleton height={168} />
            )}
            <ul className="scholar-rail">
              {others.map((one) => (
                <li key={one.scholarId}>
                  <Link to={scholarPath(one.scholarId)}>
                    <Avatar name={one.scholarName} picture={one.avatar} size={56} />
                    <span className="one-line">{one.scholarName}</span>
                    <span className="meta one-line">{one.researchField}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        </section>
      )}
      {works.length > 0 ? (
        <section aria-label="最近出版">
          <SectionHead title="最近出版" note="学者的新作" />
          <div className="book-rail">
            {works.map((book) => (
              <BookTile key={book.publishId} book={book} />
            ))}
          </div>
        </section>
      ) : null}
    </>
  );
}

function ScholarList({ filter, reset }: { filter: ScholarFilter; reset: () => void }) {
  const list = useInfiniteQuery(scholarList(filter));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const filtered = Object.keys(filter).length > 0;
  if (list.isError && !list.data) return <Failed error={list.error} retry={() => void list.refetch()} />;
  if (list.data && rows.length === 0)
    return (
      <Empty drawing="find" title="暂无学者" reason={filtered ? '放宽一两个条件，也许就有了。' : '编辑部正在整理学者的资料，过几天再来看看。'}>
        {filtered ? (
          <button type="button" className="button button-fill button-tall" onClick={reset}>
            看全部学者
          </button>
        ) : null}
      </Empty>
    );
  return (
    <section aria-label="学者名录" aria-busy={!list.data}>
      {list.data ? <Stale error={list.error} /> : null}
      <h2 className="unseen">学者名录</h2>
      <ul className="scholar-list">
        {list.data
          ? rows.map((one, index) => (
              <Fragment key={one.scholarId}>
                {rows[index - 1]?.initial === one.initial ? null : (
                  <li className="scholar-letter">
                    <h3>{one.initial}</h3>
                  </li>
                )}
                <ScholarRow one={one} />
              </Fragment>
            ))
          : [1, 2, 3, 4, 5, 6].map((n) => (
              <li key={n} className="scholar-row" aria-hidden="true">
                <Skeleton width="60%" height={20} top={8} />
                <Skeleton width="80%" height={12} top={10} />
              </li>
            ))}
      </ul>
      {list.data ? <More list={list} end={`共 ${list.data.pages.at(-1)?.total ?? 0} 位学者`} /> : null}
    </section>
  );
}

function ScholarRow({ one }: { one: ScholarCard }) {
  return (
    <li className="scholar-row">
      <Link to={scholarPath(one.scholarId)}>
        <Avatar name={one.scholarName} picture={one.avatar} size={48} />
        <span className="scholar-row-words">
          <strong className="one-line">{one.scholarName}</strong>
          <span className="meta one-line">{[placeOf(one), one.researchField].filter(Boolean).join(' · ')}</span>
        </span>
      </Link>
      <FollowButton scholarId={one.scholarId} name={one.scholarName} />
    </li>
  );
}
