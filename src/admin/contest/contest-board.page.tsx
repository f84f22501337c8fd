import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Skeleton } from 'antd';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { deadlineText } from '../../../contract/deadline.ts';
import { contest, contestBoard, contestEvent, type ContestBoard } from '../../../contract/contest/contest.ts';
import { OVER_QUOTA } from '../../../contract/contest/contest-exception.ts';
import { contestMachine, type CONTEST_EVENTS } from '../../../contract/contest/contest.machine.ts';
import { contestRoundMachine } from '../../../contract/contest/contest-round.machine.ts';
import { contestPath } from '../../../contract/contest/contest-path.ts';
import { ROUND_NAMES, type RoundType } from '../../../contract/contest/contest-limits.ts';
import { call, CallError } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { loadable } from '../../loading/loadable.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useCan } from '../crud/use-resource.tsx';
import { EventButtons } from '../state-machine/event-buttons.tsx';
import { EventDialog } from '../state-machine/event-dialog.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import '../crud/crud.css';
import './contest.css';

const ExceptionDialog = loadable(async () => (await import('./exception-panel.tsx')).ExceptionDialog);
const SetupPanel = loadable(async () => (await import('./setup-panel.tsx')).SetupPanel);
const EntryPanel = loadable(async () => (await import('./entry-panel.tsx')).EntryPanel);
const JudgePanel = loadable(async () => (await import('./judge-panel.tsx')).JudgePanel);
const RoundPanel = loadable(async () => (await import('./round-panel.tsx')).RoundPanel);
const PublicityPanel = loadable(async () => (await import('./publicity-panel.tsx')).PublicityPanel);
const CertificatePanel = loadable(async () => (await import('./certificate-panel.tsx')).CertificatePanel);

type OwnEvent = (typeof CONTEST_EVENTS)[number];

interface Station {
  readonly key: string;
  readonly name: string;
  readonly note: string;
  /** Work that waits here. */
  readonly urgent: boolean;
}

/** The stations of a contest, in the order of the work. */
function stationsOf(board: ContestBoard, may: (permission: string) => boolean): Station[] {
  const submits = Object.entries(board.submits).reduce((sum, [status, n]) => sum + (status === 'draft' ? 0 : n), 0);
  const rounds = board.rounds.map((round) => ({
    key: `round${round.roundType}`,
    name: ROUND_NAMES[round.roundType as RoundType],
    note: round.status === 'open' ? `${round.done} / ${round.tasks}` : contestRoundMachine.states[round.status].label,
    urgent: board.status === 'judging' && (round.late || round.status === 'scored'),
  }));
  return [
    { key: 'setup', name: '轮次与报名表', note: `${board.rounds.length} 轮`, urgent: board.status === 'draft' && board.rounds.length === 0 },
    ...(may('contest:submit:list')
      ? [{ key: 'entries', name: '作品', note: `${submits} 件`, urgent: board.status !== 'collecting' && board.unreadyFiles > 0 }]
      : []),
    ...(may('contest:judge:list')
      ? [{ key: 'judges', name: '评委与回避', note: `${board.judgeNum} 位`, urgent: board.status === 'judging' && board.judgeNum === 0 }]
      : []),
    ...rounds,
    {
      key: 'publicity',
      name: '奖项与公示',
      note: board.openObjections > 0 ? `${board.openObjections} 条异议` : '',
      urgent: board.openObjections > 0,
    },
    { key: 'certificates', name: '证书与导出', note: '', urgent: false },
  ];
}

/** Where the work is now. */
function currentOf(board: ContestBoard): string {
  if (board.status === 'draft') return 'setup';
  if (board.status === 'publicity') return 'publicity';
  if (board.status === 'finished') return 'certificates';
  const open = board.rounds.find(({ status }) => status !== 'confirmed');
  return board.status === 'judging' ? (open ? `round${open.roundType}` : 'publicity') : 'entries';
}

/** A1: the place of work of one contest: each station is where one step is done. */
export function ContestBoardPage() {
  const contestId = Number(useParams()['contestId']);
  const [search, setSearch] = useSearchParams();
  const client = useQueryClient();
  const may = useCan();
  const [event, setEvent] = useState<OwnEvent | null>(null);
  const query = queryOf(contestBoard, { params: { contestId } });
  const found = useQuery({ ...query, staleTime: 0 });
  if (found.isError && !found.data) return <LoadFailed query={found} />;
  if (!found.data) return <Skeleton active title={false} paragraph={{ rows: 10 }} />;
  const board = found.data;
  const stations = stationsOf(board, may);
  const asked = search.get('part') ?? '';
  const part = stations.some(({ key }) => key === asked) ? asked : currentOf(board);
  const refresh = async () => {
    await Promise.all([found.refetch(), client.invalidateQueries(allOf(contest.list))]);
  };
  const round = board.rounds.find(({ roundType }) => part === `round${roundType}`);
  return (
    <section className="contest-board" aria-label="大赛工作台">
      <header className="contest-board-head">
        <h1>{board.title}</h1>
        <StateTag machine={contestMachine} state={board.status} />
        <span className="soft">
          负责 {board.ownerName}
          {board.secondName ? `，第二负责人 ${board.secondName}` : ''}
        </span>
        <span className="soft">
          征稿 {board.submitStart.slice(0, 10)} 至 {deadlineText(board.submitEnd)}
        </span>
        <span className="grow" />
        {board.status === 'draft' ? null : (
          <Link to={contestPath(contestId)} target="_blank">
            <Button>看网站页面</Button>
          </Link>
        )}
        <EventButtons machine={contestMachine} can={board.can} onPick={(picked) => setEvent(picked as OwnEvent)} />
      </header>
      {board.entered ? (
        <Alert type="warning" showIcon title={`您参加了本届大赛，评审的各个步骤请由${board.secondName || '第二负责人'}处理；导出与查看不受影响。`} />
      ) : null}
      <div className="contest-board-body">
        <nav className="contest-stations" aria-label="步骤">
          {stations.map(({ key, name, note, urgent }, at) => (
            <button
              key={key}
              type="button"
              aria-current={key === part ? 'step' : undefined}
              onClick={() => setSearch({ part: key }, { replace: true })}
            >
              <span className="contest-station-number">{at + 1}</span>
              <span className="contest-station-name">{name}</span>
              <span className={urgent ? 'late' : 'soft'}>{note}</span>
            </button>
          ))}
        </nav>
        <div className="contest-panel">
          {part === 'setup' ? <SetupPanel board={board} onDone={refresh} /> : null}
          {part === 'entries' ? <EntryPanel board={board} onDone={refresh} /> : null}
          {part === 'judges' ? <JudgePanel board={board} onDone={refresh} /> : null}
          {round ? <RoundPanel key={round.roundId} board={board} round={round} onDone={refresh} /> : null}
          {part === 'publicity' ? <PublicityPanel board={board} onDone={refresh} /> : null}
          {part === 'certificates' ? <CertificatePanel board={board} /> : null}
        </div>
      </div>
      {event ? <StepDialog board={board} event={event} onClose={() => setEvent(null)} onDone={refresh} /> : null}
    </section>
  );
}

interface StepProps {
  readonly board: ContestBoard;
  readonly event: OwnEvent;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

function StepDialog({ board, event, onClose, onDone }: StepProps) {
  const { message } = App.useApp();
  const step = contestMachine.events[event];
  const [tied, setTied] = useState(false);
  const [asking, setAsking] = useState(false);
  if (asking) return <ExceptionDialog contestId={board.contestId} kind="over_quota" awards={[]} onClose={onClose} onDone={onDone} />;
  return (
    <EventDialog
      event={step}
      name={`《${board.title}》`}
      onClose={onClose}
      onSend={async (reason) => {
        try {
          await call(contestEvent, { params: { event, contestId: board.contestId }, body: { reason } });
        } catch (error) {
          setTied(event === 'announce' && error instanceof CallError && error.code === OVER_QUOTA);
          throw error;
        }
        void message.success(`已${step.label}`);
        await onDone();
      }}
    >
      {tied ? <Button onClick={() => setAsking(true)}>按名次并列授奖，申请超出名额</Button> : null}
    </EventDialog>
  );
}
