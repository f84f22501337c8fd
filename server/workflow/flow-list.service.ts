import type { FlowTaskRow } from '../../contract/workflow/flow-task.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { openTasksOf, peopleNames, roleNames, taskPage, type TaskList } from './flow-instance.queries.ts';
import { candidatesOf } from './flow-task.queries.ts';
import { isAssignee } from './flow.policy.ts';

interface Asked {
  readonly pageNum: number;
  readonly pageSize: number;
  readonly name?: string | undefined;
  readonly category?: string | undefined;
  readonly taskId?: number | undefined;
}

const SECOND_MS = 1_000;
const UNITS = [
  [86_400, '天'],
  [3_600, '小时'],
  [60, '分钟'],
] as const;

/** `d天h小时m分钟`, from the first unit that is not zero; below a minute in seconds. */
export function durationText(ms: number): string {
  let rest = Math.max(0, Math.floor(ms / SECOND_MS));
  if (rest < 60) return `${rest}秒`;
  let text = '';
  for (const [seconds, unit] of UNITS) {
    const count = Math.floor(rest / seconds);
    rest -= count * seconds;
    if (count > 0 || text !== '') text += `${count}${unit}`;
  }
  return text;
}

/** One page of a user's to-do, finished, started or copied items, in the shape of compatible clients. */
export async function listTasks(context: AppContext, currentUser: CurrentUser, list: TaskList, asked: Asked) {
  const { db } = context;
  const now = Date.now();
  const { rows, total } = await taskPage(db, currentUser.userId, list, asked);
  const isInstance = list === 'mine' || list === 'copied';
  const open = isInstance
    ? await openTasksOf(
        db,
        rows.map((row) => row.instanceId),
      )
    : [];
  const people = await peopleNames(db, [
    ...rows.flatMap((row) => [row.assignee ?? [], row.ownerId ?? []].flat()),
    ...open.flatMap((one) => one.assignee ?? []),
  ]);
  const unclaimed = [
    ...rows.flatMap((row) => (row.taskStatus === 'unclaimed' && row.taskId !== null ? [row.taskId] : [])),
    ...open.flatMap((one) => (one.assignee === null ? [one.id] : [])),
  ];
  const candidates = await candidateNames(db, unclaimed);
  const records = rows.map((row): FlowTaskRow => {
    const current = isInstance ? open.filter((one) => one.instanceId === row.instanceId) : [];
    const [first] = current;
    const assignee = isInstance ? (first?.assignee ?? null) : row.assignee;
    const names = current.flatMap((one) => (one.assignee === null ? (candidates.get(one.id) ?? []) : (people.get(one.assignee)?.nickName ?? [])));
    const begun = isInstance ? row.startTime : (row.taskCreateTime ?? row.startTime);
    const ended = isInstance ? row.endTime : row.finishTime;
    return {
      taskId: String((isInstance ? first?.id : row.taskId) ?? ''),
      executionId: String(row.instanceId),
      taskName: isInstance
        ? current
            .map((one) => one.taskName)
            .filter((one, index, all) => all.indexOf(one) === index)
            .join('、')
        : (row.taskName ?? ''),
      taskDefKey: (isInstance ? first?.nodeKey : row.nodeKey) ?? '',
      assigneeId: assignee,
      assigneeName: isInstance
        ? names.join('、')
        : assignee === null
          ? ''
          : `${people.get(assignee)?.nickName ?? ''}${list === 'todo' && !isAssignee({ assignee }, currentUser) ? '（由您代办）' : ''}`,
      assigneeDeptName: assignee === null ? '' : (people.get(assignee)?.deptName ?? ''),
      deptName: assignee === null ? '' : (people.get(assignee)?.deptName ?? ''),
      startDeptName: row.startDeptName ?? '',
      startUserId: String(row.startUserId),
      startUserName: row.startUserName,
      category: row.category,
      deployId: String(row.definitionId),
      procDefId: row.defId,
      procDefKey: row.flowKey,
      procDefName: row.definitionName,
      procDefVersion: row.flowVersion,
      procInsId: String(row.instanceId),
      hisProcInsId: String(row.instanceId),
      duration: durationText((ended ?? now) - begun),
      comment: row.commentType ? { type: String(row.commentType), comment: row.comment ?? '' } : null,
      candidate: row.taskId !== null ? (candidates.get(row.taskId) ?? []).join('、') : names.join('、'),
      variables: null,
      createTime: wireTime(begun),
      finishTime: ended === null ? null : wireTime(ended),
      status: row.taskStatus ?? row.status,
      processStatus: row.status,
      claimTime: wireTime(row.claimTime),
      dueDate: wireTime(row.dueDate),
      ownerName: row.ownerId === null ? '' : (people.get(row.ownerId)?.nickName ?? ''),
      signKind: row.kind ?? '',
      businessKey: row.businessKey,
      title: row.title,
    };
  });
  return { records, total, size: asked.pageSize, current: asked.pageNum };
}

/** Names of users and roles that may claim each task. */
export async function candidateNames(db: Database, taskIds: readonly number[]): Promise<ReadonlyMap<number, string[]>> {
  const rows = await candidatesOf(db, taskIds);
  const people = await peopleNames(
    db,
    rows.filter((one) => one.kind === 'user').map((one) => one.refId),
  );
  const roles = await roleNames(
    db,
    rows.filter((one) => one.kind === 'role').map((one) => one.refId),
  );
  const names = new Map<number, string[]>();
  for (const { taskId, kind, refId } of rows) {
    const name = kind === 'user' ? people.get(refId)?.nickName : roles.get(refId);
    if (name) names.set(taskId, [...(names.get(taskId) ?? []), name]);
  }
  return names;
}
