import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { myTasks, type JudgeTask, type TaskCard } from '../../../contract/contest/judge-task.ts';
import { judgeTaskMachine } from '../../../contract/contest/judge-task.machine.ts';
import { call, isOffline } from '../../api/call.ts';
import { Sheet } from '../frame/sheet.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Failed } from '../frame/state.tsx';
import { allOf } from '../../api/all-of.ts';
import { withKey } from '../../api/with-key.ts';
import { taskPath } from './task-path.ts';
import { storedTasks } from './judging-package.ts';

/** Entries of one page of the grid. */
const MOST = 300;

/** All entries of the round at a glance; from this device without a network. */
export function TaskGrid({ task, userId, close }: { task: JudgeTask; userId: number; close: () => void }) {
  const navigate = useNavigate();
  const { contestId, roundType } = task;
  const list = useQuery({
    ...withKey(allOf(myTasks), 'grid', contestId, roundType, userId, 'passing'),
    staleTime: 0,
    queryFn: async (): Promise<TaskCard[]> => {
      try {
        return (await call(myTasks, { query: { contestId, roundType, pageNum: 1, pageSize: MOST } })).rows;
      } catch (error) {
        const stored = isOffline(error) ? await storedTasks(userId, contestId, roundType) : [];
        if (stored.length === 0) throw error;
        return stored;
      }
    },
  });
  return (
    <Sheet title="全部作品" close={close}>
      {list.isError ? (
        <Failed error={list.error} retry={() => void list.refetch()} />
      ) : !list.data ? (
        <Skeleton height={200} />
      ) : (
        <ul className="task-grid">
          {list.data
            .toSorted((a, b) => Number(b.calibration) - Number(a.calibration) || a.alias.localeCompare(b.alias))
            .map((one) => (
              <li key={`${one.submitId} ${one.calibration}`}>
                <button
                  type="button"
                  data-tone={judgeTaskMachine.states[one.status].tone}
                  aria-current={one.submitId === task.submitId && one.calibration === task.calibration ? 'true' : undefined}
                  onClick={() => {
                    close();
                    void navigate(taskPath(one), { replace: true });
                  }}
                >
                  {one.alias.replace('作品 ', '')}
                  <span>{judgeTaskMachine.states[one.status].label}</span>
                </button>
              </li>
            ))}
        </ul>
      )}
    </Sheet>
  );
}
