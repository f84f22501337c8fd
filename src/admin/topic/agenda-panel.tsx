import { RESULT_NAMES } from '../../../contract/topic/topic-rules.ts';
import type { AgendaItem, SessionDetail } from '../../../contract/topic/topic-session.ts';

interface Props {
  readonly session: SessionDetail;
  readonly chosen: number | null;
  readonly onPick: (topicId: number) => void;
}

/** The topics of a session in their order, with the state of each vote. */
export function AgendaPanel({ session, chosen, onPick }: Props) {
  const present = session.attendees.filter((one) => one.present).length;
  const finished = session.agenda.filter(({ ballots }) => present > 0 && ballots.length >= present).length;
  return (
    <section className="session-pane session-agenda" aria-label="议程">
      <h2>
        议程 <span className="soft">{present > 0 ? `${finished} / ${session.agenda.length}` : session.agenda.length}</span>
      </h2>
      {session.agenda.length === 0 ? <p className="soft">暂无议题</p> : null}
      <ol>
        {session.agenda.map((item, index) => (
          <li key={item.topicId}>
            <button
              type="button"
              className={item.topicId === chosen ? 'agenda-item on' : 'agenda-item'}
              aria-current={item.topicId === chosen}
              onClick={() => onPick(item.topicId)}
            >
              <span className="agenda-number">{index + 1}</span>
              <span className="agenda-title">
                <strong className="work-title">{item.title}</strong>
                <span className="soft">{item.authorNames}</span>
              </span>
              <span className="agenda-side">
                <Verdict item={item} session={session} present={present} />
                {item.isMajor && item.recordNo === '' ? <span className="agenda-major">须备案</span> : null}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Verdict({ item, session, present }: { item: AgendaItem; session: SessionDetail; present: number }) {
  const { for: yes, against, abstain } = item.tally;
  const counted = present > 0 ? <span className="soft tabular">{`${yes}:${against}:${abstain}`}</span> : null;
  if (session.status === 'closed' && item.result !== '')
    return (
      <>
        <span className={item.result === 'approved' ? 'good' : item.result === 'rejected' ? 'late' : ''}>{RESULT_NAMES[item.result]}</span>
        {counted}
      </>
    );
  if (session.status === 'planning' || session.status === 'notified') return <span className="soft">待议</span>;
  if (item.ballots.length < present)
    return (
      <>
        <span className="agenda-voting">{item.mine ? '表决中' : '待表决'}</span>
        {counted}
      </>
    );
  return (
    <>
      <span className={item.passes ? 'good' : ''}>{item.passes ? '达到通过' : '未过半'}</span>
      {counted}
    </>
  );
}
