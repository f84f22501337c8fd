import type { Database, Tx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { CODES } from './contest-codes.ts';
import { contestById, entriesOfPerson, judgesWithNames, namesOf, peopleKeys, roundsOf, type ContestRow } from './contest.queries.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { isBlindContest, isJudge, judgesFault, otherOrganiser, readingFault } from './judging/judge-task.policy.ts';

/** Whether a user, as a person, has entered a contest. */
export async function hasEntered(db: Database | Tx, contestId: number, userId: number): Promise<boolean> {
  const [person] = await peopleKeys(db, [userId]);
  return person !== undefined && (await entriesOfPerson(db, contestId, person)) !== undefined;
}

/** An organiser who entered a contest takes no step of its judging: the second organiser takes over. */
export async function assertNotEntrant(tx: Tx, contest: Pick<ContestRow, 'id' | 'ownerId' | 'secondId'>, userId: number): Promise<void> {
  if (!(await hasEntered(tx, contest.id, userId))) return;
  const other = otherOrganiser(contest, userId);
  const name = other === null ? '' : ((await namesOf(tx, [other])).get(other) ?? '');
  throw new AppError(CODES.entered, name ? `您参加了本届大赛，这一步请由${name}处理` : '您参加了本届大赛，请先在大赛资料里指定第二负责人，由他处理');
}

type Reader = Pick<CurrentUser, 'userId' | 'accounts'>;

async function involvement(db: Database | Tx, contest: ContestRow, reader: Reader) {
  const judges = isBlindContest(await roundsOf(db, contest.id)) && isJudge(await judgesWithNames(db, contest.id), reader);
  return { status: contest.status, judges, entered: await hasEntered(db, contest.id, reader.userId) };
}

/**
 * Rejects a reader of the organisers' pages while a contest is judged: a judge, who must learn neither the authors nor the scores of others there, and
 * for scores also an entrant, who must not learn the judges. Contests whose rounds all show the authors have no secret from judges.
 */
export async function assertNotInvolved(db: Database | Tx, contestId: number, reader: Reader, what: 'authors' | 'scores'): Promise<void> {
  const contest = await contestById(db, contestId);
  const fault = contest ? readingFault(await involvement(db, contest, reader), what) : '';
  if (fault !== '') throw new AppError(CODES.entered, fault);
}

/**
 * Rejects a reader of the organisers' pages who judges or entered a contest, while its judges are secret: from the first judge to the publicity. These
 * pages say who judges and who knows whom.
 */
export async function assertNotInterested(db: Database | Tx, contestId: number, reader: Reader): Promise<void> {
  const contest = await contestById(db, contestId);
  const fault = contest ? judgesFault(await involvement(db, contest, reader)) : '';
  if (fault !== '') throw new AppError(CODES.entered, fault);
}

/** The organiser who decides now. */
export async function decidingOrganiser(db: Database | Tx, contestId: number): Promise<number | null> {
  const contest = await contestById(db, contestId);
  if (!contest) return null;
  if (contest.ownerId !== null && !(await hasEntered(db, contestId, contest.ownerId))) return contest.ownerId;
  return contest.secondId ?? contest.ownerId;
}
