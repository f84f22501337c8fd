import { tutorMachine } from '../../contract/tutor/tutor.machine.ts';
import type { Database, Tx } from '../db/database.ts';

const base = (db: Database | Tx) =>
  db
    .selectFrom('tutor')
    .leftJoin('user as applicant', 'applicant.id', 'tutor.userId')
    .leftJoin('user as expert', 'expert.id', 'tutor.expertUserId')
    .selectAll('tutor')
    .select(['applicant.nickName as applicantName', 'expert.nickName as professorName'])
    .where('tutor.delFlag', '=', '0');

export const tutorById = (db: Database | Tx, id: number) => base(db).where('tutor.id', '=', id).executeTakeFirst();
export type TutorRow = NonNullable<Awaited<ReturnType<typeof tutorById>>>;

type Side = 'userId' | 'expertUserId';

export const countOf = (db: Database, side: Side, userId: number) =>
  db
    .selectFrom('tutor')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(side, '=', userId)
    .where('delFlag', '=', '0')
    .executeTakeFirstOrThrow();

export const tutorsOf = (db: Database, side: Side, userId: number, limit: number, offset: number) =>
  base(db).where(`tutor.${side}`, '=', userId).orderBy('tutor.expectTime', 'desc').orderBy('tutor.id', 'desc').limit(limit).offset(offset).execute();

export const openRequests = (db: Tx, userId: number) =>
  db
    .selectFrom('tutor')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('userId', '=', userId)
    .where('status', '=', 'applied')
    .where('expectTime', '>', Date.now())
    .executeTakeFirstOrThrow();

/** Coming appointments of an applicant, to find one at the same time. */
export const comingOf = (db: Tx, userId: number, from: number) =>
  db
    .selectFrom('tutor')
    .select(['expectTime', 'minutes'])
    .where('userId', '=', userId)
    .where('expectTime', '>', from)
    .where('status', 'in', tutorMachine.groups.open)
    .execute();

interface NewTutor {
  readonly tutorNo: string;
  readonly userId: number;
  readonly professorId: number;
  readonly expertUserId: number;
  readonly topic: string;
  readonly question: string;
  readonly mode: string;
  readonly expectTime: number;
  readonly minutes: number;
  readonly feeFen: number;
  readonly createBy: string;
}

/** Returns nothing when the slot is taken. */
export const addTutor = (tx: Tx, one: NewTutor, now: number) =>
  tx
    .insertInto('tutor')
    .values({ ...one, confirmTime: null, rating: null, status: 'applied', createTime: now, updateTime: now })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();

export const threadOf = (db: Database | Tx, tutorId: number) =>
  db
    .selectFrom('tutorMessage')
    .leftJoin('user', 'user.id', 'tutorMessage.userId')
    .select(['tutorMessage.id', 'tutorMessage.userId', 'tutorMessage.content', 'tutorMessage.createTime', 'user.nickName'])
    .where('tutorMessage.tutorId', '=', tutorId)
    .orderBy('tutorMessage.id')
    .execute();

export const lastMessage = (tx: Tx, tutorId: number) =>
  tx.selectFrom('tutorMessage').select(['userId', 'createTime']).where('tutorId', '=', tutorId).orderBy('id', 'desc').limit(1).executeTakeFirst();

export const addMessage = (tx: Tx, one: { tutorId: number; userId: number; content: string; createTime: number }) =>
  tx.insertInto('tutorMessage').values(one).returning('id').executeTakeFirstOrThrow();

export const logOf = (db: Database, tutorId: number) =>
  db
    .selectFrom('flowLog')
    .leftJoin('user', 'user.id', 'flowLog.operatorId')
    .select(['flowLog.event', 'flowLog.toStatus', 'flowLog.note', 'flowLog.at', 'flowLog.operatorId', 'user.nickName'])
    .where('flowLog.entityType', '=', 'tutor')
    .where('flowLog.entityId', '=', tutorId)
    .orderBy('flowLog.id')
    .execute();

/** Appointments of an applicant or an expert outside the states `ended`. */
export const appointmentsOf = (db: Database | Tx, userId: number, ended: readonly string[]) =>
  db
    .selectFrom('tutor')
    .select(['tutorNo', 'topic', 'status'])
    .where('delFlag', '=', '0')
    .where('status', 'not in', ended)
    .where((eb) => eb.or([eb('userId', '=', userId), eb('expertUserId', '=', userId)]))
    .orderBy('id')
    .execute();

/** Paid tutoring that took place and began before a time. */
export const finishedBefore = (db: Database | Tx, until: number) =>
  db
    .selectFrom('tutor')
    .leftJoin('user', 'user.id', 'tutor.expertUserId')
    .select([
      'tutor.id',
      'tutor.tutorNo',
      'tutor.expertUserId',
      'tutor.topic',
      'tutor.expectTime',
      'tutor.feeFen',
      'tutor.refundFen',
      'user.nickName',
    ])
    .where('tutor.status', 'in', tutorMachine.groups.held)
    .where('tutor.feeFen', '>', 0)
    .where('tutor.expectTime', '<', until)
    .where('tutor.delFlag', '=', '0')
    .orderBy('tutor.id')
    .execute();
