import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { CODE } from '../../../contract/error.ts';
import type { OpenJournal } from '../../../contract/periodical/journal.ts';
import { ANSWER_DAYS, issuePath, journalPath, PERIODICAL_PATH, SUBMISSIONS_PATH } from '../../../contract/periodical/periodical.site.ts';
import { yuan } from '../../../contract/money.ts';
import { CallError } from '../../api/call.ts';
import { fullDate } from '../../format/date.ts';
import { More } from '../frame/load-more.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { usePageHead } from '../frame/page-head.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { JournalCover } from './journal-cover.tsx';
import { issuesOf, oneJournal } from './periodical-queries.ts';
import '../frame/rich-text.css';
import './periodical.css';

const REVIEW_WORDS = { double_blind: '双盲评审：作者与审稿人互不知道姓名', single_blind: '单盲评审：作者不知道审稿人', open: '公开评审' } as const;

/** One journal: its facts, its issues, and how to submit. */
export function JournalScreen() {
  const journalId = Number(useParams()['journalId']) || 0;
  const { data, error, refetch } = useQuery(oneJournal(journalId));
  usePageHead(journalPath(journalId), data ? `${data.journalName} 期刊` : '');
  const missing = error instanceof CallError && (error.code === CODE.missing || error.code === CODE.invalid);
  if (missing && !data)
    return <Empty heading="h1" drawing="find" title="期刊不存在或已停刊" reason="去看看别的期刊吧。" to={PERIODICAL_PATH} action="全部期刊" />;
  return (
    <div className="periodical measure">
      <NavBar otherwise={PERIODICAL_PATH} />
      {error && !data ? <Failed heading="h1" error={error} retry={() => void refetch()} /> : <Stale error={error} />}
      {data ? (
        <Page one={data} />
      ) : error ? null : (
        <div className="periodical-part" aria-busy="true">
          <Skeleton height={140} />
          <Skeleton height={220} top={20} />
        </div>
      )}
    </div>
  );
}

function Page({ one }: { one: OpenJournal }) {
  const facts = [
    ['ISSN', one.issn],
    ['CN', one.cn],
    ['刊期', `${one.frequency}刊`],
    ['主编', one.chiefEditor],
    ['主管', one.supervisor],
    ['主办', one.sponsor],
    ['出版', one.publisher],
    ['邮发代号', one.postCode],
    ['评审', REVIEW_WORDS[one.reviewMode]],
    ['版面费', one.pageFeeFen > 0 ? `每篇 ¥${yuan(one.pageFeeFen)}，可以申请减免` : '不收'],
    ['稿酬', `每千字 ¥${yuan(one.payPerThousandFen)}`],
    ['初审结果', `${ANSWER_DAYS}天内${one.usualDays !== null && one.usualDays < ANSWER_DAYS ? `，通常${one.usualDays}天` : ''}`],
    ['编辑部', [one.officeMail, one.officePhone, one.address].filter(Boolean).join('，')],
  ].filter(([, value]) => value) as [string, string][];
  return (
    <article>
      <header className="periodical-head">
        <JournalCover journalId={one.journalId} name={one.journalName} cover={one.cover} label={one.newest} />
        <div>
          <h1>{one.journalName}</h1>
          {one.nameEn ? <p lang="en">{one.nameEn}</p> : null}
          <p className="meta">{one.columns.join(' · ')}</p>
          <div className="periodical-acts">
            <Link className="button button-fill button-tall" to={`${SUBMISSIONS_PATH}?new=${one.journalId}`}>
              向本刊投稿
            </Link>
          </div>
        </div>
      </header>
      <Issues journalId={one.journalId} />
      {one.intro ? (
        <section className="periodical-part">
          <h2>简介</h2>
          {/* Cleaned by the server before it is stored. */}
          <div className="rich-text" dangerouslySetInnerHTML={{ __html: one.intro }} />
        </section>
      ) : null}
      <section className="periodical-part" id="guide">
        <h2>投稿须知</h2>
        {one.guide ? (
          <div className="rich-text" dangerouslySetInnerHTML={{ __html: one.guide }} />
        ) : (
          <p className="soft">请按网上投稿的三个步骤填写，稿件用docx或pdf。</p>
        )}
        <dl className="periodical-facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </article>
  );
}

function Issues({ journalId }: { journalId: number }) {
  const list = useInfiniteQuery(issuesOf(journalId));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <section className="periodical-part" aria-busy={!list.data && !list.isError}>
      <h2>各期</h2>
      {list.isError && !list.data ? (
        <Failed error={list.error} retry={() => void list.refetch()} to={PERIODICAL_PATH} action="全部期刊" />
      ) : !list.data ? (
        <Skeleton height={120} />
      ) : rows.length === 0 ? (
        <p className="soft">还没有出刊。</p>
      ) : (
        <ul className="periodical-issues">
          {rows.map((issue) => (
            <li key={issue.issueId}>
              <Link to={issuePath(issue.issueId)}>
                <b>{issue.label}</b>
                <span className="meta">{[issue.title, `${issue.articleCount}篇`, fullDate(issue.publishDate)].filter(Boolean).join(' · ')}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage ? <More list={list} end="" /> : null}
    </section>
  );
}
