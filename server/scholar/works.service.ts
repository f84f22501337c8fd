import { works } from '../../contract/scholar/works.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { crudService, type RequestCaller } from '../crud/crud-service.ts';
import type { Query } from '../crud/crud-table.ts';
import { contains } from '../db/contains.ts';
import { failed, AppError } from '../http/app-error.ts';
import { CODE } from '../../contract/error.ts';
import { lastWorkOrder, scholarById } from './scholar.queries.ts';
import { searchForm } from './scholar.service.ts';

const LOG = '学者馆作品';

export const scholarWorks = crudService(works, {
  table: 'scholarWorks',
  log: LOG,
  order: [
    ['scholarId', 'asc'],
    ['orderNum', 'asc'],
    ['id', 'asc'],
  ],
  removal: 'bin',
  only: (query) =>
    query.where('scholarId', 'in', (eb: Query) =>
      eb.selectFrom('scholar').select('scholar.id').where('scholar.delFlag', '=', '0').where('scholar.mergedInto', 'is', null),
    ),
  filters: {
    scholarName: (query, value) =>
      query.where('scholarId', 'in', (eb: Query) =>
        eb
          .selectFrom('scholar')
          .select('scholar.id')
          .where(contains('scholar.searchText', searchForm(value))),
      ),
    worksTitle: (query, value) =>
      query.where((eb: Query) =>
        eb.or([
          contains('title', value),
          eb('publishId', 'in', eb.selectFrom('publication').select('publication.id').where(contains('publication.title', value))),
        ]),
      ),
  },
  names: {
    scholarName: { from: 'scholar', column: 'scholarName', by: 'scholarId' },
    publishTitle: { from: 'publication', column: 'title', by: 'publishId' },
    worksTitle: { from: 'publication', column: 'title', by: 'publishId' },
  },
  show: async (_db, rows) => rows.map((row) => (row['publishId'] === null ? { worksTitle: row['title'] } : {})),
  async check(tx, { draft, before }) {
    const owner = draft.scholarId === null ? undefined : await scholarById(tx, draft.scholarId);
    if (!owner || owner.mergedInto !== null) throw failed('学者不存在或已被合并，请重新选择');
    if (before && before['scholarId'] !== draft.scholarId) throw failed('作品不能直接换学者；请用“拆分”或“合并”');
    if (draft.publishId === null) {
      if (draft.title === '') throw failed('请选择本社出版物，或填写题名');
      return;
    }
    const book = await tx.selectFrom('publication').select('id').where('id', '=', draft.publishId).where('delFlag', '=', '0').executeTakeFirst();
    if (!book) throw failed('选择的出版物不存在或已被删除，请重新选择');
    const same = await tx
      .selectFrom('scholarWorks')
      .select('id')
      .where('scholarId', '=', owner.id)
      .where('publishId', '=', draft.publishId)
      .where('delFlag', '=', '0')
      .$if(before !== null, (query) => query.where('id', '<>', before?.id ?? 0))
      .executeTakeFirst();
    if (same) throw failed('这位学者名下已有这部出版物');
  },
  // A new work without a place of its own goes to the end.
  columnsOf: async ({ draft, before }, tx) =>
    before === null && draft.orderNum === 0 && draft.scholarId !== null ? { orderNum: (await lastWorkOrder(tx, draft.scholarId)) + 1 } : {},
});

/** Stores the order of all works of a scholar. Throws when somebody added or removed a work meanwhile. */
export async function sortScholarWorks(caller: RequestCaller, scholarId: number, worksIds: readonly number[]): Promise<void> {
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const rows = await tx.selectFrom('scholarWorks').select('id').where('scholarId', '=', scholarId).where('delFlag', '=', '0').execute();
    const wanted = new Set(worksIds);
    if (wanted.size !== worksIds.length || rows.length !== wanted.size || rows.some(({ id }) => !wanted.has(id)))
      throw new AppError(CODE.conflict, '作品已有增减，请刷新后再排序');
    const now = Date.now();
    for (const [index, id] of worksIds.entries())
      await tx
        .updateTable('scholarWorks')
        .set({ orderNum: index + 1, updateBy: caller.currentUser.userName, updateTime: now })
        .where('id', '=', id)
        .execute();
  });
}
