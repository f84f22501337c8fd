import { DAY_MS } from '../../contract/clock.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import { MERGE_UNDO_DAYS, type mergePreview, type ScholarMerge } from '../../contract/scholar/merge.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { failed, missing } from '../http/app-error.ts';
import {
  addMerge,
  addNames,
  recordMove,
  mergeById,
  mergePage,
  movable,
  MOVED,
  moveBack,
  moveRows,
  movesOf,
  setMerged,
  setUser,
  undoRow,
} from './merge.queries.ts';
import { lastWorkOrder, namesOf, scholarById, worksByIds } from './scholar.queries.ts';
import { relist } from './scholar.service.ts';

const LOG = '学者管理';
const NO_SCHOLAR = '学者不存在或已被合并，请刷新后重试';

type Scholar = NonNullable<Awaited<ReturnType<typeof scholarById>>>;

async function living(db: Database | Tx, id: number): Promise<Scholar> {
  const row = await scholarById(db, id);
  if (!row || row.mergedInto !== null) throw missing(NO_SCHOLAR);
  return row;
}

/** Why two scholars cannot be merged; empty when they can. */
function obstacleOf(kept: Scholar, merged: Scholar): string {
  if (kept.userId !== null && merged.userId !== null && kept.userId !== merged.userId)
    return `“${kept.scholarName}”和“${merged.scholarName}”绑定了不同的用户，请先解除其中一位的绑定`;
  return kept.status !== 'published' && merged.status === 'published' ? '保留的主页没有发布，请先发布它，或者反过来合并' : '';
}

/** Names that the kept scholar gets: the name and the other names of the merged one which it does not have. */
async function newNames(db: Database | Tx, kept: Scholar, merged: Scholar) {
  const has = new Set([kept.scholarName, ...(await namesOf(db, [kept.id])).map((one) => one.name)]);
  const own = { name: merged.scholarName, kind: 'other', yearFrom: '', yearTo: '' };
  const all = [own, ...(await namesOf(db, [merged.id]))];
  return all.filter(({ name }, index) => !has.has(name) && all.findIndex((one) => one.name === name) === index);
}

export async function previewMerge({ db }: AppContext, keptId: number, mergedId: number): Promise<DataOf<typeof mergePreview>> {
  const [kept, merged] = [await living(db, keptId), await living(db, mergedId)];
  const user = merged.userId === null ? undefined : await db.selectFrom('user').select('nickName').where('id', '=', merged.userId).executeTakeFirst();
  const works = await movable(db, 'scholarWorks', keptId, mergedId);
  return {
    works: works.length,
    sameWorks:
      (await db.selectFrom('scholarWorks').select('id').where('scholarId', '=', mergedId).where('delFlag', '=', '0').execute()).length - works.length,
    news: (await movable(db, 'information', keptId, mergedId)).length,
    followers: (await movable(db, 'collect', keptId, mergedId)).length,
    names: (await newNames(db, kept, merged)).map((one) => one.name),
    userName: user?.nickName ?? '',
    obstacle: obstacleOf(kept, merged),
  };
}

/** Moves what belongs to one scholar to the other, and remembers each row, so that the merge can be undone. */
export async function mergeInto(caller: RequestCaller, keptId: number, mergedId: number): Promise<void> {
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const [kept, merged] = [await living(tx, keptId), await living(tx, mergedId)];
    const obstacle = obstacleOf(kept, merged);
    if (obstacle) throw failed(obstacle);
    const now = Date.now();
    const by = caller.currentUser.userName;
    const moved = merged.userId !== null && kept.userId === null ? merged.userId : null;
    const mergeId = await addMerge(tx, { keptId, mergedId, userId: moved, createBy: by, createTime: now, undoUntil: now + MERGE_UNDO_DAYS * DAY_MS });
    for (const entity of MOVED) {
      const ids = await movable(tx, entity, keptId, mergedId);
      await moveRows(tx, entity, ids, keptId);
      await recordMove(tx, mergeId, entity, ids);
    }
    await addNames(tx, keptId, mergeId, await newNames(tx, kept, merged));
    await setMerged(tx, merged, { mergedInto: keptId, userId: moved === null ? merged.userId : null }, by, now);
    if (moved !== null) await setUser(tx, keptId, moved);
    await relist(tx, keptId);
  });
}

/** Moves everything back that still belongs to the kept scholar. What was added to the kept page since then stays there. */
export async function undoMerge(caller: RequestCaller, mergeId: number): Promise<void> {
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const merge = await mergeById(tx, mergeId);
    if (!merge) throw missing('合并记录不存在，请刷新后重试');
    if (merge.undoneTime !== null) throw failed('这次合并已经撤销过了');
    const now = Date.now();
    if (merge.undoUntil < now) throw failed(`合并已超过 ${MERGE_UNDO_DAYS} 天，不能撤销；可以用“拆分”把作品移给新的学者`);
    const [kept, merged] = [await scholarById(tx, merge.keptId), await scholarById(tx, merge.mergedId)];
    if (!merged || merged.mergedInto !== merge.keptId) throw failed('被合并的学者已被删除，不能撤销');
    if (kept && kept.mergedInto !== null) throw failed(`“${kept.scholarName}”后来又被合并了，请先撤销后一次合并`);
    for (const { entity, rowId } of await movesOf(tx, mergeId)) await moveBack(tx, entity, rowId, merge.keptId, merge.mergedId);
    await tx.deleteFrom('scholarAlias').where('mergeId', '=', mergeId).execute();
    const back = merge.userId !== null && kept?.userId === merge.userId;
    if (back) await setUser(tx, merge.keptId, null);
    const by = caller.currentUser.userName;
    await setMerged(tx, merged, { mergedInto: null, userId: back ? merge.userId : merged.userId }, by, now);
    await undoRow(tx, mergeId, by, now);
    await relist(tx, merge.keptId);
  });
}

export async function merges(context: AppContext, page: { pageNum: number; pageSize: number }) {
  const { rows, total } = await mergePage(context.db, page);
  const now = Date.now();
  return {
    total,
    rows: rows.map(
      ({ id, ...row }): ScholarMerge => ({
        mergeId: id,
        keptId: row.keptId,
        keptName: row.keptName ?? '（已删除）',
        mergedId: row.mergedId,
        mergedName: row.mergedName ?? '（已删除）',
        createBy: row.createBy,
        createTime: wireTime(row.createTime),
        undoUntil: wireTime(row.undoUntil),
        undoneBy: row.undoneBy,
        undoneTime: wireTime(row.undoneTime),
        undoable: row.undoneTime === null && row.undoUntil >= now,
      }),
    ),
  };
}

interface Split {
  readonly scholarId: number;
  readonly worksIds: readonly number[];
  readonly scholarName: string;
  readonly researchField: string;
}

/** Moves works to a new scholar, a draft: two people of one name were on one page. */
export async function split(caller: RequestCaller, { scholarId, worksIds, scholarName, researchField }: Split): Promise<{ scholarId: number }> {
  return withOperationLog(caller, { title: LOG, business: 'add' }, async (tx) => {
    const from = await living(tx, scholarId);
    const works = await worksByIds(tx, worksIds);
    if (works.length !== new Set(worksIds).size || works.some((one) => one.scholarId !== scholarId))
      throw failed('有的作品已不在这位学者名下，请刷新后重新选择');
    const now = Date.now();
    const by = caller.currentUser.userName;
    const { id } = await tx
      .insertInto('scholar')
      .values({
        scholarName,
        researchField,
        discipline: from.discipline,
        userId: null,
        collegeId: null,
        status: 'draft',
        remark: `从“${from.scholarName}”（编号 ${from.id}）拆分`,
        createBy: by,
        createTime: now,
        updateBy: by,
        updateTime: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const work of works)
      await tx
        .updateTable('scholarWorks')
        .set({ scholarId: id, orderNum: (await lastWorkOrder(tx, id)) + 1, updateBy: by, updateTime: now })
        .where('id', '=', work.id)
        .execute();
    await relist(tx, id);
    return { scholarId: id };
  });
}
