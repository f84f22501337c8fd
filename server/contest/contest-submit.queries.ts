import { contestSubmitMachine } from '../../contract/contest/contest-submit.machine.ts';
import { blindCopyMachine } from '../../contract/contest/blind-copy.machine.ts';
import type { SubmitState } from '../../contract/contest/contest-submit.machine.ts';
import { contains } from '../db/contains.ts';
import type { Database, Tx } from '../db/database.ts';

type Db = Database | Tx;

export const entryById = (db: Db, id: number) =>
  db.selectFrom('contestSubmit').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();
export type EntryRow = NonNullable<Awaited<ReturnType<typeof entryById>>>;

const ownRows = (db: Db, userId: number, contestId: number | undefined) =>
  db
    .selectFrom('contestSubmit')
    .innerJoin('contest', 'contest.id', 'contestSubmit.contestId')
    .where('contestSubmit.userId', '=', userId)
    .where('contestSubmit.delFlag', '=', '0')
    .where('contest.delFlag', '=', '0')
    .$if(contestId !== undefined, (query) => query.where('contestSubmit.contestId', '=', contestId ?? 0));

export async function ownPage(db: Db, userId: number, contestId: number | undefined, limit: number, offset: (total: number) => number) {
  const { total } = await ownRows(db, userId, contestId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await ownRows(db, userId, contestId)
    .selectAll('contestSubmit')
    .select(['contest.title as contestTitle', 'contest.status as contestStatus', 'contest.submitEnd', 'contest.submitStart'])
    .orderBy('contestSubmit.updateTime', 'desc')
    .orderBy('contestSubmit.id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows };
}

export const ownById = (db: Db, userId: number, id: number) =>
  ownRows(db, userId, undefined)
    .selectAll('contestSubmit')
    .select(['contest.title as contestTitle', 'contest.status as contestStatus', 'contest.submitEnd', 'contest.submitStart'])
    .where('contestSubmit.id', '=', id)
    .executeTakeFirst();
export type OwnRow = NonNullable<Awaited<ReturnType<typeof ownById>>>;

/** An awarded entry of a finished contest. */
export const awardedWork = (db: Db, id: number) =>
  db
    .selectFrom('contestSubmit')
    .innerJoin('contest', 'contest.id', 'contestSubmit.contestId')
    .innerJoin('user', 'user.id', 'contestSubmit.userId')
    .select(['contestSubmit.id', 'contestSubmit.title', 'contestSubmit.intro', 'contestSubmit.team', 'contestSubmit.awardName', 'user.nickName'])
    .where('contestSubmit.id', '=', id)
    .where('contestSubmit.status', '=', 'awarded')
    .where('contestSubmit.delFlag', '=', '0')
    .where('contest.status', '=', 'finished')
    .where('contest.delFlag', '=', '0')
    .executeTakeFirst();

/** Entries that count against the limit of a person. */
export const countOwn = async (db: Db, userId: number, contestId: number, except: number): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('contestSubmit')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('userId', '=', userId)
        .where('contestId', '=', contestId)
        .where('id', '<>', except)
        .where('delFlag', '=', '0')
        .where('status', 'not in', contestSubmitMachine.groups.neverEntered)
        .executeTakeFirstOrThrow()
    ).n,
  );

export const filesOfEntries = (db: Db, submitIds: readonly number[]) =>
  submitIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('contestFile').selectAll().where('submitId', 'in', submitIds).where('delFlag', '=', '0').orderBy('id').execute();
export type FileRow = Awaited<ReturnType<typeof filesOfEntries>>[number];

export const fileById = (db: Db, id: number) =>
  db.selectFrom('contestFile').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();
export type ContestFileRow = NonNullable<Awaited<ReturnType<typeof fileById>>>;

/** The oldest file of a submitted entry whose anonymous copy has not been made. */
export const nextBlindFile = (db: Db) =>
  db
    .selectFrom('contestFile')
    .innerJoin('contestSubmit', 'contestSubmit.id', 'contestFile.submitId')
    .innerJoin('user', 'user.id', 'contestSubmit.userId')
    .leftJoin('college', 'college.id', 'contestSubmit.collegeId')
    .selectAll('contestFile')
    .select([
      'contestSubmit.submitNo',
      'contestSubmit.team',
      'contestSubmit.instructor',
      'user.nickName',
      'user.realName',
      'user.email',
      'user.phonenumber',
      'college.collegeName',
    ])
    .where('contestFile.delFlag', '=', '0')
    .where('contestFile.blindState', '=', 'waiting')
    .where('contestSubmit.delFlag', '=', '0')
    .where('contestSubmit.status', 'in', contestSubmitMachine.groups.running)
    .orderBy('contestFile.id')
    .limit(1)
    .executeTakeFirst();

/** Names of the people of an entry: its account, team, instructor and college. */
export const peopleOfEntries = (db: Db, ids: readonly number[]) =>
  ids.length === 0 ? Promise.resolve([]) : people(db).where('contestSubmit.id', 'in', ids).execute();

export const peopleOfEntry = (db: Db, id: number) => people(db).where('contestSubmit.id', '=', id).executeTakeFirstOrThrow();

const people = (db: Db) =>
  db
    .selectFrom('contestSubmit')
    .innerJoin('user', 'user.id', 'contestSubmit.userId')
    .leftJoin('college', 'college.id', 'contestSubmit.collegeId')
    .select([
      'contestSubmit.id',
      'contestSubmit.team',
      'contestSubmit.instructor',
      'user.nickName',
      'user.realName',
      'user.email',
      'college.collegeName',
    ]);

/** Comments of judges on an entry, for its contestant after the announcement. */
export const commentsOn = (db: Db, submitIds: readonly number[]) =>
  submitIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('judgeTask')
        .innerJoin('contestRound', 'contestRound.id', 'judgeTask.roundId')
        .select(['judgeTask.submitId', 'judgeTask.comment', 'contestRound.roundType'])
        .where('judgeTask.submitId', 'in', submitIds)
        .where('judgeTask.status', '=', 'submitted')
        .where('judgeTask.calibration', '=', '0')
        .where('judgeTask.comment', '<>', '')
        .orderBy('contestRound.roundType')
        .orderBy('judgeTask.id')
        .execute();

export const certificatesOf = (db: Db, submitIds: readonly number[]) =>
  submitIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('contestCertificate')
        .select(['submitId', 'certificateNo'])
        .where('submitId', 'in', submitIds)
        .where('revokedAt', 'is', null)
        .execute();

interface Asked {
  readonly contestId: number;
  readonly status?: SubmitState | undefined;
  readonly group?: string | undefined;
  readonly findings?: '1' | undefined;
  readonly keyword?: string | undefined;
}

const staffRows = (db: Db, { contestId, status, group, findings, keyword }: Asked) =>
  db
    .selectFrom('contestSubmit')
    .innerJoin('user', 'user.id', 'contestSubmit.userId')
    .leftJoin('college', 'college.id', 'contestSubmit.collegeId')
    .where('contestSubmit.contestId', '=', contestId)
    .where('contestSubmit.delFlag', '=', '0')
    .where('contestSubmit.status', '<>', 'draft')
    .$if(status !== undefined, (query) => query.where('contestSubmit.status', '=', status as SubmitState))
    .$if(Boolean(group), (query) => query.where('contestSubmit.groupName', '=', group ?? ''))
    .$if(findings === '1', (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('contestFile')
            .select('contestFile.id')
            .whereRef('contestFile.submitId', '=', 'contestSubmit.id')
            .where('contestFile.delFlag', '=', '0')
            .where('contestFile.blindState', 'in', blindCopyMachine.groups.unclear),
        ),
      ),
    )
    .$if(Boolean(keyword), (query) =>
      query.where((eb) =>
        eb.or([
          contains('contestSubmit.title', keyword ?? ''),
          contains('contestSubmit.submitNo', keyword ?? ''),
          contains('user.nickName', keyword ?? ''),
        ]),
      ),
    );

const withStaffColumns = (query: ReturnType<typeof staffRows>) =>
  query
    .selectAll('contestSubmit')
    .select(['user.nickName', 'college.collegeName'])
    .select((eb) =>
      eb
        .selectFrom('contestFile')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('contestFile.submitId', '=', 'contestSubmit.id')
        .where('contestFile.delFlag', '=', '0')
        .as('files'),
    )
    .select((eb) =>
      eb
        .selectFrom('contestFile')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('contestFile.submitId', '=', 'contestSubmit.id')
        .where('contestFile.delFlag', '=', '0')
        .where('contestFile.blindState', 'in', blindCopyMachine.groups.unclear)
        .as('found'),
    );

export async function staffPage(db: Db, asked: Asked, limit: number, offset: (total: number) => number) {
  const { total } = await staffRows(db, asked)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await withStaffColumns(staffRows(db, asked))
    .orderBy('contestSubmit.submittedAt', 'desc')
    .orderBy('contestSubmit.id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows };
}

export const staffById = (db: Db, contestId: number, id: number) =>
  withStaffColumns(staffRows(db, { contestId })).where('contestSubmit.id', '=', id).executeTakeFirst();
export type StaffRow = NonNullable<Awaited<ReturnType<typeof staffById>>>;
