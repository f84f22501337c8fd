import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Segmented, Skeleton } from 'antd';
import { useParams } from 'react-router-dom';
import { sessionDetail, sessionEvent, type SessionDetail } from '../../../contract/topic/topic-session.ts';
import { topicSessionMachine, type SESSION_EVENTS } from '../../../contract/topic/topic-session.machine.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { EventButtons } from '../state-machine/event-buttons.tsx';
import { EventDialog } from '../state-machine/event-dialog.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { TransitionLog } from '../state-machine/transition-log.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { AgendaDialog } from './agenda-dialog.tsx';
import { AgendaPanel } from './agenda-panel.tsx';
import { BallotPanel } from './ballot-panel.tsx';
import { MinutesPanel } from './minutes-panel.tsx';
import { PresentFields } from './present-fields.tsx';
import '../crud/crud.css';
import '../manuscript/manuscript.css';
import './session.css';

type OwnEvent = (typeof SESSION_EVENTS)[number];
type Part = 'agenda' | 'ballot' | 'minutes';

/** The votes of others appear within this time. */
const POLL_MS = 4000;

/** The place of work of a session: agenda, the topic under discussion with its votes, and the minutes. */
export function SessionWorkPage() {
  const sessionId = Number(useParams()['sessionId']);
  const client = useQueryClient();
  const narrow = useNarrow();
  const [chosen, setChosen] = useState<number | null>(null);
  const [part, setPart] = useState<Part>('agenda');
  const [event, setEvent] = useState<OwnEvent | null>(null);
  const [arranging, setArranging] = useState(false);
  const query = queryOf(sessionDetail, { params: { sessionId } });
  const found = useQuery({ ...query, staleTime: 0, refetchInterval: ({ state }) => (state.data?.status === 'holding' ? POLL_MS : false) });
  if (found.isError && !found.data) return <LoadFailed query={found} />;
  if (!found.data) return <Skeleton active title={false} paragraph={{ rows: 10 }} />;
  const session = found.data;
  const put = (data: SessionDetail) => client.setQueryData(query.queryKey, data);
  const item = session.agenda.find(({ topicId }) => topicId === chosen) ?? session.agenda.find(({ mine, own }) => !mine && !own) ?? session.agenda[0];
  const present = session.attendees.filter((one) => one.present).length;
  const parts = [
    { value: 'agenda' as const, label: `议程 ${session.agenda.length}` },
    { value: 'ballot' as const, label: '议题' },
    { value: 'minutes' as const, label: session.minutesId ? '纪要' : '记录' },
  ];
  const shows = (one: Part): boolean => !narrow || part === one;
  return (
    <section className="session" aria-label="论证会">
      <header className="session-head">
        <h1>{session.title}</h1>
        <StateTag machine={topicSessionMachine} state={session.status} />
        <span className="code soft">{session.sessionNo}</span>
        <span className="grow" />
        <span className="soft">主持 {session.hostName}</span>
        {session.place ? <span className="soft">{session.place}</span> : null}
        <span className="soft">{session.meetingTime.slice(0, 16)}</span>
        <span>
          {present > 0 ? <strong>{present}</strong> : null}
          {present > 0 ? ` / ${session.attendees.length} 人到会` : `应到 ${session.attendees.length} 人`}
        </span>
        {session.arranging ? <Button onClick={() => setArranging(true)}>安排议程</Button> : null}
        <EventButtons machine={topicSessionMachine} can={session.can} onPick={(picked) => setEvent(picked as OwnEvent)} />
      </header>
      {narrow ? <Segmented block aria-label="会议的部分" value={part} options={parts} onChange={(value) => setPart(value as Part)} /> : null}
      <div className="session-panes">
        {shows('agenda') ? (
          <AgendaPanel
            session={session}
            chosen={item?.topicId ?? null}
            onPick={(topicId) => {
              setChosen(topicId);
              setPart('ballot');
            }}
          />
        ) : null}
        {shows('ballot') ? (
          item ? (
            <BallotPanel key={item.topicId} session={session} item={item} onDone={put} />
          ) : (
            <section className="session-pane" aria-label="议题">
              <p className="soft">还没有议题。{session.arranging ? '点“安排议程”，从待上会的选题中选择。' : ''}</p>
            </section>
          )
        ) : null}
        {shows('minutes') ? (
          session.minutesId ? (
            <MinutesPanel minutesId={session.minutesId} onDone={() => void found.refetch()} />
          ) : (
            <section className="session-pane" aria-label="会议记录">
              <h2>流转记录</h2>
              <p className="soft">会议结束后，这里按表决结果生成纪要草稿。</p>
              <TransitionLog rows={session.log} />
            </section>
          )
        ) : null}
      </div>
      {arranging ? <AgendaDialog session={session} onClose={() => setArranging(false)} onDone={() => void found.refetch()} /> : null}
      {event ? <StepDialog event={event} session={session} onClose={() => setEvent(null)} onDone={put} /> : null}
    </section>
  );
}

interface StepProps {
  readonly event: OwnEvent;
  readonly session: SessionDetail;
  readonly onClose: () => void;
  readonly onDone: (session: SessionDetail) => void;
}

function StepDialog({ event, session, onClose, onDone }: StepProps) {
  const { message } = App.useApp();
  const [presentIds, setPresentIds] = useState<readonly number[]>(session.attendees.map(({ userId }) => userId));
  const { sessionId } = session;
  return (
    <EventDialog
      event={topicSessionMachine.events[event]}
      name=""
      onClose={onClose}
      onSend={async (reason) => {
        onDone(await call(sessionEvent, { params: { event, sessionId }, body: { reason, presentIds: event === 'open' ? [...presentIds] : null } }));
        void message.success(`已${topicSessionMachine.events[event].label}`);
      }}
    >
      {event === 'open' ? <PresentFields attendees={session.attendees} value={presentIds} onChange={setPresentIds} /> : null}
    </EventDialog>
  );
}
