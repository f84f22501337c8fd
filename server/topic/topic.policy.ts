import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { TopicState } from '../../contract/topic/topic.machine.ts';
import type { Tables } from '../db/tables.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';

/** Who declares, reads and decides a topic, and who takes part in a session of the topic committee. */
type Viewer = Pick<CurrentUser, 'userId' | 'accounts' | 'permissions'>;
type Account = Pick<Viewer, 'userId'>;
interface TopicFacts {
  readonly declarerId: number;
  readonly status: TopicState;
}
type Declared = Pick<TopicFacts, 'declarerId'>;

const SEES_ALL = SEES_ALL_VALUE;
export const seesAllTopics = (viewer: Pick<Viewer, 'permissions'>): boolean => SEES_ALL.some((permission) => hasPermission(viewer, permission));
