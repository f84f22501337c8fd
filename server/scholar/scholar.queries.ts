import type { Database, Tx } from '../db/database.ts';

export const namesOf = (db: Database | Tx, scholarIds: readonly number[]) =>
  scholarIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('scholarAlias').selectAll().where('scholarId', 'in', scholarIds).orderBy('orderNum').orderBy('id').execute();

interface NewName {
  readonly name: string;
  readonly kind: string;
  readonly yearFrom: string;
  readonly yearTo: string;
}

/** Replaces the names. A name that a merge added keeps the mark of that merge, so that undoing it still removes the name. */
export async function replaceNames(tx: Tx, scholarId: number, names: readonly NewName[]): Promise<void> {
  const merges = new Map((await namesOf(tx, [scholarId])).map((one) => [one.name, one.mergeId]));
  await tx.deleteFrom('scholarAlias').where('scholarId', '=', scholarId).execute();
  if (names.length > 0)
    await tx
      .insertInto('scholarAlias')
      .values(names.map((one, orderNum) => ({ ...one, scholarId, orderNum, mergeId: merges.get(one.name) ?? null })))
      .execute();
}

export const scholarById = (db: Database | Tx, id: number) =>
  db.selectFrom('scholar').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();

/** Scholars without the columns of a listing: those from before these columns. */
export const unlisted = (db: Database | Tx, most: number) => db.selectFrom('scholar').selectAll().where('searchText', '=', '').limit(most).execute();

export const writeListing = (
  tx: Database | Tx,
  id: number,
  columns: { surnameReading: string; initial: string; sortKey: string; searchText: string },
) => tx.updateTable('scholar').set(columns).where('id', '=', id).execute();

export const worksByIds = (db: Database | Tx, ids: readonly number[]) =>
  db.selectFrom('scholarWorks').selectAll().where('id', 'in', ids).where('delFlag', '=', '0').execute();

export const lastWorkOrder = async (db: Database | Tx, scholarId: number): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('scholarWorks')
        .select((eb) => eb.fn.max('orderNum').as('last'))
        .where('scholarId', '=', scholarId)
        .where('delFlag', '=', '0')
        .executeTakeFirstOrThrow()
    ).last ?? 0,
  );

export const followerCount = async (db: Database, scholarId: number): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('collect')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('targetType', '=', 'scholar')
        .where('targetId', '=', scholarId)
        .executeTakeFirstOrThrow()
    ).total,
  );
