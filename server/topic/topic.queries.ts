import { sql, type Expression } from 'kysely';
import { OPEN_TOPIC, type TopicState } from '../../contract/topic/topic.machine.ts';
import type { ManuscriptKind } from '../../contract/manuscript/manuscript-limits.ts';
import type { ManuscriptState } from '../../contract/manuscript/manuscript.machine.ts';
import type { Database, Tx } from '../db/database.ts';
import { contains } from '../db/contains.ts';

/** A topic with the name of its declarer; undefined when it does not exist or is in the recycle bin. */
export const topicById = (db: Database | Tx, id: number) =>
  db
    .selectFrom('topic')
    .leftJoin('user as declarer', 'declarer.id', 'topic.declarerId')
    .selectAll('topic')
    .select('declarer.nickName as declarerName')
    .where('topic.id', '=', id)
    .where('topic.delFlag', '=', '0')
    .executeTakeFirst();
export type TopicRow = NonNullable<Awaited<ReturnType<typeof topicById>>>;

const ofArchive = (db: Database | Tx, archiveId: number, states: readonly TopicState[]) =>
  db
    .selectFrom('topic')
    .select(['id', 'status', 'isMajor', 'recordNo'])
    .where('archiveId', '=', archiveId)
    .where('status', 'in', states)
    .where('delFlag', '=', '0')
    .orderBy('id', 'desc');

export const openTopicOf = (db: Database | Tx, archiveId: number) => ofArchive(db, archiveId, OPEN_TOPIC).executeTakeFirst();
export const approvedTopicOf = (db: Database | Tx, archiveId: number) => ofArchive(db, archiveId, ['approved']).executeTakeFirst();

/** The topic that was closed with its manuscript, the newest first. */
export const closedTopicOf = (db: Database | Tx, archiveId: number) =>
  ofArchive(db, archiveId, ['cancelled']).where('prevStatus', '<>', '').executeTakeFirst();

export const countsByStatus = (db: Database, declarerId: number | null) =>
  db
    .selectFrom('topic')
    .select(['status', (eb) => eb.fn.countAll<number>().as('total')])
    .where('delFlag', '=', '0')
    .$if(declarerId !== null, (query) => query.where('declarerId', '=', declarerId ?? 0))
    .groupBy('status')
    .execute();

const CHOICES = 50;

/** Submitted manuscripts of these kinds without an open topic, and the one of `archiveId`. */
export const declarableRows = (db: Database, kinds: readonly ManuscriptKind[], keyword: string, archiveId: number | null) =>
  db
    .selectFrom('manuscript')
    .select(['id', 'archiveNo', 'title', 'kind', 'authors', 'summary', 'planWordCount'])
    .where('delFlag', '=', '0')
    .where((eb) =>
      eb.or([
        eb.and([
          eb('status', '=', 'submitted'),
          eb('kind', 'in', kinds),
          eb.or([contains('manuscript.title', keyword), contains('manuscript.archiveNo', keyword)]),
          eb.not(
            eb.exists(
              eb
                .selectFrom('topic')
                .select('topic.id')
                .whereRef('topic.archiveId', '=', 'manuscript.id')
                .where('topic.status', 'in', OPEN_TOPIC)
                .where('topic.delFlag', '=', '0'),
            ),
          ),
        ]),
        eb('manuscript.id', '=', archiveId ?? 0),
      ]),
    )
    .orderBy('stageSince')
    .limit(CHOICES)
    .execute();

/** Sessions that discussed a topic, the newest first. */
export const hearingsOf = (db: Database, topicId: number) =>
  db
    .selectFrom('sessionTopic')
    .innerJoin('topicSession', 'topicSession.id', 'sessionTopic.sessionId')
    .selectAll('sessionTopic')
    .select(['topicSession.sessionNo', 'topicSession.title', 'topicSession.meetingTime', 'topicSession.status'])
    .where('sessionTopic.topicId', '=', topicId)
    .where('topicSession.delFlag', '=', '0')
    .orderBy('topicSession.id', 'desc')
    .execute();

/** States of a manuscript in which its approved topic may expire: nothing but the approval has happened yet. */
const IDLE: readonly ManuscriptState[] = ['draft', 'submitted', 'topic', 'assigned'];

/** Approved topics older than `before` whose manuscript has not reached the reviews. */
export const expiredRows = (db: Database, before: number) =>
  db
    .selectFrom('topic')
    .leftJoin('manuscript', 'manuscript.id', 'topic.archiveId')
    .select('topic.id')
    .where('topic.status', '=', 'approved')
    .where('topic.delFlag', '=', '0')
    .where('topic.approvedAt', '<', before)
    .where((eb) => eb.or([eb('manuscript.id', 'is', null), eb('manuscript.status', 'in', IDLE)]))
    .orderBy('topic.id')
    .execute();

const holders = (db: Database | Tx, stations: readonly string[]) =>
  db
    .selectFrom('pressUser')
    .innerJoin('user', 'user.id', 'pressUser.userId')
    .select(['user.id as userId', 'user.nickName', 'pressUser.station'])
    .where('pressUser.station', 'in', stations)
    .where('pressUser.status', '=', '0')
    .where('pressUser.delFlag', '=', '0')
    .where('user.delFlag', '=', '0')
    .where('user.status', '=', '0')
    .orderBy('user.id');

/** Users with one of these stations, once for each station. */
export const stationHolders = (db: Database | Tx, stations: readonly string[]) => holders(db, stations).execute();

/** Roles of people inside the press; an editor without one of them works from outside and attends no session. */
const INSIDE = ['works_admin', 'chief_editor', 'section_editor', 'press_manager'];

/** Like `stationHolders`, without people from outside. */
export const attendeeHolders = (db: Database | Tx, stations: readonly string[]) =>
  holders(db, stations)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('userRole')
          .innerJoin('role', 'role.id', 'userRole.roleId')
          .select('role.id')
          .whereRef('userRole.userId', '=', 'user.id')
          .where('role.roleKey', 'in', INSIDE),
      ),
    )
    .execute();

export const userName = async (db: Database | Tx, userId: number | null): Promise<string> =>
  userId === null ? '' : ((await db.selectFrom('user').select('nickName').where('id', '=', userId).executeTakeFirst())?.nickName ?? '');

export const ownPress = async (db: Database): Promise<string> =>
  (await db.selectFrom('press').select('pressName').where('isSelf', '=', '1').executeTakeFirst())?.pressName ?? '';

export const logRows = (db: Database | Tx, entity: string, id: number) =>
  db
    .selectFrom('flowLog')
    .leftJoin('user', 'user.id', 'flowLog.operatorId')
    .select(['flowLog.event', 'flowLog.fromStatus', 'flowLog.toStatus', 'flowLog.note', 'flowLog.at', 'flowLog.operatorId', 'user.nickName'])
    .where('flowLog.entityType', '=', entity)
    .where('flowLog.entityId', '=', id)
    .orderBy('flowLog.id')
    .execute();

/** Topics in a state as items of the to-do; `condition` narrows them. */
export const topicsWaiting = (db: Database, status: TopicState, note: Expression<string>) =>
  db
    .selectFrom('topic')
    .innerJoin('user', 'user.id', 'topic.declarerId')
    .select(['topic.id as itemId', 'topic.title', 'user.nickName as askedBy', 'topic.stageSince as since'])
    .select([sql<string>`${note}`.as('note'), sql<number | null>`cast(null as bigint)`.as('due'), sql<string | null>`cast(null as text)`.as('page')])
    .where('topic.delFlag', '=', '0')
    .where('topic.status', '=', status);
