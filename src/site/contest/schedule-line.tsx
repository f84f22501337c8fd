import type { PublicContest } from '../../../contract/contest/contest.ts';
import { PUBLICITY_DAYS, ROUND_NAMES, type RoundType } from '../../../contract/contest/contest-limits.ts';

interface Step {
  readonly key: string;
  readonly name: string;
  readonly time: string;
  readonly state: 'past' | 'now' | 'next';
}

const day = (time: string): string => (time ? `${Number(time.slice(5, 7))}月${Number(time.slice(8, 10))}日` : '');

/** A deadline has its time of day. */
const moment = (time: string): string => (time ? `${day(time)} ${time.slice(11, 16)}` : '');

/** The stations of a contest with the current one. */
export function stepsOf(one: PublicContest): Step[] {
  const rounds = one.rounds.map((round) => ({
    key: `round ${round.roundType}`,
    name: ROUND_NAMES[round.roundType as RoundType],
    time: `${day(round.startTime)}起`,
    done: round.status === 'confirmed',
  }));
  const ended = one.status === 'finished';
  const publicity = one.status === 'publicity' || ended;
  const list = [
    { key: 'collect', name: '征稿', time: `至${moment(one.submitEnd)}`, done: one.status !== 'announced' && one.status !== 'collecting' },
    ...rounds.map((round) => ({ ...round, done: round.done || publicity })),
    { key: 'publicity', name: '公示', time: one.publicityEnd ? `至${moment(one.publicityEnd)}` : `评审结束后${PUBLICITY_DAYS}天`, done: ended },
    { key: 'end', name: '揭晓', time: ended ? '已揭晓' : '公示结束', done: ended },
  ];
  const now = list.findIndex(({ done }) => !done);
  return list.map(({ key, name, time }, at) => ({ key, name, time, state: now === -1 || at < now ? 'past' : at === now ? 'now' : 'next' }));
}

const WORDS = { past: '已完成', now: '现在', next: '' } as const;

/** The schedule as a line with "now". */
export const ScheduleLine = ({ contest }: { contest: PublicContest }) => (
  <ol className="contest-line" aria-label="日程">
    {stepsOf(contest).map(({ key, name, time, state }) => (
      <li key={key} className={`contest-step contest-step-${state}`} aria-current={state === 'now' ? 'step' : undefined}>
        <span className="contest-step-name">
          {name}
          {WORDS[state] ? <span className={state === 'now' ? 'contest-now' : 'unseen'}>{WORDS[state]}</span> : null}
        </span>
        <span className="contest-step-time">{time}</span>
      </li>
    ))}
  </ol>
);
