import { useState } from 'react';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio/react';
import { deadlineText } from '../../../contract/deadline.ts';
import type { PlaceRow, PublicContest } from '../../../contract/contest/contest.ts';
import { myObjections, raiseObjection } from '../../../contract/contest/contest-publicity.ts';
import { CONTEST, OBJECTION_STATE_NAMES, ROUND_NAMES, type RoundType } from '../../../contract/contest/contest-limits.ts';
import { points } from '../../../contract/contest/scoring.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryClient } from '../../api/query-client.ts';
import { useStoredForm } from '../../drafts/use-stored-form.ts';
import { session } from '../../session/session.store.ts';
import { useSignIn } from './use-sign-in.ts';
import { toast } from '../frame/dialogs.ts';
import { More } from '../frame/load-more.tsx';
import { Sheet } from '../frame/sheet.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Failed } from '../frame/state.tsx';
import { WorkSheet } from './work-sheet.tsx';
import { ownObjections } from './entry-queries.ts';
import { placesOf } from './contest-queries.ts';

/** The ranking in publicity and after the end, how it was found, and objections. */
export function Places({ contest }: { contest: PublicContest }) {
  const [group, setGroup] = useState('');
  const [shown, setShown] = useState<PlaceRow | null>(null);
  const [about, setAbout] = useState<PlaceRow | 'contest' | null>(null);
  const { now } = useSnapshot(session);
  const signIn = useSignIn();
  const list = useInfiniteQuery(placesOf(contest.contestId, group));
  const first = list.data?.pages[0];
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const publicity = contest.status === 'publicity';
  const object = (row: PlaceRow | 'contest') => (now.state === 'anonymous' ? signIn() : setAbout(row));
  if (list.isError && !list.data) return <Failed error={list.error} retry={() => void list.refetch()} />;
  if (!first) return <Skeleton height={240} />;
  return (
    <>
      {publicity ? (
        <p className="contest-notice">
          公示至 {deadlineText(contest.publicityEnd)}，对名次有异议请在此之前提出。
          <button type="button" className="button button-line" onClick={() => object('contest')}>
            提出异议
          </button>
        </p>
      ) : null}
      {contest.groups.length > 1 ? (
        <fieldset className="contest-groups" aria-label="组别">
          {['', ...contest.groups].map((name) => (
            <button key={name} type="button" className="chip" aria-pressed={group === name} onClick={() => setGroup(name)}>
              <span>{name || '全部'}</span>
            </button>
          ))}
        </fieldset>
      ) : null}
      <ol className="contest-places">
        {rows.map((row) => (
          <li key={row.submitId}>
            <span className="contest-rank serif">
              <span className="unseen">第</span>
              {row.rank}
              <span className="unseen">名</span>
            </span>
            <span className="contest-place-words">
              <b className="serif">{row.title}</b>
              <span className="meta">
                {row.authorsText} · {row.group} · {row.submitNo}
              </span>
              <span className="meta">
                {row.judges} 位评委{row.trimmed > 0 ? `，去掉 ${row.trimmed} 个极端分` : ''}
                {row.discussed ? '，经合议' : ''}
              </span>
            </span>
            <span className="contest-place-score">
              <b>{points(row.score)}</b>
              {row.awardName ? <span className="tag tag-seal">{row.awardName}</span> : null}
              {row.open ? (
                <button type="button" className="contest-object" aria-label={`看作品《${row.title}》`} onClick={() => setShown(row)}>
                  看作品
                </button>
              ) : null}
              {publicity ? (
                <button type="button" className="contest-object" aria-label={`对《${row.title}》提出异议`} onClick={() => object(row)}>
                  异议
                </button>
              ) : null}
            </span>
          </li>
        ))}
      </ol>
      <More list={list} end={`共 ${first.total} 件作品`} />
      <section className="contest-method">
        <h2>名次怎样得来</h2>
        <p>{first.method}</p>
        {first.discussions.map(({ roundType, title, minutes, at }) => (
          <p key={`${at}${title}`}>
            <b>
              {ROUND_NAMES[roundType as RoundType]}合议{title}
            </b>
            （{at.slice(0, 10)}）：{minutes}
          </p>
        ))}
      </section>
      {now.state === 'authenticated' ? <OwnObjections contestId={contest.contestId} /> : null}
      {shown ? <WorkSheet submitId={shown.submitId} title={shown.title} close={() => setShown(null)} /> : null}
      {about ? <ObjectionSheet contest={contest} row={about === 'contest' ? null : about} close={() => setAbout(null)} /> : null}
    </>
  );
}

function OwnObjections({ contestId }: { contestId: number }) {
  const { data } = useQuery(ownObjections(contestId));
  if (!data || data.rows.length === 0) return null;
  return (
    <section className="contest-method">
      <h2>我的异议</h2>
      <ul className="contest-objections">
        {data.rows.map((one) => (
          <li key={one.objectionId}>
            <span className={one.status === 'open' ? 'tag' : 'tag tag-brand'}>{OBJECTION_STATE_NAMES[one.status]}</span>
            <p>{one.content}</p>
            {one.reply ? <p className="soft">答复：{one.reply}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function ObjectionSheet({ contest, row, close }: { contest: PublicContest; row: PlaceRow | null; close: () => void }) {
  const form = useStoredForm(`contest objection ${contest.contestId} ${row?.submitId ?? 0}`, { content: '', contact: '' });
  const length = [...form.values.content.trim()].length;
  const send = useMutation({
    mutationFn: () => call(raiseObjection, { body: { contestId: contest.contestId, submitId: row?.submitId ?? null, ...form.values } }),
    onSuccess: async () => {
      form.saved();
      void toast('异议已提交，处理后会在消息里告诉您');
      close();
      await queryClient.invalidateQueries(allOf(myObjections));
    },
  });
  return (
    <Sheet
      title={row ? `对《${row.title}》的异议` : '提出异议'}
      close={close}
      foot={
        <button
          type="submit"
          form="contest-objection"
          className="button button-fill button-tall button-wide"
          disabled={send.isPending || length < CONTEST.objection.min}
        >
          {send.isPending ? '正在提交…' : '提交'}
        </button>
      }
    >
      <form
        id="contest-objection"
        className="contest-form"
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate();
        }}
      >
        <label>
          异议和依据
          <textarea
            rows={6}
            maxLength={CONTEST.objection.max}
            value={form.values.content}
            onChange={(event) => form.change({ content: event.target.value })}
          />
        </label>
        <p className="meta">
          至少 {CONTEST.objection.min} 个字，现在 {length} 个字。您的姓名只有主办方看得到。
        </p>
        <label>
          联系方式（可不填）
          <input maxLength={100} value={form.values.contact} onChange={(event) => form.change({ contact: event.target.value })} />
        </label>
        {send.error ? (
          <p className="contest-wrong" role="alert">
            {send.error.message}
          </p>
        ) : null}
      </form>
    </Sheet>
  );
}
