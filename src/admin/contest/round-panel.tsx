import { useState } from 'react';
import { App, Alert, Select } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { deadlineText } from '../../../contract/deadline.ts';
import type { ContestBoard, BoardRound } from '../../../contract/contest/contest.ts';
import { contestRoundMachine, type ROUND_EVENTS } from '../../../contract/contest/contest-round.machine.ts';
import { roundEvent } from '../../../contract/contest/contest-round.ts';
import { entryList } from '../../../contract/contest/contest-submit.ts';
import { CONTEST, ROUND_MODE_NAMES, ROUND_NAMES, SEE_OTHERS_NAMES, type RoundType } from '../../../contract/contest/contest-limits.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { EventButtons } from '../state-machine/event-buttons.tsx';
import { EventDialog } from '../state-machine/event-dialog.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { AllocationPanel } from './allocation-panel.tsx';
import { ProgressPanel } from './progress-panel.tsx';
import { RankingPanel } from './ranking-panel.tsx';
import { ReportPanel } from './report-panel.tsx';

type OwnEvent = (typeof ROUND_EVENTS)[number];

interface Props {
  readonly board: ContestBoard;
  readonly round: BoardRound;
  readonly onDone: () => Promise<void>;
}

/** One round: what its state asks for is on top: the allocation, the progress, or the report with the ranking. */
export function RoundPanel({ board, round, onDone }: Props) {
  const [event, setEvent] = useState<OwnEvent | null>(null);
  const [discussed, setDiscussed] = useState<readonly number[]>([]);
  const name = ROUND_NAMES[round.roundType as RoundType];
  // A discussion starts from the entries that are chosen in the report or the ranking.
  const can = round.can.filter((one) => one !== 'discuss');
  const judged = round.status === 'scored' || round.status === 'confirmed';
  return (
    <>
      <section className="admin-card contest-box">
        <div className="contest-round-head">
          <h2>{name}</h2>
          <StateTag machine={contestRoundMachine} state={round.status} />
          <span className="grow" />
          <EventButtons machine={contestRoundMachine} can={can} onPick={(picked) => setEvent(picked as OwnEvent)} />
        </div>
        <p className="soft">
          {ROUND_MODE_NAMES[round.mode]}，每件 {round.judgesPerSubmit} 位评委；{round.startTime.slice(0, 16)} 至 {deadlineText(round.endTime)}
          {round.late ? <span className="late"> 已过截止</span> : null}
        </p>
        <p className="soft">
          {round.blind ? '匿名评审' : '不匿名'}；他人评分{SEE_OTHERS_NAMES[round.seeOthers]}
          {round.mode === 'score' ? `；${round.trim ? '5位以上评委去掉最高最低分' : '不去极端分'}` : ''}
          {round.passQuota > 0 ? `；每组晋级 ${round.passQuota} 件` : ''}
          {round.passScore > 0 ? `；${round.passScore} 分以上` : ''}
        </p>
        {round.criteria.length > 0 ? (
          <p>
            {round.criteria.map(({ name: one, weight, max }) => `${one} ${weight / 100}%（满分${max}）`).join('　')}
            {round.locked ? <span className="soft">　评分项已冻结</span> : null}
          </p>
        ) : null}
        {round.status === 'pending' && board.unreadyFiles > 0 ? (
          <Alert type="warning" showIcon title={`有 ${board.unreadyFiles} 个文件评委还看不到，请先在“作品”里处理。`} />
        ) : null}
      </section>
      {round.status === 'pending' || round.status === 'allocated' ? <AllocationPanel board={board} round={round} /> : null}
      {round.status === 'open' || round.status === 'allocated' ? <ProgressPanel board={board} round={round} onDone={onDone} /> : null}
      {round.mode === 'score' && (round.status === 'open' || judged) ? (
        <ReportPanel
          round={round}
          onDiscuss={
            round.can.includes('discuss')
              ? (submitId) => {
                  setDiscussed([submitId]);
                  setEvent('discuss');
                }
              : null
          }
        />
      ) : null}
      {judged ? (
        <RankingPanel
          board={board}
          round={round}
          onDiscuss={
            round.can.includes('discuss')
              ? (submitIds) => {
                  setDiscussed(submitIds);
                  setEvent('discuss');
                }
              : null
          }
        />
      ) : null}
      {event ? (
        <RoundDialog
          board={board}
          round={round}
          event={event}
          discussed={discussed}
          onClose={() => setEvent(null)}
          onDone={async () => {
            setDiscussed([]);
            await onDone();
          }}
        />
      ) : null}
    </>
  );
}

interface DialogProps extends Props {
  readonly event: OwnEvent;
  readonly discussed: readonly number[];
  readonly onClose: () => void;
}

function RoundDialog({ board, round, event, discussed, onClose, onDone }: DialogProps) {
  const { message } = App.useApp();
  const [calibrationIds, setCalibrationIds] = useState<number[]>([]);
  const [letIn, setLetIn] = useState<number[]>([]);
  const step = contestRoundMachine.events[event];
  const [seed] = useState(() => 1 + Math.floor(Math.random() * 999_999_999));
  const works = useQuery({
    ...queryOf(entryList, { query: { contestId: board.contestId, pageNum: 1, pageSize: 500 } }),
    enabled: event === 'allocate' || event === 'discuss',
  });
  const titles = new Map((works.data?.rows ?? []).map((one) => [one.submitId, `${one.submitNo} ${one.title}`]));
  const options = (event === 'discuss' ? discussed : [...titles.keys()]).map((id) => ({ value: id, label: titles.get(id) ?? String(id) }));
  return (
    <EventDialog
      event={step}
      name={ROUND_NAMES[round.roundType as RoundType]}
      {...(event === 'discuss' ? { reasonLabel: '合议记录（写入公示）' } : {})}
      onClose={onClose}
      onSend={async (reason) => {
        const body =
          event === 'allocate'
            ? { seed, calibrationIds }
            : event === 'discuss'
              ? { reason, submitIds: [...discussed], letIn }
              : reason
                ? { reason }
                : {};
        const { loads } = await call(roundEvent, { params: { event, roundId: round.roundId }, body });
        const counts = loads.map(({ works: count }) => count);
        void message.success(
          event === 'allocate' && counts.length > 0 ? `已分配：每位评委 ${Math.min(...counts)} 至 ${Math.max(...counts)} 件` : `已${step.label}`,
        );
        await onDone();
      }}
    >
      {event === 'allocate' && round.mode === 'score' ? (
        <div className="contest-field">
          <label htmlFor="calibration-works">试评作品（每位评委先评，不计成绩，最多{CONTEST.calibration}件，可不选）</label>
          <Select
            id="calibration-works"
            mode="multiple"
            maxCount={CONTEST.calibration}
            value={calibrationIds}
            options={options}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={setCalibrationIds}
          />
        </div>
      ) : null}
      {event === 'discuss' ? (
        <>
          <p>
            合议的作品：
            {options.map(({ label }) => label).join('、')}
          </p>
          <div className="contest-field">
            <label htmlFor="discussed-in">同分在晋级线上时，合议后晋级的作品</label>
            <Select id="discussed-in" mode="multiple" value={letIn} options={options} onChange={setLetIn} />
          </div>
        </>
      ) : null}
    </EventDialog>
  );
}
