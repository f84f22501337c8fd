import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { CODE } from '../../../contract/error.ts';
import { API_PREFIX } from '../../../contract/limits.ts';
import type { OpenNotice } from '../../../contract/periodical/correction-notice.ts';
import { articlePath, issuePath, journalPath, noticePath, PERIODICAL_PATH } from '../../../contract/periodical/periodical.site.ts';
import { NOTICE_NAMES } from '../../../contract/periodical/periodical-limits.ts';
import { CallError } from '../../api/call.ts';
import { fullDate } from '../../format/date.ts';
import { NavBar } from '../frame/nav-bar.tsx';
import { usePageHead } from '../frame/page-head.ts';
import { Unbroken } from '../frame/unbroken.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { oneNotice } from './periodical-queries.ts';
import './periodical.css';

/** A correction, retraction or other notice as an article of its own, with the article that it is about. */
export function NoticeScreen() {
  const noticeId = Number(useParams()['noticeId']) || 0;
  const { data, error, refetch } = useQuery(oneNotice(noticeId));
  usePageHead(noticePath(noticeId), data?.title ?? '', data?.content.slice(0, 120));
  const missing = error instanceof CallError && (error.code === CODE.missing || error.code === CODE.invalid);
  if (missing && !data)
    return (
      <Empty heading="h1" drawing="find" title="声明不存在或还没有发布" reason="去期刊的目次里找找看。" to={PERIODICAL_PATH} action="全部期刊" />
    );
  return (
    <div className="periodical measure">
      <NavBar otherwise={PERIODICAL_PATH} />
      {error && !data ? <Failed heading="h1" error={error} retry={() => void refetch()} /> : <Stale error={error} />}
      {data ? (
        <Notice one={data} />
      ) : error ? null : (
        <div className="periodical-part" aria-busy="true">
          <Skeleton width="80%" height={36} />
          <Skeleton height={160} top={20} />
        </div>
      )}
    </div>
  );
}

function Notice({ one }: { one: OpenNotice }) {
  return (
    <article className="periodical-article">
      <header className="periodical-part">
        <p className="meta">
          <Link className="periodical-link" to={journalPath(one.journalId)}>
            {one.journalName}
          </Link>
          {one.issueId === null ? null : (
            <>
              {' · '}
              <Link className="periodical-link" to={issuePath(one.issueId)}>
                {one.issueLabel}
              </Link>
            </>
          )}
          {` · ${NOTICE_NAMES[one.type]}`}
        </p>
        <h1>{one.title}</h1>
        <p className="meta">
          <Unbroken text={[`编号 ${one.noticeNo}`, one.doi && `DOI ${one.doi}`, fullDate(one.publishedAt)].filter(Boolean).join(' · ')} />
        </p>
      </header>
      <section className="periodical-part periodical-notice" data-type={one.type} aria-label="所涉文章">
        <h2>
          <Link className="periodical-link" to={articlePath(one.articleId)}>
            {one.articleTitle}
          </Link>
        </h2>
        <p className="meta">{one.articleCitation}</p>
        {one.hasFile ? <p className="meta">文章页上有更正后的PDF，更正前的仍可下载。</p> : null}
      </section>
      <section className="periodical-part" aria-label="声明">
        {one.content.split(/\n+/).map((text) => (
          <p key={text} className="periodical-abstract">
            {text}
          </p>
        ))}
      </section>
      <section className="periodical-part">
        <h2>引用</h2>
        <p className="periodical-cite">{one.citation}</p>
        <p className="periodical-acts">
          <a className="button button-line" href={`${API_PREFIX}/cms/journal/notice/export/${one.noticeId}`}>
            JATS
          </a>
        </p>
      </section>
    </article>
  );
}
