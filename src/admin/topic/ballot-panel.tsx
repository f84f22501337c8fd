import { useState } from 'react';
import { Alert, Button, Input } from 'antd';
import CheckOutlined from '@ant-design/icons/CheckOutlined';
import { KIND_NAMES } from '../../../contract/manuscript/manuscript-limits.ts';
import { TOPIC, VOTE_NAMES, VOTES, votesNeeded, type Vote } from '../../../contract/topic/topic-rules.ts';
import { castVote, type AgendaItem, type SessionDetail } from '../../../contract/topic/topic-session.ts';
import { call } from '../../api/call.ts';
import { errorMessage } from '../ui/error-message.ts';
import { Competitors, TopicFigures } from './topic-facts.tsx';

interface Props {
  readonly session: SessionDetail;
  readonly item: AgendaItem;
  readonly onDone: (session: SessionDetail) => void;
}

/** The topic under discussion: what it is, the vote of the user, and the tally. */
export function BallotPanel({ session, item, onDone }: Props) {
  return (
    <section className="session-pane session-ballot" aria-label="议题">
      <div className="topic-head">
        <h2>{item.title}</h2>
        <span className="soft">{KIND_NAMES[item.kind]}</span>
        <span className="code soft">{item.topicNo}</span>
      </div>
      <p className="soft">
        {item.authorNames} 著　申报 {item.declarerName}
      </p>
      <p className="topic-text">{item.contentIntro}</p>
      {item.significance ? <p className="topic-text soft">意义：{item.significance}</p> : null}
      <TopicFigures one={item} />
      <Competitors rows={item.competitors} />
      {session.voting ? <MyVote session={session} item={item} onDone={onDone} /> : null}
      {session.attendees.some(({ present }) => present) ? <Result session={session} item={item} /> : null}
    </section>
  );
}

function MyVote({ session, item, onDone }: Props) {
  const [reason, setReason] = useState(item.mine?.reason ?? '');
  const [busy, setBusy] = useState<Vote | null>(null);
  const [wrong, setWrong] = useState('');
  if (item.own) return <Alert type="info" showIcon title="您是申报人，本议题回避表决，已计为弃权。" />;
  const send = async (vote: Vote) => {
    setBusy(vote);
    setWrong('');
    try {
      onDone(await call(castVote, { body: { sessionId: session.sessionId, topicId: item.topicId, vote, reason: reason.trim() } }));
    } catch (error) {
      setWrong(errorMessage(error));
    } finally {
      setBusy(null);
    }
  };
  const { mine } = item;
  return (
    <div className="my-vote">
      <h3>
        我的表决 <span className="soft">会议结束前可以改</span>
      </h3>
      <label htmlFor="vote-reason">意见（写入纪要，可不填）</label>
      <Input.TextArea
        id="vote-reason"
        value={reason}
        maxLength={TOPIC.voteReason}
        autoSize={{ minRows: 2, maxRows: 6 }}
        onChange={({ target }) => setReason(target.value)}
      />
      <fieldset className="vote-buttons" aria-label="表决">
        {VOTES.map((vote) => (
          <Button
            key={vote}
            size="large"
            type={mine?.vote === vote ? 'primary' : 'default'}
            aria-pressed={mine?.vote === vote}
            loading={busy === vote}
            {...(mine?.vote === vote ? { icon: <CheckOutlined /> } : {})}
            onClick={() => void send(vote)}
          >
            {VOTE_NAMES[vote]}
          </Button>
        ))}
      </fieldset>
      {mine && mine.reason !== reason.trim() ? (
        <p className="soft">
          意见有改动，
          <Button type="link" size="small" onClick={() => void send(mine.vote)}>
            保存意见
          </Button>
        </p>
      ) : null}
      {wrong ? <Alert type="error" showIcon title={wrong} /> : null}
    </div>
  );
}

const SHORT: Readonly<Record<Vote, string>> = { for: '赞', against: '反', abstain: '弃' };

function Result({ session, item }: { session: SessionDetail; item: AgendaItem }) {
  const present = session.attendees.filter((one) => one.present);
  const needed = votesNeeded(present.length);
  const part = (count: number) => ({ flexGrow: count });
  const words = VOTES.map((vote) => `${VOTE_NAMES[vote]} ${item.tally[vote]}`).join('，');
  return (
    <div className="vote-result">
      <h3>
        表决结果{' '}
        <span className="soft">
          {present.length} 人到会，赞成过半（{needed} 票以上）为通过
        </span>
        {item.passes ? <span className="good"> 达到通过</span> : null}
      </h3>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a bar of coloured parts, described in words */}
      <div className="vote-bar" role="img" aria-label={words}>
        {VOTES.map((vote) =>
          item.tally[vote] > 0 ? (
            <span key={vote} className={`vote-${vote}`} style={part(item.tally[vote])}>
              {VOTE_NAMES[vote]} {item.tally[vote]}
            </span>
          ) : null,
        )}
        {present.length > item.ballots.length ? <span className="vote-open" style={part(present.length - item.ballots.length)} /> : null}
      </div>
      <ul className="vote-people">
        {present.map(({ userId, nickName }) => {
          const ballot = item.ballots.find((one) => one.userId === userId);
          return (
            <li key={userId}>
              {nickName} {ballot ? <strong className={`ink-${ballot.vote}`}>{SHORT[ballot.vote]}</strong> : <span className="soft">未投</span>}
            </li>
          );
        })}
      </ul>
      {item.ballots
        .filter(({ reason }) => reason !== '')
        .map((ballot) => (
          <p key={ballot.userId} className="vote-reason">
            <strong>{ballot.nickName}</strong>（{VOTE_NAMES[ballot.vote]}）：{ballot.reason}
          </p>
        ))}
    </div>
  );
}
