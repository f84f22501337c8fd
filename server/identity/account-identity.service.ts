import type { Database, Tx } from '../db/database.ts';
import { addIdentity, identitiesOf, namesOf, noteLock, removeIdentities, withoutIdentities } from './account-identity.queries.ts';

const TYPES = { userName: 'username', phonenumber: 'mobile', email: 'email' } as const;

/** Synchronizes a user's identifiers with the user row; outdated ones are removed. */
export async function saveIdentities(tx: Database | Tx, userId: number): Promise<void> {
  const user = await namesOf(tx, userId);
  if (!user) return;
  const has = await identitiesOf(tx, userId);
  const wanted = (Object.keys(TYPES) as (keyof typeof TYPES)[])
    .map((column) => [TYPES[column], user[column]] as const)
    .filter(([, value]) => value !== '');
  const old = has.filter(
    (row) => row.identityType !== 'wechat' && !wanted.some(([type, value]) => type === row.identityType && value === row.identifier),
  );
  if (old.length > 0)
    await removeIdentities(
      tx,
      old.map((row) => row.id),
    );
  const now = Date.now();
  for (const [identityType, identifier] of wanted)
    if (!has.some((row) => row.identityType === identityType && row.identifier === identifier))
      await addIdentity(tx, { userId, identityType, identifier, createTime: now, updateTime: now });
}

const BATCH = 500;

/** Creates missing identifiers at each start, for users that an older program created. */
export async function saveAllIdentities(db: Database): Promise<void> {
  for (;;) {
    const people = await withoutIdentities(db, BATCH);
    if (people.length === 0) return;
    await db.transaction().execute(async (tx) => {
      for (const { id } of people) await saveIdentities(tx, id);
    });
    if (people.length < BATCH) return;
  }
}

/** Writes sign-in data of an account for user administrators; the counter itself enforces the lock. */
export async function noteSignIn(db: Database, userName: string, tries: number, lockedUntil: number | null): Promise<void> {
  await noteLock(db, userName, tries === 0 ? { failCount: 0, lockedUntil: null, lastLoginTime: Date.now() } : { failCount: tries, lockedUntil });
}

/** Removes the lock of an account that user administrators see; the counters are reset by `forgetTries`. */
export async function removeLock(tx: Tx, userName: string): Promise<void> {
  await noteLock(tx, userName, { failCount: 0, lockedUntil: null });
}
