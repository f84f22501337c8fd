import { wireDate } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { samePerson } from '../db/same-person.ts';
import { authorUsers } from './manuscript.policy.ts';
import { deputyOf, isOutside, stationOf } from './manuscript.queries.ts';
import { workloads } from './press-user.queries.ts';

/** An enabled and valid station of a user, or undefined. */
export const qualifiedStation = (db: Database | Tx, userId: number, stations: readonly string[]) =>
  stationOf(db, userId, stations, wireDate(Date.now()));

/** The user who takes new work of `userId` on a day: the deputy during an absence. */
export const deputyFor = async (db: Database | Tx, userId: number, today: string): Promise<number> => (await deputyOf(db, userId, today)) ?? userId;

/** Whether a user is, as a person, an author of a manuscript: such a user takes no task of it. */
export async function isAuthorPerson(db: Database | Tx, row: Parameters<typeof authorUsers>[0], userId: number): Promise<boolean> {
  for (const authorId of authorUsers(row)) if (await samePerson(db, authorId, userId)) return true;
  return false;
}

/** Whether a user has no role of the staff. */
export const isOutsider = (db: Database | Tx, userId: number): Promise<boolean> => isOutside(db, userId);

/** Number of live manuscripts whose turn a user has or whose editor the user is, by user id. */
export const workloadsOf = (db: Database | Tx, userIds: readonly number[]): Promise<ReadonlyMap<number, number>> => workloads(db, userIds);
