import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { CODE } from '../../../contract/error.ts';
import { API_PREFIX } from '../../../contract/limits.ts';
import type { OpenArticle } from '../../../contract/periodical/journal-article.ts';
import { articlePath, issuePath, journalPath, noticePath, PERIODICAL_PATH } from '../../../contract/periodical/periodical.site.ts';
import { NOTICE_NAMES } from '../../../contract/periodical/periodical-limits.ts';
import { CallError } from '../../api/call.ts';
import { fullDate } from '../../format/date.ts';
import { toast, toastError } from '../frame/dialogs.ts';
import { NavBar } from '../frame/nav-bar.tsx';
import { usePageHead } from '../frame/page-head.ts';
import { Unbroken } from '../frame/unbroken.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { oneArticle } from './periodical-queries.ts';
import '../frame/rich-text.css';
import './periodical.css';

/** A published article: abstract, text or PDF, notices, and how to cite it. */
export function ArticleScreen() {
  const articleId = Number(useParams()['articleId']) || 0;
  const { data, error, refetch } = useQuery(oneArticle(articleId));
  usePageHead(articlePath(articleId), data?.title ?? '', data?.abstract.slice(0, 120));
  const missing = error instanceof CallError && (error.code === CODE.missing || error.code === CODE.invalid);
  if (missing && !data)
    return (
      <Empty heading="h1" drawing="find" title="文章不存在或还没有刊出" reason="去期刊的目次里找找看。" to={PERIODICAL_PATH} action="全部期刊" />
    );
  return (
    <div className="periodical measure">
      <NavBar otherwise={PERIODICAL_PATH} />
      {error && !data ? <Failed heading="h1" error={error} retry={() => void refetch()} /> : <Stale error={error} />}
      {data ? (
        <Article one={data} />
      ) : error ? null : (
        <div className="periodical-part" aria-busy="true">
          <Skeleton width="80%" height={36} />
          <Skeleton width="40%" height={20} top={12} />
          <Skeleton height={240} top={20} />
        </div>
      )}
    </div>
  );
}

const pdfOf = (articleId: number, version = ''): string => `${API_PREFIX}/cms/journal/article/pdf/${articleId}${version && `?version=${version}`}`;

function Article({ one }: { one: OpenArticle }) {
  const corrected = one.notices.some(({ hasFile }) => hasFile);
  const dates = [
    ['收稿', one.receivedAt],
    ['录用', one.acceptedAt],
    ['刊出', one.publishedAt],
  ].filter(([, day]) => day);
  return (
    <article className={one.retracted ? 'periodical-article retracted' : 'periodical-article'}>
      {one.retracted ? (
        <p className="periodical-band" role="note">
          这篇文章已经撤稿，全文保留供查阅，请勿引用其结论。
        </p>
      ) : null}
      <header className="periodical-part">
        <p className="meta">
          <Link className="periodical-link" to={journalPath(one.journalId)}>
            {one.journalName}
          </Link>
          {one.issueId === null ? null : (
            <>
              {' · '}
              <Link className="periodical-link" to={issuePath(one.issueId)}>
                <Unbroken text={one.issueLabel} />
              </Link>
            </>
          )}
          <Unbroken text={`${one.pages ? ` · 第${one.pages}页` : ''}${one.columnName ? ` · ${one.columnName}` : ''}`} />
        </p>
        <h1>{one.title}</h1>
        {one.titleEn ? <p lang="en">{one.titleEn}</p> : null}
        <ul className="periodical-authors">
          {one.authors.map((author, index) => (
            <li key={`${author.name} ${index}`}>
              <b>{author.name}</b>
              <span className="meta">
                {author.unit}
                {author.corresponding ? `（通讯作者${author.mail ? `，${author.mail}` : ''}）` : ''}
              </span>
            </li>
          ))}
        </ul>
        <p className="meta">
          <Unbroken text={dates.map(([name, day]) => `${name} ${fullDate(day ?? '')}`).join(' · ')} />
        </p>
        <div className="periodical-acts">
          {one.hasPdf ? (
            <a className="button button-fill button-tall" href={pdfOf(one.articleId)} target="_blank" rel="noopener">
              {corrected ? '阅读更正后的PDF' : '阅读PDF'}
            </a>
          ) : null}
          {corrected ? (
            <a className="button button-line button-tall" href={pdfOf(one.articleId, 'first')} target="_blank" rel="noopener">
              更正前的PDF
            </a>
          ) : null}
          {one.html ? (
            <a className="button button-line button-tall" href="#text">
              网页全文
            </a>
          ) : null}
        </div>
      </header>
      <Notices one={one} />
      <section className="periodical-part">
        <h2>摘要</h2>
        <p className="periodical-abstract">{one.abstract}</p>
        {one.keywords.length > 0 ? <p className="meta">关键词：{one.keywords.join('；')}</p> : null}
        {one.abstractEn ? (
          <p className="periodical-abstract" lang="en">
            {one.abstractEn}
          </p>
        ) : null}
        {one.keywordsEn.length > 0 ? (
          <p className="meta" lang="en">
            Keywords: {one.keywordsEn.join('; ')}
          </p>
        ) : null}
        <p className="meta">{[one.clcCode && `中图分类号 ${one.clcCode}`, one.fund, one.doi && `DOI ${one.doi}`].filter(Boolean).join(' · ')}</p>
      </section>
      {one.html ? (
        <section className="periodical-part" id="text">
          <h2>正文</h2>
          {/* Cleaned by the server before it is stored. */}
          <div className="rich-text periodical-text" dangerouslySetInnerHTML={{ __html: one.html }} />
        </section>
      ) : null}
      {one.references.length > 0 ? (
        <section className="periodical-part">
          <h2>参考文献</h2>
          <ol className="periodical-references">
            {one.references.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ol>
        </section>
      ) : null}
      <Cite one={one} />
      <nav className="periodical-part periodical-neighbours" aria-label="本期其他文章">
        {one.previousId === null ? <span /> : <Link to={articlePath(one.previousId)}>上一篇</Link>}
        {one.nextId === null ? <span /> : <Link to={articlePath(one.nextId)}>下一篇</Link>}
      </nav>
    </article>
  );
}

/** Corrections, concerns and retractions, each with an anchor that the notice's own address uses. */
function Notices({ one }: { one: OpenArticle }) {
  const [target] = useState(() => window.location.hash.slice(1));
  useEffect(() => document.getElementById(target)?.scrollIntoView(), [target]);
  if (one.notices.length === 0) return null;
  return (
    <section className="periodical-part" aria-label="更正与声明">
      {one.notices.map((notice) => (
        <div key={notice.noticeId} id={`notice-${notice.noticeId}`} className="periodical-notice" data-type={notice.type}>
          <h2>
            {NOTICE_NAMES[notice.type]}：{notice.title}
          </h2>
          <p>{notice.content}</p>
          <p className="meta">
            {fullDate(notice.publishedAt)} · {notice.citation}
          </p>
          <p>
            <Link className="periodical-link" to={noticePath(notice.noticeId)}>
              {NOTICE_NAMES[notice.type]}的页面
            </Link>
          </p>
        </div>
      ))}
    </section>
  );
}

const FORMATS = [
  ['bibtex', 'BibTeX'],
  ['ris', 'RIS'],
  ['jats', 'JATS'],
] as const;

function Cite({ one }: { one: OpenArticle }) {
  const copy = () =>
    navigator.clipboard.writeText(one.citation).then(
      () => toast('引文已复制'),
      () => toast('复制不了，请长按引文自己复制'),
    );
  const save = async (format: string) => {
    const { receiveFile } = await import('../../api/receive-file.ts');
    await receiveFile({ method: 'GET', path: `/cms/journal/article/export/${one.articleId}/${format}` }).catch((error: unknown) => toastError(error));
  };
  return (
    <section className="periodical-part">
      <h2>引用</h2>
      <p className="periodical-cite">{one.citation}</p>
      <div className="periodical-acts">
        <button type="button" className="button button-line" onClick={() => void copy()}>
          复制（GB/T 7714）
        </button>
        {FORMATS.map(([format, name]) => (
          <button key={format} type="button" className="button button-line" onClick={() => void save(format)}>
            {name}
          </button>
        ))}
      </div>
    </section>
  );
}
