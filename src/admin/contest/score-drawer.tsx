import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import type { BoardRound } from '../../../contract/contest/contest.ts';
import { entryTasks, reopenTask, type EntryTask, type ResultRow } from '../../../contract/contest/contest-round.ts';
import { judgeTaskMachine } from '../../../contract/contest/judge-task.machine.ts';
import { points } from '../../../contract/contest/scoring.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useCan } from '../crud/use-resource.tsx';
import { EventDialog } from '../state-machine/event-dialog.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

interface Props {
  readonly round: BoardRound;
  readonly row: Pick<ResultRow, 'submitId' | 'title'>;
  readonly onClose: () => void;
}

/** What each judge gave one entry. Drafts stay with their judges. */
export function ScoreDrawer({ round, row, onClose }: Props) {
  useRestoreFocus();
  const narrow = useNarrow();
  const may = useCan();
  const [reopening, setReopening] = useState<EntryTask | null>(null);
  const found = useQuery({ ...queryOf(entryTasks, { params: { roundId: round.roundId }, query: { submitId: row.submitId } }), staleTime: 0 });
  const reopens = round.status === 'open' && may('contest:round:close');
  return (
    <Drawer open size={narrow ? '100%' : 520} title={`《${row.title}》的评分`} onClose={onClose}>
      {found.isError && !found.data ? <LoadFailed query={found} /> : null}
      {found.data ? (
        <ul className="contest-scores">
          {found.data.map((task) => (
            <li key={task.taskId}>
              <div className="contest-file-line">
                <strong>{task.judgeName}</strong>
                <StateTag machine={judgeTaskMachine} state={task.status} />
                {task.calibration ? <span className="soft">试评</span> : null}
                <span className="grow" />
                <strong className="tabular">
                  {task.total === null ? (task.result === 'pass' ? '通过' : task.result === 'fail' ? '不通过' : '') : points(task.total)}
                </strong>
              </div>
              {task.comment ? <p>{task.comment}</p> : null}
              {task.submittedAt ? <p className="soft">{task.submittedAt.slice(0, 16)}</p> : null}
              {reopens && task.status === 'submitted' ? (
                <Button size="small" danger onClick={() => setReopening(task)}>
                  退回重评
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : found.isError ? null : (
        <Skeleton active />
      )}
      {reopening ? (
        <EventDialog
          event={judgeTaskMachine.events.reopen}
          name={`：${reopening.judgeName}`}
          onClose={() => setReopening(null)}
          onSend={async (reason) => {
            await call(reopenTask, { params: { taskId: reopening.taskId }, body: { reason } });
            await found.refetch();
          }}
        />
      ) : null}
    </Drawer>
  );
}
