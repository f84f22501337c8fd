import { useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { deadlineText } from '../../../contract/deadline.ts';
import { downloadCertificate } from '../../../contract/contest/contest-publicity.ts';
import { contestSubmitMachine } from '../../../contract/contest/contest-submit.machine.ts';
import { entryEvent, type OwnEntry } from '../../../contract/contest/contest-submit.ts';
import { CONTESTS_PATH, contestPath } from '../../../contract/contest/contest-path.ts';
import { ROUND_NAMES, type RoundType } from '../../../contract/contest/contest-limits.ts';
import { points } from '../../../contract/contest/scoring.ts';
import { call } from '../../api/call.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { confirm, toast, toastError } from '../frame/dialogs.ts';
import { Icon } from '../frame/icon.tsx';
import { More } from '../frame/load-more.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { ownEntries, refreshEntries } from './entry-queries.ts';
import './contest.css';

/** #36: own entries with their status, comments, score and certificate. */
export function MyContestsScreen() {
  const list = useInfiniteQuery(ownEntries());
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <div className="contests measure">
      <NavBar title="我的大赛" otherwise="/personalCenter/default" />
      {list.data ? <Stale error={list.error} /> : null}
      {list.isError && !list.data ? (
        <Failed error={list.error} retry={() => void list.refetch()} to="/personalCenter/default" action="回到我的" />
      ) : !list.data ? (
        <div className="contest-part" aria-busy="true">
          <Skeleton height={120} />
          <Skeleton height={120} top={12} />
        </div>
      ) : rows.length === 0 ? (
        <Empty drawing="lamp" title="您还没有参加大赛" reason="看看正在征稿的大赛，写好了随时可以投。" to={CONTESTS_PATH} action="去看看" />
      ) : (
        <>
          <ul className="entry-cards">
            {rows.map((row) => (
              <li key={row.submitId} className="card">
                <EntryCard one={row} />
              </li>
            ))}
          </ul>
          <More list={list} end={`共 ${list.data.pages[0]?.total ?? 0} 件作品`} />
        </>
      )}
    </div>
  );
}

function EntryCard({ one }: { one: OwnEntry }) {
  const [busy, setBusy] = useState(false);
  const [open, setOpen] = useState(false);
  const state = contestSubmitMachine.states[one.status];
  const run = async (work: () => Promise<unknown>, done?: string) => {
    setBusy(true);
    try {
      await work();
      if (done) void toast(done);
      await refreshEntries();
    } catch (error) {
      void toastError(error);
    } finally {
      setBusy(false);
    }
  };
  const withdraw = async () => {
    if (!(await confirm('退赛', `《${one.title}》退赛后不能恢复。`, '退赛'))) return;
    await run(() => call(entryEvent, { params: { event: 'withdraw', submitId: one.submitId } }), '已退赛');
  };
  const certificate = () =>
    run(() => receiveFile({ method: 'GET', path: downloadCertificate.path.replace('{certificateNo}', one.certificateNo) }, { type: 'pdf' }));
  return (
    <article className="entry-card">
      <div className="entry-card-head">
        <h2 className="serif">{one.title}</h2>
        <span className="contest-state" data-tone={state.tone}>
          {state.label}
        </span>
      </div>
      <p className="meta">
        <Link className="text-link" to={contestPath(one.contestId)}>
          {one.contestTitle}
        </Link>
        {one.group ? ` · ${one.group}` : ''}
        {one.submitNo ? ` · ${one.submitNo}` : ''}
      </p>
      {one.status === 'returned' ? (
        <p className="contest-notice">
          请补正：{one.returnReason}（{one.returnUntil.slice(0, 16)} 以前）
        </p>
      ) : null}
      {one.score !== null ? (
        <p className="entry-score">
          <b className="serif">{points(one.score)}</b> 分{one.rank > 0 ? `，第 ${one.rank} 名` : ''}
          {one.awardName ? <span className="tag tag-seal">{one.awardName}</span> : null}
        </p>
      ) : one.can.includes('edit') ? (
        <p className="meta">
          {one.files.length} 个文件 · 截止 {deadlineText(one.submitEnd)}
        </p>
      ) : null}
      {one.feedback.length > 0 ? (
        <>
          <button type="button" className="entry-more" aria-expanded={open} onClick={() => setOpen(!open)}>
            评委的评语 {one.feedback.length} 条
            <Icon name={open ? 'up' : 'down'} size={18} />
          </button>
          {open ? (
            <ul className="entry-feedback">
              {one.feedback.map(({ roundType, comment }, at) => (
                <li key={at}>
                  <span className="meta">{ROUND_NAMES[roundType as RoundType]}</span>
                  <p>{comment}</p>
                </li>
              ))}
            </ul>
          ) : null}
        </>
      ) : null}
      <div className="entry-acts">
        {one.can.includes('edit') ? (
          <Link className="button button-fill" to={`${contestPath(one.contestId)}?enter=1&submit=${one.submitId}`}>
            {one.status === 'submitted' ? '修改' : one.status === 'returned' ? '去补正' : '接着填'}
          </Link>
        ) : null}
        {one.can.includes('withdraw') ? (
          <button type="button" className="button button-line" disabled={busy} onClick={() => void withdraw()}>
            退赛
          </button>
        ) : null}
        {one.certificateNo ? (
          <>
            <button type="button" className="button button-fill" disabled={busy} onClick={() => void certificate()}>
              下载证书
            </button>
            <Link className="button button-line" to={`/cms/main/certificate/${one.certificateNo}`}>
              查验地址
            </Link>
          </>
        ) : null}
      </div>
    </article>
  );
}
