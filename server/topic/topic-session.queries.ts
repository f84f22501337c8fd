import { topicMachine } from '../../contract/topic/topic.machine.ts';
import { topicSessionMachine } from '../../contract/topic/topic-session.machine.ts';
import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';

export const sessionById = (db: Database | Tx, id: number) =>
  db
    .selectFrom('topicSession')
    .leftJoin('user as host', 'host.id', 'topicSession.hostId')
    .leftJoin('user as recorder', 'recorder.id', 'topicSession.recorderId')
    .selectAll('topicSession')
    .select(['host.nickName as hostName', 'recorder.nickName as recorderName'])
    .where('topicSession.id', '=', id)
    .where('topicSession.delFlag', '=', '0')
    .executeTakeFirst();
export type SessionRow = NonNullable<Awaited<ReturnType<typeof sessionById>>>;

export const attendeesOf = (db: Database | Tx, sessionIds: readonly number[]) =>
  db
    .selectFrom('sessionAttendee')
    .leftJoin('user', 'user.id', 'sessionAttendee.userId')
    .select(['sessionAttendee.sessionId', 'sessionAttendee.userId', 'sessionAttendee.present', 'user.nickName'])
    .where('sessionAttendee.sessionId', 'in', sessionIds)
    .orderBy('sessionAttendee.userId')
    .execute();

/** The agenda of a session in its order. */
export const agendaRows = (db: Database | Tx, sessionId: number) =>
  db
    .selectFrom('sessionTopic')
    .innerJoin('topic', 'topic.id', 'sessionTopic.topicId')
    .leftJoin('user as declarer', 'declarer.id', 'topic.declarerId')
    .select([
      'sessionTopic.result',
      'sessionTopic.opinion as decision',
      'sessionTopic.voteFor as countedFor',
      'sessionTopic.voteAgainst as countedAgainst',
      'sessionTopic.voteAbstain as countedAbstain',
      'declarer.nickName as declarerName',
    ])
    .selectAll('topic')
    .where('sessionTopic.sessionId', '=', sessionId)
    .orderBy('sessionTopic.orderNum')
    .orderBy('sessionTopic.topicId')
    .execute();
export type AgendaRow = Awaited<ReturnType<typeof agendaRows>>[number];

export const agendaCounts = (db: Database | Tx, sessionIds: readonly number[]) =>
  db
    .selectFrom('sessionTopic')
    .select(['sessionId', (eb) => eb.fn.countAll<number>().as('total')])
    .select((eb) => eb.fn.sum<number>(eb.case().when('result', '=', 'approved').then(1).else(0).end()).as('approved'))
    .where('sessionId', 'in', sessionIds)
    .groupBy('sessionId')
    .execute();

/** Sessions that a user hosts or records and that are not closed, for a hand-over. */
export const sessionsHeldBy = (tx: Tx, userId: number) =>
  tx
    .selectFrom('topicSession')
    .select(['id', 'title', 'hostId', 'recorderId'])
    .where((eb) => eb.or([eb('hostId', '=', userId), eb('recorderId', '=', userId)]))
    .where('status', 'in', topicSessionMachine.groups.unfinished)
    .where('delFlag', '=', '0')
    .orderBy('id')
    .execute();

export const votesOf = (db: Database | Tx, sessionId: number) =>
  db
    .selectFrom('topicVote')
    .leftJoin('user', 'user.id', 'topicVote.userId')
    .select(['topicVote.topicId', 'topicVote.userId', 'topicVote.vote', 'topicVote.reason', 'user.nickName'])
    .where('topicVote.sessionId', '=', sessionId)
    .orderBy('topicVote.id')
    .execute();

export const minutesOfSession = (db: Database | Tx, sessionId: number) =>
  db.selectFrom('minutes').selectAll().where('sessionId', '=', sessionId).where('delFlag', '=', '0').executeTakeFirst();

/** Topics that a session may take up, the longest waiting first. */
export const waitingRows = (db: Database) =>
  db
    .selectFrom('topic')
    .leftJoin('user as declarer', 'declarer.id', 'topic.declarerId')
    .select(['topic.id', 'topic.topicNo', 'topic.title', 'topic.authorNames', 'topic.isMajor', 'topic.status', 'topic.stageSince'])
    .select('declarer.nickName as declarerName')
    .where('topic.status', 'in', topicMachine.groups.awaitsSession)
    .where('topic.delFlag', '=', '0')
    .orderBy('topic.stageSince')
    .orderBy('topic.id')
    .limit(200)
    .execute();

/** Topics of open sessions on which a user who is present has not voted, as items of the to-do. */
export const votesWaiting = (db: Database, { userId, accounts }: { readonly userId: number; readonly accounts: ReadonlySet<number> }) =>
  db
    .selectFrom('sessionAttendee')
    .innerJoin('topicSession', 'topicSession.id', 'sessionAttendee.sessionId')
    .innerJoin('user', 'user.id', 'topicSession.hostId')
    .select([
      'topicSession.id as itemId',
      'topicSession.title',
      sql<string>`'有选题等您表决'`.as('note'),
      'user.nickName as askedBy',
      'topicSession.updateTime as since',
      sql<number | null>`cast(null as bigint)`.as('due'),
      sql<string | null>`cast(null as text)`.as('page'),
    ])
    .where('sessionAttendee.userId', '=', userId)
    .where('sessionAttendee.present', '=', '1')
    .where('topicSession.status', '=', 'holding')
    .where('topicSession.delFlag', '=', '0')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('sessionTopic')
          .innerJoin('topic', 'topic.id', 'sessionTopic.topicId')
          .select('sessionTopic.topicId')
          .whereRef('sessionTopic.sessionId', '=', 'topicSession.id')
          .where('topic.declarerId', 'not in', [...accounts])
          .where((inner) =>
            inner.not(
              inner.exists(
                inner
                  .selectFrom('topicVote')
                  .select('topicVote.id')
                  .whereRef('topicVote.sessionId', '=', 'topicSession.id')
                  .whereRef('topicVote.topicId', '=', 'sessionTopic.topicId')
                  .where('topicVote.userId', '=', userId),
              ),
            ),
          ),
      ),
    );
