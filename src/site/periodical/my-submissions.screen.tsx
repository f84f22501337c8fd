import { useState } from 'react';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { deadlineText } from '../../../contract/deadline.ts';
import { addSubmission, type OwnSubmission } from '../../../contract/periodical/own-submission.ts';
import { queryJournal } from '../../../contract/periodical/journal.ts';
import { PERIODICAL_PATH, submissionPath } from '../../../contract/periodical/periodical.site.ts';
import { SUBMISSION_WORDS } from '../../../contract/periodical/journal-submission.machine.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { More } from '../frame/load-more.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { Sheet } from '../frame/sheet.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { mySubmissions, refreshSubmissions } from './periodical-queries.ts';
import './periodical.css';
import './submission.css';

/** #13: one's own submissions with five plain words and the usual days. */
export function MySubmissionsScreen() {
  const [search, setSearch] = useSearchParams();
  const word = search.get('word') ?? '';
  const asked = search.get('new');
  const list = useInfiniteQuery(mySubmissions(word));
  const { data, error, refetch } = list;
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const choose = (next: Record<string, string>) => setSearch(next, { replace: true, preventScrollReset: true });
  return (
    <div className="periodical measure">
      <NavBar title="我的投稿" otherwise={PERIODICAL_PATH} />
      <div className="periodical-part">
        <fieldset className="submission-words" aria-label="状态">
          {['', ...SUBMISSION_WORDS].map((one) => (
            <button key={one} type="button" className="chip" aria-pressed={word === one} onClick={() => choose(one ? { word: one } : {})}>
              <span>{one || '全部'}</span>
            </button>
          ))}
        </fieldset>
        <div className="periodical-acts">
          <button type="button" className="button button-fill button-tall" onClick={() => choose({ new: '1' })}>
            新投稿
          </button>
          <Link className="button button-line button-tall" to={PERIODICAL_PATH}>
            看期刊
          </Link>
        </div>
      </div>
      {error && !data ? (
        <Failed error={error} retry={() => void refetch()} to={PERIODICAL_PATH} action="看期刊" />
      ) : !data ? (
        <div className="periodical-part" aria-busy="true">
          <Skeleton height={112} />
          <Skeleton height={112} top={12} />
        </div>
      ) : rows.length === 0 ? (
        <Empty drawing="boat" title={word ? '这一栏没有稿件' : '您还没有投稿'} reason="选一份期刊，三步就能投出一篇稿件。">
          <button type="button" className="button button-fill button-tall" onClick={() => choose({ new: '1' })}>
            去投稿
          </button>
        </Empty>
      ) : (
        <>
          <Stale error={error} />
          <ul className="submission-list">
            {rows.map((one) => (
              <Card key={one.submissionId} one={one} />
            ))}
          </ul>
          <More list={list} end={`共 ${data.pages[0]?.total ?? 0} 篇`} />
        </>
      )}
      {asked === null ? null : <NewSubmission journalId={Number(asked) > 1 ? Number(asked) : null} close={() => choose(word ? { word } : {})} />}
    </div>
  );
}

function Card({ one }: { one: OwnSubmission }) {
  return (
    <li>
      <Link className="submission-card" to={submissionPath(one.submissionId)}>
        <span className="submission-card-head">
          <b className="serif">{one.title || '（还没有题名）'}</b>
          <span className={one.word === '等您处理' ? 'submission-word asks' : 'submission-word'}>{one.word}</span>
        </span>
        <span className="meta">
          {[one.journalName, one.submissionNo, one.dueAt ? `${deadlineText(one.dueAt)}前处理` : ''].filter(Boolean).join(' · ')}
        </span>
        <span>
          {one.next}
          {one.usualDays === null ? '' : `通常需要 ${one.usualDays} 天。`}
        </span>
      </Link>
    </li>
  );
}

/** Chooses the journal of a new submission; the draft is kept on the server from then on. */
function NewSubmission({ journalId, close }: { journalId: number | null; close: () => void }) {
  const navigate = useNavigate();
  const [picked, setPicked] = useState(journalId);
  const journals = useQuery(queryOf(queryJournal, { query: { pageSize: 50 } }));
  const add = useMutation({
    mutationFn: (id: number) => call(addSubmission, { body: { journalId: id } }),
    onSuccess: async ({ submissionId }) => {
      await refreshSubmissions();
      await navigate(submissionPath(submissionId), { replace: true });
    },
  });
  const rows = journals.data?.rows ?? [];
  const chosen = picked ?? (rows.length === 1 ? (rows[0]?.journalId ?? null) : null);
  return (
    <Sheet
      title="投给哪份期刊"
      close={close}
      foot={
        <button
          type="button"
          className="button button-fill button-tall button-wide"
          disabled={chosen === null || add.isPending}
          onClick={() => chosen !== null && add.mutate(chosen)}
        >
          {add.isPending ? '正在新建…' : '开始填写'}
        </button>
      }
    >
      <div className="periodical-form">
        {journals.isError ? <p className="periodical-wrong">期刊没有读出来，请关闭后重试。</p> : null}
        <fieldset>
          <legend className="unseen">期刊</legend>
          {rows.map((one) => (
            <label key={one.journalId} className="periodical-tick">
              <input type="radio" name="journal" checked={chosen === one.journalId} onChange={() => setPicked(one.journalId)} />
              <span>
                {one.journalName} <span className="meta">{one.frequency}刊</span>
              </span>
            </label>
          ))}
        </fieldset>
        {add.error ? (
          <p className="periodical-wrong" role="alert">
            {add.error.message}
          </p>
        ) : null}
      </div>
    </Sheet>
  );
}
