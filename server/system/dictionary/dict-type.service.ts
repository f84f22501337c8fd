import { dictData } from '../../../contract/system/dict-data.ts';
import { dictType } from '../../../contract/system/dict-type.ts';
import { crudService, type RequestCaller } from '../../crud/crud-service.ts';
import { withOperationLog } from '../../audit/operation-log.ts';
import { failed } from '../../http/app-error.ts';
import { entryOf, renameType, typeNamed } from './dict-type.queries.ts';

/** Dictionary types; their entries follow a rename. */
export const dictTypes = crudService(dictType, {
  table: 'dictType',
  log: '字典类型',
  order: [['id', 'asc']],
  unique: { dictType: '字典类型已存在' },
  removal: 'hard',
  async afterSave(tx, { draft, before }) {
    const from = String(before?.['dictType'] ?? '');
    if (from && from !== draft.dictType) await renameType(tx, from, draft.dictType);
  },
  async beforeRemove(tx, rows) {
    for (const row of rows) if (await entryOf(tx, String(row['dictType']))) throw failed(`${String(row['dictName'])}已分配,不能删除`);
  },
});

export const dictEntries = crudService(dictData, {
  table: 'dictData',
  log: '字典数据',
  order: [['dictSort', 'asc']],
  unique: { dictValue: '字典键值已存在' },
  within: ['dictType'],
  removal: 'hard',
  show: async (_db, rows) => rows.map((row) => ({ default: row['isDefault'] === 'Y' })),
  async check(tx, { draft }) {
    if (!(await typeNamed(tx, draft.dictType))) throw failed(`字典类型'${draft.dictType}'不存在，请先新增字典类型`);
  },
});

export async function recount(caller: RequestCaller, title: string): Promise<void> {
  await withOperationLog(caller, { title, business: 'clean' }, async () => {});
}
