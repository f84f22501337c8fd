import { wireDate } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { deputyOf, stationOf } from './manuscript.queries.ts';

/** An enabled and valid station of a user, or undefined. */
export const qualifiedStation = (db: Database | Tx, userId: number, stations: readonly string[]) =>
  stationOf(db, userId, stations, wireDate(Date.now()));

/** The user who takes new work of `userId` on a day: the deputy during an absence. */
export const deputyFor = async (db: Database | Tx, userId: number, today: string): Promise<number> => (await deputyOf(db, userId, today)) ?? userId;
