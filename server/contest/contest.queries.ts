import { contestMachine } from '../../contract/contest/contest.machine.ts';
import { contestSubmitMachine } from '../../contract/contest/contest-submit.machine.ts';
import { sql, type SqlBool } from 'kysely';
import type { ContestState } from '../../contract/contest/contest.machine.ts';
import type { Database, Tx } from '../db/database.ts';
import { contains } from '../db/contains.ts';
import { samePersonSql } from '../db/same-person.ts';

type Db = Database | Tx;

export const contestById = (db: Db, id: number) =>
  db.selectFrom('contest').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();
export type ContestRow = NonNullable<Awaited<ReturnType<typeof contestById>>>;

export const roundsOf = (db: Db, contestId: number) =>
  db.selectFrom('contestRound').selectAll().where('contestId', '=', contestId).where('delFlag', '=', '0').orderBy('roundType').execute();
export type RoundRow = Awaited<ReturnType<typeof roundsOf>>[number];

export const roundById = (db: Db, id: number) =>
  db.selectFrom('contestRound').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();

interface PublicAsked {
  readonly states: readonly ContestState[];
  readonly keyword: string | undefined;
}

const publicRows = (db: Db, { states, keyword }: PublicAsked) =>
  db
    .selectFrom('contest')
    .where('contest.delFlag', '=', '0')
    .where('contest.status', 'in', states)
    .$if(Boolean(keyword), (query) =>
      query.where((eb) =>
        eb.or([contains('contest.title', keyword ?? ''), contains('contest.theme', keyword ?? ''), contains('contest.organizer', keyword ?? '')]),
      ),
    );

/** Public contests with ids from `from` up to, but without, `to`. */
export const publicIds = (db: Db, states: PublicAsked['states'], from: number, to: number) =>
  publicRows(db, { states, keyword: undefined })
    .select(['contest.id', 'contest.updateTime'])
    .where('contest.id', '>=', from)
    .where('contest.id', '<', to)
    .orderBy('contest.id')
    .execute();

/** Open contests first, then those that are judged, then the newest ended. */
export async function publicPage(db: Db, asked: PublicAsked, limit: number, offset: (total: number) => number) {
  const { total } = await publicRows(db, asked)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await publicRows(db, asked)
    .select([
      'contest.id',
      'contest.title',
      'contest.theme',
      'contest.cover',
      'contest.organizer',
      'contest.submitStart',
      'contest.submitEnd',
      'contest.status',
      'contest.awardPlan',
      'contest.updateTime',
      entrants().as('entrants'),
    ])
    .orderBy((eb) =>
      eb
        .case()
        .when('contest.status', '=', 'collecting')
        .then(0)
        .when('contest.status', '=', 'publicity')
        .then(1)
        .when('contest.status', '=', 'announced')
        .then(2)
        .when('contest.status', '=', 'judging')
        .then(3)
        .else(4)
        .end(),
    )
    .orderBy('contest.submitEnd', 'desc')
    .orderBy('contest.id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows };
}

/** People with an entry, whatever became of it except drafts and withdrawn ones. */
const entrants = () =>
  sql<number>`(select count(distinct "user_id") from "contest_submit" where "contest_submit"."contest_id" = "contest"."id" and "contest_submit"."status" not in ('draft', 'withdrawn', 'void'))`;

export const entrantsOf = async (db: Db, contestId: number): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('contestSubmit')
        .select((eb) => eb.fn.count<number>('userId').distinct().as('n'))
        .where('contestId', '=', contestId)
        .where('delFlag', '=', '0')
        .where('status', 'not in', contestSubmitMachine.groups.neverEntered)
        .executeTakeFirstOrThrow()
    ).n,
  );

/**
 * Rows of `contestJudge` that a person sees: before the publicity somebody who judges in blind rounds or entered, also as a member of a team, sees only
 * the own row.
 */
export const seesJudge = (userId: number, accounts: ReadonlySet<number>) => {
  const own = sql.join([...accounts]);
  return sql<SqlBool>`("contest_judge"."user_id" in (${own}) or not exists (
    select 1 from "contest" where "contest"."id" = "contest_judge"."contest_id" and "contest"."status" not in ('publicity', 'finished', 'cancelled') and (
      exists (select 1 from "contest_submit" where "contest_submit"."contest_id" = "contest"."id" and ("contest_submit"."user_id" in (${own})
          or exists (select 1 from "user" where "user"."id" = ${userId} and "user"."phonenumber" <> ''
            and "contest_submit"."team" like '%"' || "user"."phonenumber" || '"%'))
        and "contest_submit"."del_flag" = '0' and "contest_submit"."status" not in ('draft', 'withdrawn', 'void'))
      or exists (select 1 from "contest_judge" as "own" where "own"."contest_id" = "contest"."id" and "own"."user_id" in (${own}) and "own"."del_flag" = '0')
        and exists (select 1 from "contest_round" where "contest_round"."contest_id" = "contest"."id" and "contest_round"."del_flag" = '0'
          and "contest_round"."blind" = '1' and "contest_round"."see_authors" = '0'))))`;
};

export const judgesWithNames = (db: Db, contestId: number) =>
  db
    .selectFrom('contestJudge')
    .innerJoin('user', 'user.id', 'contestJudge.userId')
    .selectAll('contestJudge')
    .select(['user.nickName', 'user.realName', 'user.collegeId'])
    .where('contestJudge.contestId', '=', contestId)
    .where('contestJudge.delFlag', '=', '0')
    .where('contestJudge.status', '=', '0')
    .orderBy('contestJudge.id')
    .execute();
export type JudgeRow = Awaited<ReturnType<typeof judgesWithNames>>[number];

export const submitCounts = (db: Db, contestIds: readonly number[]) =>
  db
    .selectFrom('contestSubmit')
    .select(['contestId', 'status', (eb) => eb.fn.countAll<number>().as('n')])
    .where('contestId', 'in', contestIds)
    .where('delFlag', '=', '0')
    .groupBy(['contestId', 'status'])
    .execute();

export const taskCounts = (db: Db, contestId: number) =>
  db
    .selectFrom('judgeTask')
    .select(['roundId', 'status', (eb) => eb.fn.countAll<number>().as('n')])
    .where('contestId', '=', contestId)
    .where('delFlag', '=', '0')
    .groupBy(['roundId', 'status'])
    .execute();

export const openObjections = async (db: Db, contestId: number): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('contestObjection')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('contestId', '=', contestId)
        .where('status', '=', 'open')
        .where('delFlag', '=', '0')
        .executeTakeFirstOrThrow()
    ).n,
  );

export const unreadyFiles = async (db: Db, contestId: number): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('contestFile')
        .innerJoin('contestSubmit', 'contestSubmit.id', 'contestFile.submitId')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('contestFile.contestId', '=', contestId)
        .where('contestFile.delFlag', '=', '0')
        .where('contestFile.blindState', '<>', 'ready')
        .where('contestSubmit.delFlag', '=', '0')
        .where('contestSubmit.status', 'in', contestSubmitMachine.groups.running)
        .executeTakeFirstOrThrow()
    ).n,
  );

export const namesOf = async (db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> =>
  ids.length === 0
    ? new Map()
    : new Map((await db.selectFrom('user').select(['id', 'nickName']).where('id', 'in', ids).execute()).map((user) => [user.id, user.nickName]));

/** What identifies people: accounts of one person share at least one of them. */
export const peopleKeys = (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('user')
        .select(['id', 'identityKey', 'phonenumber', 'email', 'nickName', 'realName', 'collegeId'])
        .where('id', 'in', ids)
        .execute();
export type PersonKeys = Awaited<ReturnType<typeof peopleKeys>>[number];

/** Entries of people who share an identity card, phone or mail with a user: the same person, or a team member with that phone. */
export const entriesOfPerson = (db: Db, contestId: number, person: PersonKeys) =>
  db
    .selectFrom('contestSubmit')
    .innerJoin('user', 'user.id', 'contestSubmit.userId')
    .innerJoin('user as person', (join) => join.on('person.id', '=', person.id))
    .select('contestSubmit.id')
    .where('contestSubmit.contestId', '=', contestId)
    .where('contestSubmit.delFlag', '=', '0')
    .where('contestSubmit.status', 'not in', contestSubmitMachine.groups.neverEntered)
    .where((eb) =>
      eb.or([samePersonSql('user', 'person'), ...(person.phonenumber ? [contains('contestSubmit.team', `"${person.phonenumber}"`)] : [])]),
    )
    .limit(1)
    .executeTakeFirst();

/** A contest whose time has come: to open, to close, or to end its publicity. */
export const dueContest = (db: Db, now: number) =>
  db
    .selectFrom('contest')
    .selectAll()
    .where('delFlag', '=', '0')
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', 'announced'), eb('submitStart', '<=', now)]),
        eb.and([eb('status', '=', 'collecting'), eb('submitEnd', '<=', now)]),
        eb.and([
          eb('status', '=', 'publicity'),
          eb('publicityEnd', '<=', now),
          eb.not(
            eb.exists(
              eb
                .selectFrom('contestObjection')
                .select('contestObjection.id')
                .whereRef('contestObjection.contestId', '=', 'contest.id')
                .where('contestObjection.status', '=', 'open')
                .where('contestObjection.delFlag', '=', '0'),
            ),
          ),
        ]),
      ]),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** An allocated round whose time has come, of a contest that is judged. */
export const dueRound = (db: Db, now: number) =>
  db
    .selectFrom('contestRound')
    .innerJoin('contest', 'contest.id', 'contestRound.contestId')
    .selectAll('contestRound')
    .where('contestRound.delFlag', '=', '0')
    .where('contest.delFlag', '=', '0')
    .where('contest.status', '=', 'judging')
    .where('contestRound.status', '=', 'allocated')
    .where('contestRound.startTime', '<=', now)
    .orderBy('contestRound.id')
    .limit(1)
    .executeTakeFirst();

/** A draft of a contest that no longer collects, or a returned entry whose 48 hours are over. */
export const lapsedEntry = (db: Db, now: number) =>
  db
    .selectFrom('contestSubmit')
    .innerJoin('contest', 'contest.id', 'contestSubmit.contestId')
    .selectAll('contestSubmit')
    .where('contestSubmit.delFlag', '=', '0')
    .where((eb) =>
      eb.or([
        eb.and([eb('contestSubmit.status', '=', 'draft'), eb('contest.submitEnd', '<=', now), eb('contest.status', '<>', 'announced')]),
        eb.and([eb('contestSubmit.status', '=', 'returned'), eb('contestSubmit.returnUntil', '<=', now)]),
      ]),
    )
    .orderBy('contestSubmit.id')
    .limit(1)
    .executeTakeFirst();

export const contestTitles = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('contest')
    .select(['id', 'title'])
    .where('id', 'in', ids)
    .where('delFlag', '=', '0')
    .where('status', 'in', contestMachine.groups.shown)
    .execute();

export const discussionsOf = (db: Db, contestId: number) =>
  db
    .selectFrom('contestDiscussion')
    .innerJoin('contestRound', 'contestRound.id', 'contestDiscussion.roundId')
    .selectAll('contestDiscussion')
    .select('contestRound.roundType')
    .where('contestDiscussion.contestId', '=', contestId)
    .orderBy('contestDiscussion.id')
    .execute();

/** Judges with the names of their colleges. */
export const judgesWithCollege = (db: Database | Tx, userIds: readonly number[]) =>
  db
    .selectFrom('user')
    .leftJoin('college', 'college.id', 'user.collegeId')
    .select(['user.id', 'user.nickName', 'college.collegeName'])
    .where('user.id', 'in', userIds)
    .execute();
