import { useState } from 'react';
import { Button } from 'antd';
import { deadlineText } from '../../../contract/deadline.ts';
import { SCORES, staffReviewEvent } from '../../../contract/periodical/journal-review.ts';
import { journalReviewMachine } from '../../../contract/periodical/journal-review.machine.ts';
import { RECOMMENDATION_NAMES, REVIEWING } from '../../../contract/periodical/periodical-limits.ts';
import type { ReviewView, SubmissionDetail } from '../../../contract/periodical/journal-submission.ts';
import { call } from '../../api/call.ts';
import { loadable } from '../../loading/loadable.ts';
import { EventDialog } from '../state-machine/event-dialog.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { useChange } from './use-change.ts';

const InviteDialog = loadable(async () => (await import('./invite-dialog.tsx')).InviteDialog);

type Event = ReviewView['can'][number];
const REINVITE = { label: '再次邀请', from: [], to: '' } as const;
const eventOf = (event: Event) => (event === 'reinvite' ? REINVITE : journalReviewMachine.events[event]);

/** Reviews by round, the newest first, so that rounds can be compared; and the author's answers to them. */
export function ReviewPart({ one }: { one: SubmissionDetail }) {
  const [inviting, setInviting] = useState(false);
  const rounds = [...new Set(one.reviews.map(({ round }) => round))].toSorted((a, b) => b - a);
  const invites = ['submitted', 'revised', 'decision', 'external'].includes(one.status);
  return (
    <div className="submission-reviews">
      {invites ? (
        <Button type="primary" onClick={() => setInviting(true)}>
          邀请审稿专家
        </Button>
      ) : null}
      {rounds.length === 0 ? (
        <p className="soft">还没有邀请审稿专家。送外审前至少邀请2名；多出来的作候补，有人谢绝或{REVIEWING.answerDays}天不答复时自动递补。</p>
      ) : null}
      {rounds.map((round) => (
        <section key={round} aria-label={`第${round}轮`}>
          <h3>
            第{round}轮{round > one.round ? '（送外审时发出邀请）' : ''}
          </h3>
          {one.reviews
            .filter((review) => review.round === round)
            .map((review) => (
              <Review key={review.reviewId} review={review} title={one.title} />
            ))}
          <Points one={one} round={round} />
        </section>
      ))}
      {inviting ? <InviteDialog one={one} onClose={() => setInviting(false)} /> : null}
    </div>
  );
}

function Review({ review, title }: { review: ReviewView; title: string }) {
  const change = useChange();
  const [event, setEvent] = useState<Event | null>(null);
  const times = [
    review.invitedAt && `邀请 ${review.invitedAt.slice(0, 10)}`,
    review.status === 'invited' && `答复期限 ${deadlineText(review.answerBy)}`,
    ['accepted', 'overdue'].includes(review.status) && `审稿期限 ${deadlineText(review.dueAt)}`,
    review.finishedAt && `交回 ${review.finishedAt.slice(0, 10)}`,
    review.attempt > 1 && `第${review.attempt}次邀请`,
  ].filter(Boolean);
  return (
    <article className="submission-review">
      <header>
        <strong>审稿人{review.seat}</strong> {review.reviewerName}
        <StateTag machine={journalReviewMachine} state={review.status} />
        <span className={review.late ? 'late' : 'soft'}>{times.join(' · ')}</span>
        <span className="grow" />
        {review.can.map((name) => (
          <Button key={name} size="small" danger={name === 'cancel'} onClick={() => setEvent(name)}>
            {eventOf(name).label}
          </Button>
        ))}
      </header>
      {review.conflictNote ? <p className="late">{review.conflictNote}</p> : null}
      {review.declineReason ? (
        <p className="soft">
          {[
            review.declineReason,
            review.declineText !== review.declineReason && review.declineText,
            review.suggestedName && `推荐 ${review.suggestedName} ${review.suggestedEmail}`,
          ]
            .filter(Boolean)
            .join('；')}
        </p>
      ) : null}
      {review.status === 'done' ? (
        <>
          <p>
            <strong>{review.recommendation ? RECOMMENDATION_NAMES[review.recommendation] : ''}</strong>{' '}
            <span className="soft">{SCORES.map((name, index) => `${name} ${review.scores[index] ?? '—'}`).join('　')}</span>
          </p>
          <p className="submission-text">{review.toAuthor}</p>
          {review.toEditor ? <p className="submission-text submission-secret">只给编辑：{review.toEditor}</p> : null}
        </>
      ) : null}
      {event ? (
        <EventDialog
          event={eventOf(event)}
          name={`《${title}》`}
          onClose={() => setEvent(null)}
          onSend={async (reason) => {
            const body = { reason, ...(event === 'extend' ? { days: REVIEWING.extendDays } : {}) };
            const done = await change(
              () => call(staffReviewEvent, { params: { event, reviewId: review.reviewId }, body }),
              `已${eventOf(event).label}`,
            );
            if (!done) throw new Error('没有成功，请按提示处理后重试');
          }}
        >
          {event === 'extend' ? <p className="soft">期限延长{REVIEWING.extendDays}天。</p> : null}
        </EventDialog>
      ) : null}
    </article>
  );
}

function Points({ one, round }: { one: SubmissionDetail; round: number }) {
  const points = one.points.filter((point) => point.round === round);
  if (points.length === 0) return null;
  return (
    <details className="submission-points">
      <summary>
        逐条答复 {points.filter(({ answer }) => answer !== '').length}/{points.length}
      </summary>
      <ol>
        {points.map((point) => (
          <li key={point.pointNo}>
            <p className="submission-text">
              <span className="soft">{point.seat === 0 ? '编辑部' : `审稿人${point.seat}`}：</span>
              {point.text}
            </p>
            <p className="submission-text soft">作者：{point.answer || '（没有答复）'}</p>
          </li>
        ))}
      </ol>
    </details>
  );
}
