import type { Database, Tx } from '../db/database.ts';
import { offsetOf } from '../db/page-offset.ts';

/** What moves with a merge. */
export const MOVED = ['scholarWorks', 'information', 'collect', 'applyForLog'] as const;
type Moved = (typeof MOVED)[number];

/**
 * Returns the rows of the merged scholar that can move. A work that both have stays where it is, and so does the row of a user who follows
 * both.
 */
export async function movable(db: Database | Tx, entity: Moved, keptId: number, mergedId: number): Promise<number[]> {
  const ids = async (query: { execute: () => Promise<{ id: number }[]> }) => (await query.execute()).map(({ id }) => id);
  switch (entity) {
    case 'scholarWorks':
      return ids(
        db
          .selectFrom('scholarWorks')
          .select('id')
          .where('scholarId', '=', mergedId)
          .where('delFlag', '=', '0')
          .where((eb) =>
            eb.or([
              eb('publishId', 'is', null),
              eb(
                'publishId',
                'not in',
                eb
                  .selectFrom('scholarWorks as own')
                  .select('own.publishId')
                  .where('own.scholarId', '=', keptId)
                  .where('own.delFlag', '=', '0')
                  .where('own.publishId', 'is not', null),
              ),
            ]),
          ),
      );
    case 'information':
      return ids(db.selectFrom('information').select('id').where('scholarId', '=', mergedId));
    case 'applyForLog':
      return ids(db.selectFrom('applyForLog').select('id').where('scholarId', '=', mergedId));
    case 'collect':
      return ids(
        db
          .selectFrom('collect')
          .select('id')
          .where('targetType', '=', 'scholar')
          .where('targetId', '=', mergedId)
          .where('userId', 'not in', (eb) =>
            eb.selectFrom('collect as own').select('own.userId').where('own.targetType', '=', 'scholar').where('own.targetId', '=', keptId),
          ),
      );
  }
}

/** Ids in one statement. */
const PART = 500;

export async function moveRows(tx: Tx, entity: Moved, ids: readonly number[], to: number): Promise<void> {
  for (let at = 0; at < ids.length; at += PART) {
    const some = ids.slice(at, at + PART);
    if (entity === 'collect') await tx.updateTable('collect').set({ targetId: to }).where('id', 'in', some).execute();
    else
      await tx
        .updateTable(entity as 'information')
        .set({ scholarId: to })
        .where('id', 'in', some)
        .execute();
  }
}

export async function recordMove(tx: Tx, mergeId: number, entity: Moved, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += PART)
    await tx
      .insertInto('scholarMergeMove')
      .values(ids.slice(at, at + PART).map((rowId) => ({ mergeId, entity, rowId })))
      .execute();
}

export const movesOf = (tx: Tx, mergeId: number) => tx.selectFrom('scholarMergeMove').selectAll().where('mergeId', '=', mergeId).execute();

/** Moves a row back when it still belongs to the kept scholar, and the merged one has no equal row. */
export async function moveBack(tx: Tx, entity: string, rowId: number, keptId: number, mergedId: number): Promise<void> {
  if (entity === 'collect') {
    const row = await tx.selectFrom('collect').select('userId').where('id', '=', rowId).where('targetId', '=', keptId).executeTakeFirst();
    const twice =
      row &&
      (await tx
        .selectFrom('collect')
        .select('id')
        .where('userId', '=', row.userId)
        .where('targetType', '=', 'scholar')
        .where('targetId', '=', mergedId)
        .executeTakeFirst());
    if (row && !twice) await tx.updateTable('collect').set({ targetId: mergedId }).where('id', '=', rowId).execute();
    return;
  }
  await tx
    .updateTable(entity as 'information')
    .set({ scholarId: mergedId })
    .where('id', '=', rowId)
    .where('scholarId', '=', keptId)
    .execute();
}

interface NewMerge {
  readonly keptId: number;
  readonly mergedId: number;
  readonly userId: number | null;
  readonly createBy: string;
  readonly createTime: number;
  readonly undoUntil: number;
}

export const addMerge = async (tx: Tx, merge: NewMerge): Promise<number> =>
  (await tx.insertInto('scholarMerge').values(merge).returning('id').executeTakeFirstOrThrow()).id;

export const mergeById = (tx: Tx, id: number) => tx.selectFrom('scholarMerge').selectAll().where('id', '=', id).executeTakeFirst();

export const undoRow = (tx: Tx, id: number, undoneBy: string, undoneTime: number) =>
  tx.updateTable('scholarMerge').set({ undoneBy, undoneTime }).where('id', '=', id).execute();

export async function mergePage(db: Database, page: { pageNum: number; pageSize: number }) {
  const { total } = await db
    .selectFrom('scholarMerge')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('scholarMerge')
    .leftJoin('scholar as kept', 'kept.id', 'scholarMerge.keptId')
    .leftJoin('scholar as merged', 'merged.id', 'scholarMerge.mergedId')
    .selectAll('scholarMerge')
    .select(['kept.scholarName as keptName', 'merged.scholarName as mergedName'])
    .orderBy('scholarMerge.id', 'desc')
    .limit(page.pageSize)
    .offset(offsetOf(page, Number(total)))
    .execute();
  return { rows, total: Number(total) };
}

interface NewName {
  readonly name: string;
  readonly kind: string;
  readonly yearFrom: string;
  readonly yearTo: string;
}

export async function addNames(tx: Tx, scholarId: number, mergeId: number, names: readonly NewName[]): Promise<void> {
  if (names.length === 0) return;
  await tx
    .insertInto('scholarAlias')
    .values(names.map(({ name, kind, yearFrom, yearTo }, index) => ({ name, kind, yearFrom, yearTo, scholarId, mergeId, orderNum: 1000 + index })))
    .execute();
}

export const setMerged = (
  tx: Tx,
  { id, version }: { id: number; version: number },
  columns: { mergedInto: number | null; userId: number | null },
  updateBy: string,
  updateTime: number,
) =>
  tx
    .updateTable('scholar')
    .set({ ...columns, updateBy, updateTime, version: version + 1 })
    .where('id', '=', id)
    .execute();

export const setUser = (tx: Tx, id: number, userId: number | null) => tx.updateTable('scholar').set({ userId }).where('id', '=', id).execute();
