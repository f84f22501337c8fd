import { wireDate } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { deputyOf, isOutside, personOf, stationOf } from './manuscript.queries.ts';
import { workloads } from './press-user.queries.ts';

/** An enabled and valid station of a user, or undefined. */
export const qualifiedStation = (db: Database | Tx, userId: number, stations: readonly string[]) =>
  stationOf(db, userId, stations, wireDate(Date.now()));

/** The user who takes new work of `userId` on a day: the deputy during an absence. */
export const deputyFor = async (db: Database | Tx, userId: number, today: string): Promise<number> => (await deputyOf(db, userId, today)) ?? userId;

/** Whether a user has no role of the staff. */
export const isOutsider = (db: Database | Tx, userId: number): Promise<boolean> => isOutside(db, userId);

/** Whether two accounts belong to one person: the same account, identity card or phone. */
export async function samePerson(db: Database | Tx, one: number, other: number): Promise<boolean> {
  if (one === other) return true;
  const [a, b] = [await personOf(db, one), await personOf(db, other)];
  if (!a || !b) return false;
  return (a.idCardNo !== '' && a.idCardNo === b.idCardNo) || (a.phonenumber !== '' && a.phonenumber === b.phonenumber);
}

/** Number of live manuscripts whose turn a user has or whose editor the user is, by user id. */
export const workloadsOf = (db: Database | Tx): Promise<ReadonlyMap<number, number>> => workloads(db);
