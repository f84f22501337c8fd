import { area } from '../../contract/system/area.ts';
import { crudService } from '../crud/crud-service.ts';
import type { Database, Tx } from '../db/database.ts';
import type { House } from '../house.ts';
import { failed, warning } from '../http/refusal.ts';
import type { Visitor } from '../http/visitor.ts';

const byCode = (db: Database | Tx, areaCode: string) =>
  db.selectFrom('area').select(['id', 'areaCode']).where('areaCode', '=', areaCode).executeTakeFirst();

/** 1 province, 2 prefecture, 3 county. */
const levelOf = (code: string): 1 | 2 | 3 => (code.endsWith('0000') ? 1 : code.endsWith('00') ? 2 : 3);

/** What a region lies in: a county may lie in its province without a prefecture between. */
async function parentOf(db: Database | Tx, code: string): Promise<string> {
  const level = levelOf(code);
  if (level === 1) return '';
  const prefecture = `${code.slice(0, 4)}00`;
  if (level === 3 && (await byCode(db, prefecture))) return prefecture;
  return `${code.slice(0, 2)}0000`;
}

export const areas = crudService(area, {
  table: 'area',
  log: '地区管理',
  order: [
    ['orderNum', 'asc'],
    ['areaCode', 'asc'],
  ],
  unique: { areaCode: '地区代码已存在' },
  removal: 'hard',
  usedBy: [{ table: 'college', column: 'areaId', refusal: (row) => failed(`${String(row['areaName'])}已被院校使用,不能删除`) }],
  async check(tx, { draft, before }) {
    const { areaCode, areaName } = draft;
    if (before && before['areaCode'] !== areaCode && (await childOf(tx, String(before['areaCode']))))
      throw failed(`${areaName}有下级地区，不能改代码`);
    const parent = await parentOf(tx, areaCode);
    if (parent !== '' && !(await byCode(tx, parent))) throw failed(`上级地区 ${parent} 还没有，请先新增上级地区`);
  },
  columnsOf: async ({ draft }, tx) => ({ level: levelOf(draft.areaCode), parentCode: await parentOf(tx, draft.areaCode) }),
  async removing(tx, rows) {
    for (const row of rows) if (await childOf(tx, String(row['areaCode']))) throw warning('存在下级地区,不允许删除');
  },
});

const childOf = (db: Database | Tx, code: string) => db.selectFrom('area').select('id').where('parentCode', '=', code).limit(1).executeTakeFirst();

/** Regions right within one, in their order. */
export async function areasWithin(house: House, visitor: Visitor, parentCode: string) {
  const rows = (await areas.all(house, visitor, parentCode === '' ? { level: '1' } : { parentCode })).filter((row) => row.parentCode === parentCode);
  const codes = rows.map((row) => row.areaCode);
  const within =
    codes.length === 0 ? [] : await house.db.selectFrom('area').select('parentCode').distinct().where('parentCode', 'in', codes).execute();
  const parents = new Set(within.map((row) => row.parentCode));
  return rows.map((row) => ({ ...row, leaf: !parents.has(row.areaCode) }));
}
