import { inGroup } from '../../contract/state-machine.ts';
import { topicMachine, type TopicEvent, type TopicState } from '../../contract/topic/topic.machine.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';

/** Who declares, reads and decides a topic, and who takes part in a session of the topic committee. */
type Viewer = Pick<CurrentUser, 'userId' | 'accounts' | 'permissions'>;
type Account = Pick<Viewer, 'userId'>;
type Person = Pick<Viewer, 'accounts'>;
interface TopicFacts {
  readonly declarerId: number;
  readonly status: TopicState;
}
type Declared = Pick<TopicFacts, 'declarerId'>;

/** Decisions of the section; the press decides the others in a session. */
const DECISIONS: ReadonlySet<TopicEvent> = new Set(['sectionPass', 'sectionReturn']);

/**
 * Whose declarations a user sees; null for those of everybody. Staff of the press see every topic, an outside editor only own declarations. Lists and
 * counts use it as their condition.
 */
export const visibleDeclarer = (viewer: Viewer): number | null => (hasPermission(viewer, 'press:session:list') ? null : viewer.userId);
export const declaredTopic = (row: Declared, { userId }: Account): boolean => row.declarerId === userId;
export const seesTopic = (row: Declared, viewer: Viewer): boolean => visibleDeclarer(viewer) === null || declaredTopic(row, viewer);
export const editsTopic = (row: TopicFacts, viewer: Account): boolean => inGroup(topicMachine, 'writable', row.status) && declaredTopic(row, viewer);
export const removesTopic = (row: Declared, viewer: Viewer): boolean => declaredTopic(row, viewer) || hasPermission(viewer, 'press:topic:record');

/** Whether a person declared a topic, with any account: such a person neither decides on it nor votes. */
export const isOwnTopic = (row: Declared, { accounts }: Person): boolean => accounts.has(row.declarerId);
export const offersTopicEvent = (row: TopicFacts & { readonly isMajor: string }, event: TopicEvent, viewer: Person): boolean =>
  !(isOwnTopic(row, viewer) && DECISIONS.has(event)) && !(event === 'record' && row.isMajor !== '1');

interface Session {
  readonly hostId: number;
  readonly recorderId: number;
}
type Listed = readonly { readonly userId: number }[];
export const hostsSession = (row: Session, { userId }: Account): boolean => row.hostId === userId;
export const recordsSession = (row: Session, { userId }: Account): boolean => row.recorderId === userId;
/** Whether an account is in a list of attendees, present people or voters. */
export const isListed = (people: Listed, { userId }: Account): boolean => people.some((one) => one.userId === userId);
export const ballotOf = <B extends { readonly userId: number }>(ballots: readonly B[], { userId }: Account): B | undefined =>
  ballots.find((one) => one.userId === userId);
export const opensSession = (attendees: Listed, viewer: Viewer): boolean =>
  hasPermission(viewer, 'press:session:query') || isListed(attendees, viewer);
export const opensMinutes = (attendees: Listed, viewer: Viewer): boolean =>
  hasPermission(viewer, 'press:minutes:query') || isListed(attendees, viewer);
/** The recorder and the host write the minutes of their session; staff with the permission write all. */
export const writesMinutes = (session: Session, viewer: Viewer): boolean =>
  hasPermission(viewer, 'press:minutes:edit') || recordsSession(session, viewer) || hostsSession(session, viewer);
