import { deadlineText } from '../../../contract/deadline.ts';
import type { PublicContest } from '../../../contract/contest/contest.ts';
import { ROUND_NAMES, type RoundType } from '../../../contract/contest/contest-limits.ts';
import { prizeWords } from './contest-words.ts';

/** The tabs of a contest that a first visit does not show. */
export function MoreTab({ one, tab }: { one: PublicContest; tab: 'rules' | 'awards' | 'judges' }) {
  switch (tab) {
    case 'rules':
      return (
        <>
          <div className="rich-text" dangerouslySetInnerHTML={{ __html: one.rules }} />
          {one.rounds.map((round) => (
            <section key={round.roundType} className="contest-round">
              <h2>{ROUND_NAMES[round.roundType as RoundType]}</h2>
              <p className="meta">
                {round.startTime.slice(0, 10)} 至 {deadlineText(round.endTime)} · 每件 {round.judgesPerSubmit} 位评委
                {round.blind ? ' · 匿名评审' : ''}
              </p>
              {round.mode === 'score' ? (
                <ul className="contest-criteria">
                  {round.criteria.map(({ key, name, weight }) => (
                    <li key={key}>
                      <span>{name}</span>
                      <span>{weight / 100}%</span>
                    </li>
                  ))}
                </ul>
              ) : (
                <p>评委投“通过”或“不通过”，多数通过的进入下一轮。</p>
              )}
              {round.trim && round.mode === 'score' ? <p className="meta">5位以上评委时去掉一个最高分和一个最低分。</p> : null}
            </section>
          ))}
        </>
      );
    case 'awards':
      return one.awardPlan.length === 0 ? (
        <p className="soft">奖项另行公布。</p>
      ) : (
        <ul className="contest-awards">
          {one.awardPlan.map(({ name, quota, prizeFen, note }) => (
            <li key={name}>
              <b className="serif">{name}</b>
              <span className="meta">
                每组 {quota} 名{note ? `，${note}` : ''}
              </span>
              <span className="contest-prize">{prizeFen > 0 ? prizeWords(prizeFen) : ''}</span>
            </li>
          ))}
        </ul>
      );
    case 'judges':
      return one.judges.length === 0 ? (
        <p className="soft">{one.judgeNum > 0 ? `已聘 ${one.judgeNum} 位评委，为保证公正，名单在揭晓时公布。` : '评委正在邀请中。'}</p>
      ) : (
        <ul className="contest-judges">
          {one.judges.map(({ name, intro }) => (
            <li key={name}>
              <b>{name}</b>
              {intro ? <p className="soft">{intro}</p> : null}
            </li>
          ))}
        </ul>
      );
  }
}
