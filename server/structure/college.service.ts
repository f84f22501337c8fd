import { college } from '../../contract/structure/college.ts';
import { crudService, type RequestCaller } from '../crud/crud-service.ts';
import { baseDataBin } from '../crud/recycle-bin.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { missing } from '../http/app-error.ts';
import { areaIdOf, areaIdsWithin, areaWords, assertKnownArea } from '../system/area.service.ts';

const UNIQUE = { collegeName: '院校名称已存在' };
export const collegeBin = baseDataBin('college', UNIQUE);

export const colleges = crudService(college, {
  table: 'college',
  log: '院校管理',
  order: [
    ['orderNum', 'asc'],
    ['id', 'asc'],
  ],
  unique: UNIQUE,
  removal: 'bin',
  filters: {
    areaId: async (query, value, { db }) => query.where('areaId', 'in', await areaIdsWithin(db, Number(value) || 0)),
  },
  cells: { areaId: areaIdOf },
  async check(tx, { draft: { areaId } }) {
    if (areaId !== null) await assertKnownArea(tx, areaId);
  },
  usedBy: [
    { table: 'user', column: 'collegeId' },
    { table: 'scholar', column: 'collegeId' },
    { table: 'professor', column: 'collegeId' },
  ],
  show: async (db, rows) => {
    const counted = await db
      .selectFrom('user')
      .select(['collegeId', (eb) => eb.fn.countAll<number>().as('members')])
      .where(
        'collegeId',
        'in',
        rows.map((row) => row.id),
      )
      .where('delFlag', '=', '0')
      .groupBy('collegeId')
      .execute();
    const members = new Map(counted.map((row) => [row.collegeId, Number(row.members)]));
    const places = await areaWords(
      db,
      rows.map((row) => row['areaId']).filter((id) => typeof id === 'number'),
    );
    return rows.map((row) => ({ members: members.get(row.id) ?? 0, areaPath: places.get(Number(row['areaId'])) ?? '' }));
  },
});

/** Moves all members of one college to the other and deletes the first. */
export async function mergeColleges(caller: RequestCaller, fromId: number, toId: number): Promise<void> {
  await withOperationLog(caller, { title: '院校管理' }, async (tx) => {
    const found = await tx.selectFrom('college').select('id').where('id', 'in', [fromId, toId]).where('delFlag', '=', '0').execute();
    if (found.length < 2) throw missing('要合并的院校不存在或已被删除，请刷新后重试');
    for (const table of ['user', 'scholar', 'professor'] as const)
      await tx.updateTable(table).set({ collegeId: toId }).where('collegeId', '=', fromId).execute();
    await tx.deleteFrom('college').where('id', '=', fromId).execute();
  });
}
