import { wireDate } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { AppError, failed } from '../http/app-error.ts';
import { samePerson } from '../db/same-person.ts';
import { authorUsers } from './manuscript.policy.ts';
import { deputyOf, isOutside, stationOf } from './manuscript.queries.ts';
import { overlappingAbsence, workloads } from './press-user.queries.ts';

/** An enabled and valid station of a user, or undefined. */
export const qualifiedStation = (db: Database | Tx, userId: number, stations: readonly string[]) =>
  stationOf(db, userId, stations, wireDate(Date.now()));

/** Who takes new work that was meant for a user. */
export interface Taker {
  readonly userId: number;
  readonly name: string;
  /** Name of the absent colleague; empty when the user is not a deputy. */
  readonly onBehalfOf: string;
}

const nameOfUser = async (db: Database | Tx, userId: number): Promise<string> =>
  (await db.selectFrom('user').select('nickName').where('id', '=', userId).executeTakeFirst())?.nickName ?? '';

/** The user who takes new work of `userId` today: during an absence the deputy, or the deputy's deputy. Throws when deputies wait for each other. */
export async function takerFor(db: Database | Tx, userId: number): Promise<Taker> {
  const today = wireDate(Date.now());
  const absent = new Set<number>();
  let taker = userId;
  for (let deputy = await deputyOf(db, taker, today); deputy !== null; deputy = await deputyOf(db, taker, today)) {
    absent.add(taker);
    if (absent.has(deputy)) throw failed(`${await nameOfUser(db, userId)}和代理人都在休假，没有人接手，请另选人或调整休假代理`);
    taker = deputy;
  }
  return { userId: taker, name: await nameOfUser(db, taker), onBehalfOf: absent.size === 0 ? '' : await nameOfUser(db, userId) };
}

/** The end of a message to a deputy: for whom the work is taken. */
export const behalfWords = (onBehalfOf: string | undefined): string => (onBehalfOf ? `（代${onBehalfOf}）` : '');

/** The objection to the person who takes a task; that to a deputy names both people. */
export function objectionOf({ onBehalfOf, name }: Pick<Taker, 'onBehalfOf' | 'name'>, objection: AppError): AppError {
  if (onBehalfOf === '') return objection;
  return new AppError(objection.code, `${onBehalfOf}休假，由${name}代理，但${name}不能接手：${objection.message}`);
}

/** Whether a user is, as a person, an author of a manuscript: such a user takes no task of it. */
export async function isAuthorPerson(db: Database | Tx, row: Parameters<typeof authorUsers>[0], userId: number): Promise<boolean> {
  for (const authorId of authorUsers(row)) if (await samePerson(db, authorId, userId)) return true;
  return false;
}

/** Whether a user has no role of the staff. */
export const isOutsider = (db: Database | Tx, userId: number): Promise<boolean> => isOutside(db, userId);

/** Number of live manuscripts whose turn a user has or whose editor the user is, by user id. */
export const workloadsOf = (db: Database | Tx, userIds: readonly number[]): Promise<ReadonlyMap<number, number>> => workloads(db, userIds);

/** Another absence of the same user in the same days; undefined without one. */
export const otherAbsence = (tx: Tx, absence: Parameters<typeof overlappingAbsence>[1], except: number) => overlappingAbsence(tx, absence, except);
