import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { DataOf } from '../../../contract/endpoint.ts';
import { CODE } from '../../../contract/error.ts';
import type { getScholar } from '../../../contract/scholar/public-scholar.ts';
import { CallError } from '../../api/call.ts';
import { count } from '../../format/number.ts';
import { shortDate } from '../../format/date.ts';
import { Avatar } from '../frame/avatar.tsx';
import { More } from '../frame/load-more.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { usePageHead } from '../frame/page-head.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { FollowButton } from './follow-button.tsx';
import { placeOf } from './place-of.ts';
import { SCHOLARS_PATH, newsOf, oneScholar, scholarPath, worksOf } from './scholar-queries.ts';
import { WorkRow } from './work-row.tsx';
import '../frame/rich-text.css';
import './scholar.css';

type Scholar = DataOf<typeof getScholar>;

const NAME_KINDS: Readonly<Record<Scholar['names'][number]['kind'], string>> = {
  courtesy: '字',
  art: '号',
  pen: '笔名',
  foreign: '外文名',
  former: '曾用名',
  other: '又名',
};

/** #29: the page of a scholar. */
export function ScholarScreen() {
  const scholarId = Number(useParams()['xz']) || 0;
  const { data, error, refetch } = useQuery(oneScholar(scholarId));
  const navigate = useNavigate();
  usePageHead(scholarPath(scholarId), data ? `${data.scholarName} 学者主页` : '', data?.brief);
  // A scholar who was merged into another has a new address, which the server knows: a request for the page follows it.
  const missing = error instanceof CallError && (error.code === CODE.missing || error.code === CODE.invalid);
  useEffect(() => {
    if (!missing || scholarId === 0) return;
    const leave = new AbortController();
    void fetch(scholarPath(scholarId), { method: 'HEAD', signal: leave.signal })
      .then(({ redirected, url }) => redirected && navigate(new URL(url).pathname, { replace: true }))
      .catch(() => undefined);
    return () => leave.abort();
  }, [missing, scholarId, navigate]);
  if (missing && !data)
    return (
      <Empty heading="h1" drawing="find" title="学者不存在或主页已关闭" reason="去学者馆看看别的学者吧。" to={SCHOLARS_PATH} action="去学者馆" />
    );
  return (
    <div className="scholar-page">
      <NavBar otherwise={SCHOLARS_PATH} />
      {error && !data ? <Failed heading="h1" error={error} retry={() => void refetch()} /> : <Stale error={error} />}
      {data ? <Page one={data} /> : error ? null : <Waiting />}
    </div>
  );
}

const Waiting = () => (
  <div className="scholar-part" aria-busy="true">
    <Skeleton width={96} height={96} />
    <Skeleton width="40%" height={28} top={16} />
    <Skeleton height={120} top={20} />
    <Skeleton height={220} top={28} />
  </div>
);

function Page({ one }: { one: Scholar }) {
  return (
    <article>
      <header className="scholar-head">
        <Avatar name={one.scholarName} picture={one.avatar} size={96} />
        <div>
          <h1>{one.scholarName}</h1>
          {placeOf(one) ? <p>{placeOf(one)}</p> : null}
          <p className="meta">{[one.disciplineName, one.researchField].filter(Boolean).join(' · ')}</p>
          <p className="meta">
            {one.worksNum} 部作品 · {one.papersNum} 篇论文 · {count(one.followNum)} 人关注
          </p>
        </div>
        <div className="scholar-actions">
          <FollowButton scholarId={one.scholarId} name={one.scholarName} tall />
          {one.tutorProfessorId ? (
            <Link className="button button-line button-tall" to={`/authorBackground/professorCenter?expert=${one.tutorProfessorId}`}>
              预约辅导
            </Link>
          ) : null}
          {one.claimable ? (
            <Link className="button button-line button-tall" to={`/personalCenter/profile?claim=${one.scholarId}`}>
              认领主页
            </Link>
          ) : null}
        </div>
      </header>
      {one.names.length > 0 ? (
        <dl className="scholar-names" aria-label="其他名字">
          {one.names.map(({ name, kind, yearFrom, yearTo }) => (
            <div key={name}>
              <dt>{NAME_KINDS[kind]}</dt>
              <dd>
                {name}
                {yearFrom || yearTo ? <span className="meta">{`（${yearFrom}—${yearTo}）`}</span> : null}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      <section className="scholar-part">
        <h2>生平</h2>
        {/* Cleaned by the server before it is stored. */}
        <div className="rich-text" dangerouslySetInnerHTML={{ __html: one.intro }} />
        {one.homepage ? (
          <p className="scholar-homepage">
            个人主页：
            <a href={one.homepage} rel="noopener nofollow" target="_blank">
              {one.homepage}
            </a>
          </p>
        ) : null}
      </section>
      {one.achievements ? (
        <section className="scholar-part">
          <h2>主要成果</h2>
          <div className="rich-text" dangerouslySetInnerHTML={{ __html: one.achievements }} />
        </section>
      ) : null}
      <Works one={one} title="作品" papers="0" />
      {one.papersNum > 0 ? <Works one={one} title="论文" papers="1" /> : null}
      {one.newsNum > 0 ? <News scholarId={one.scholarId} /> : null}
    </article>
  );
}

function Works({ one, title, papers }: { one: Scholar; title: string; papers: '0' | '1' }) {
  const list = useInfiniteQuery(worksOf(one.scholarId, papers));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <section className="scholar-part" aria-busy={!list.data && !list.isError}>
      <h2>{title}</h2>
      {list.isError && !list.data ? (
        <Failed error={list.error} retry={() => void list.refetch()} />
      ) : list.data ? (
        rows.length === 0 ? (
          <p className="scholar-none">该学者暂无作品</p>
        ) : (
          <>
            <ul className="scholar-works">
              {rows.map((work) => (
                <WorkRow key={work.worksId} work={work} />
              ))}
            </ul>
            {list.hasNextPage ? <More list={list} end="" /> : null}
          </>
        )
      ) : (
        <Skeleton height={160} top={8} />
      )}
    </section>
  );
}

function News({ scholarId }: { scholarId: number }) {
  const list = useInfiniteQuery(newsOf(scholarId));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <section className="scholar-part" aria-busy={!list.data && !list.isError}>
      <h2>动态</h2>
      {list.isError && !list.data ? <Failed error={list.error} retry={() => void list.refetch()} /> : null}
      <ul className="scholar-news">
        {rows.map((news) => (
          <li key={news.informationId}>
            <Link to={`/cms/main/information?id=${news.informationId}`}>
              <span className="serif">{news.title}</span>
              <span className="meta">
                {news.categoryName} · {shortDate(news.publishTime)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {list.hasNextPage ? <More list={list} end="" /> : null}
    </section>
  );
}
