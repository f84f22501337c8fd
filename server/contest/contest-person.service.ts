import type { Database, Tx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { CODES } from './contest-codes.ts';
import { contestById, entriesOfPerson, judgesWithNames, namesOf, peopleKeys, roundsOf, type ContestRow } from './contest.queries.ts';

/** Whether a user, as a person, has entered a contest. */
export async function hasEntered(db: Database | Tx, contestId: number, userId: number): Promise<boolean> {
  const [person] = await peopleKeys(db, [userId]);
  return person !== undefined && (await entriesOfPerson(db, contestId, person)) !== undefined;
}

/** An organiser who entered a contest takes no step of its judging: the second organiser takes over. */
export async function rejectEntrant(tx: Tx, contest: Pick<ContestRow, 'id' | 'ownerId' | 'secondId'>, userId: number): Promise<void> {
  if (!(await hasEntered(tx, contest.id, userId))) return;
  const other = contest.secondId !== null && contest.secondId !== userId ? contest.secondId : contest.ownerId === userId ? null : contest.ownerId;
  const name = other === null ? '' : ((await namesOf(tx, [other])).get(other) ?? '');
  throw new AppError(CODES.entered, name ? `您参加了本届大赛，这一步请由${name}处理` : '您参加了本届大赛，请先在大赛资料里指定第二负责人，由他处理');
}

/**
 * Rejects a reader of the organisers' pages while a contest is judged: a judge, who must learn neither the authors nor the scores of others there, and
 * for scores also an entrant, who must not learn the judges. Contests whose rounds all show the authors have no secret from judges.
 */
export async function rejectInvolved(db: Database | Tx, contestId: number, userId: number, what: 'authors' | 'scores'): Promise<void> {
  const contest = await contestById(db, contestId);
  if (contest?.status !== 'judging') return;
  const blind = (await roundsOf(db, contestId)).some((round) => round.blind === '1' && round.seeAuthors === '0');
  if (blind && (await judgesWithNames(db, contestId)).some((judge) => judge.userId === userId))
    throw new AppError(CODES.entered, '您是本届大赛的评委，公示以前不能看作者的资料和其他评委的评分');
  if (what === 'scores' && (await hasEntered(db, contestId, userId))) throw new AppError(CODES.entered, '您参加了本届大赛，公示以前不能看评分');
}

/**
 * Rejects a reader of the organisers' pages who judges or entered a contest, while its judges are secret: from the first judge to the publicity. These
 * pages say who judges and who knows whom.
 */
export async function rejectInterested(db: Database | Tx, contestId: number, userId: number): Promise<void> {
  const contest = await contestById(db, contestId);
  if (!contest || OPEN_JUDGES.has(contest.status)) return;
  const blind = (await roundsOf(db, contestId)).some((round) => round.blind === '1' && round.seeAuthors === '0');
  if (blind && (await judgesWithNames(db, contestId)).some((judge) => judge.userId === userId))
    throw new AppError(CODES.entered, '您是本届大赛的评委，公示以前不能看其他评委和回避关系');
  if (await hasEntered(db, contestId, userId)) throw new AppError(CODES.entered, '您参加了本届大赛，公示以前不能看评委和回避关系');
}

/** States in which the judges are no secret. */
const OPEN_JUDGES: ReadonlySet<string> = new Set(['publicity', 'finished', 'cancelled']);

/** The organiser who decides now. */
export async function decidingOrganiser(db: Database | Tx, contestId: number): Promise<number | null> {
  const contest = await contestById(db, contestId);
  if (!contest) return null;
  if (contest.ownerId !== null && !(await hasEntered(db, contestId, contest.ownerId))) return contest.ownerId;
  return contest.secondId ?? contest.ownerId;
}
