import type { Database, Tx } from '../db/database.ts';

export interface KeyPlace {
  readonly userId: number;
  readonly keyHash: string;
}

export const dropExpiredKeys = (db: Database, userId: number, now: number) =>
  db.deleteFrom('requestKey').where('userId', '=', userId).where('expiresAt', '<', now).execute();

/** Returns whether the key was free: the unique row lets one request of one server claim it. */
export async function claimKey(
  db: Database,
  place: KeyPlace,
  claim: { readonly requestHash: string; readonly leaseUntil: number; readonly at: number; readonly expiresAt: number | null },
): Promise<boolean> {
  const made = await db
    .insertInto('requestKey')
    .values({ ...place, ...claim, state: 'running', answer: '' })
    .onConflict((conflict) => conflict.columns(['userId', 'keyHash']).doNothing())
    .executeTakeFirst();
  return Number(made.numInsertedOrUpdatedRows ?? 0) === 1;
}

export const storedKey = (db: Database, { userId, keyHash }: KeyPlace) =>
  db
    .selectFrom('requestKey')
    .select(['requestHash', 'state', 'leaseUntil', 'answer'])
    .where('userId', '=', userId)
    .where('keyHash', '=', keyHash)
    .executeTakeFirst();

const claimed = (db: Database | Tx, { userId, keyHash }: KeyPlace, leaseUntil: number) =>
  db
    .updateTable('requestKey')
    .where('userId', '=', userId)
    .where('keyHash', '=', keyHash)
    .where('state', '=', 'running')
    .where('leaseUntil', '=', leaseUntil);

/** Takes over a claim whose lease was seen to end; false when another request was first. */
export async function takeOverKey(db: Database, place: KeyPlace, seen: number, leaseUntil: number): Promise<boolean> {
  const done = await claimed(db, place, seen).set({ leaseUntil }).executeTakeFirst();
  return Number(done.numUpdatedRows) === 1;
}

/** Stores the answer; false when the claim was taken over meanwhile. */
export async function finishKey(db: Database | Tx, place: KeyPlace, leaseUntil: number, answer: string): Promise<boolean> {
  const done = await claimed(db, place, leaseUntil).set({ state: 'done', answer }).executeTakeFirst();
  return Number(done.numUpdatedRows) === 1;
}

export const releaseKey = (db: Database, { userId, keyHash }: KeyPlace, leaseUntil: number) =>
  db
    .deleteFrom('requestKey')
    .where('userId', '=', userId)
    .where('keyHash', '=', keyHash)
    .where('state', '=', 'running')
    .where('leaseUntil', '=', leaseUntil)
    .execute();
