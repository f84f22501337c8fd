import type { Database, Tx } from '../db/database.ts';

interface Named {
  readonly ownerId: number;
  readonly editorId: number | null;
  readonly turnUserId: number | null;
  readonly archiveTypeId: number | null;
}

/** Names of the people and categories of a page of manuscripts. */
export async function namesOf(db: Database | Tx, rows: readonly Named[]) {
  const ids = (list: readonly (number | null)[]): number[] => [...new Set(list.filter((id): id is number => id !== null))];
  const people = ids(rows.flatMap((row) => [row.ownerId, row.editorId, row.turnUserId]));
  const types = ids(rows.map((row) => row.archiveTypeId));
  const found = people.length === 0 ? [] : await db.selectFrom('user').select(['id', 'nickName']).where('id', 'in', people).execute();
  const named = types.length === 0 ? [] : await db.selectFrom('archiveType').select(['id', 'typeName']).where('id', 'in', types).execute();
  return { people: new Map(found.map((one) => [one.id, one.nickName])), types: new Map(named.map((one) => [one.id, one.typeName])) };
}
