import { Fragment } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { CODE } from '../../../contract/error.ts';
import type { OpenContents } from '../../../contract/periodical/journal-issue.ts';
import { articlePath, issuePath, journalPath, noticePath, PERIODICAL_PATH } from '../../../contract/periodical/periodical.site.ts';
import { NOTICE_NAMES } from '../../../contract/periodical/periodical-limits.ts';
import { CallError } from '../../api/call.ts';
import { fullDate } from '../../format/date.ts';
import { NavBar } from '../frame/nav-bar.tsx';
import { usePageHead } from '../frame/page-head.ts';
import { Unbroken } from '../frame/unbroken.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { oneIssue } from './periodical-queries.ts';
import './periodical.css';

/** The contents of one issue, by columns. */
export function IssueScreen() {
  const issueId = Number(useParams()['issueId']) || 0;
  const { data, error, refetch } = useQuery(oneIssue(issueId));
  usePageHead(issuePath(issueId), data ? `《${data.journalName}》${data.label}` : '');
  const missing = error instanceof CallError && (error.code === CODE.missing || error.code === CODE.invalid);
  if (missing && !data)
    return <Empty heading="h1" drawing="find" title="这一期不存在或还没有出刊" reason="去看看别的期刊吧。" to={PERIODICAL_PATH} action="全部期刊" />;
  return (
    <div className="periodical measure">
      <NavBar otherwise={PERIODICAL_PATH} />
      {error && !data ? <Failed heading="h1" error={error} retry={() => void refetch()} /> : <Stale error={error} />}
      {data ? (
        <Contents one={data} />
      ) : error ? null : (
        <div className="periodical-part" aria-busy="true">
          <Skeleton width="60%" height={36} />
          <Skeleton height={260} top={20} />
        </div>
      )}
    </div>
  );
}

function Contents({ one }: { one: OpenContents }) {
  return (
    <article>
      <header className="periodical-part">
        <p className="meta">
          <Link className="periodical-link" to={journalPath(one.journalId)}>
            {one.journalName}
          </Link>
        </p>
        <h1>{one.label}</h1>
        <p className="meta">
          <Unbroken text={[one.title, one.totalNo > 0 ? `总第${one.totalNo}期` : '', fullDate(one.publishDate)].filter(Boolean).join(' · ')} />
        </p>
      </header>
      <section className="periodical-part" aria-label="目次">
        <ul className="periodical-contents">
          {one.articles.map((article, index) => (
            <Fragment key={article.articleId}>
              {article.columnName && one.articles[index - 1]?.columnName !== article.columnName ? (
                <li className="periodical-column">
                  <h2>{article.columnName}</h2>
                </li>
              ) : null}
              <li>
                <Link to={articlePath(article.articleId)}>
                  <span className="periodical-title">
                    {article.retracted ? <b className="periodical-retracted">已撤稿</b> : null}
                    {article.title}
                  </span>
                  <span className="meta">{article.authorsText}</span>
                </Link>
                <span className="meta periodical-pages">{article.pages}</span>
              </li>
            </Fragment>
          ))}
          {one.notices.length > 0 ? (
            <li className="periodical-column">
              <h2>更正与声明</h2>
            </li>
          ) : null}
          {one.notices.map((notice) => (
            <li key={`notice ${notice.noticeId}`}>
              <Link to={noticePath(notice.noticeId)}>
                <span className="periodical-title">
                  {NOTICE_NAMES[notice.type]}：{notice.title}
                </span>
                <span className="meta">关于《{notice.articleTitle}》</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </article>
  );
}
