import { hasPermission, type CurrentUser } from '../http/current-user.ts';

/** Who starts an instance and handles its tasks. Candidates and substitutes of a task come from the database; callers pass what they found. */
type Viewer = Pick<CurrentUser, 'userId' | 'permissions'>;
type Account = Pick<Viewer, 'userId'>;
interface TaskPeople {
  readonly assignee: number | null;
  /** The user who delegated the task. */
  readonly ownerId: number | null;
  readonly status: string;
}
interface Instance {
  readonly startUserId: number;
}

export const isAssignee = (task: Pick<TaskPeople, 'assignee'>, { userId }: Account): boolean => task.assignee === userId;
export const isDelegator = (task: Pick<TaskPeople, 'ownerId'>, { userId }: Account): boolean => task.ownerId === userId;
/** Whether a task is or was with a user: as assignee or as the one who delegated it. */
export const carriesTask = (task: TaskPeople, viewer: Account): boolean => isAssignee(task, viewer) || isDelegator(task, viewer);
export const takesBackDelegated = (task: TaskPeople, viewer: Account): boolean => task.status !== 'delegated' || isDelegator(task, viewer);
/** Whether a user returns a task: its assignee, or a candidate of an unclaimed one. */
export const returnsTask = (task: TaskPeople, isCandidate: boolean, viewer: Account): boolean =>
  isAssignee(task, viewer) || (task.status === 'unclaimed' && isCandidate);

export const isStarter = (instance: Instance, viewer: Account | null): boolean => viewer !== null && instance.startUserId === viewer.userId;
export const deletesInstance = (instance: Instance, viewer: Viewer): boolean =>
  isStarter(instance, viewer) || hasPermission(viewer, 'flowable:definition:remove');
/** The starter and those who manage definitions see every field. */
export const seesAllFields = (instance: Instance, viewer: Viewer): boolean =>
  isStarter(instance, viewer) || hasPermission(viewer, 'flowable:definition:edit');
