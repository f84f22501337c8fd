import { area } from '../../contract/system/area.ts';
import { seenBy } from '../crud/crud-row.ts';
import { crudService } from '../crud/crud-service.ts';
import type { Database, Tx } from '../db/database.ts';
import type { AppContext } from '../context.ts';
import { failed, missing, warning } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';

const byCode = (db: Database | Tx, areaCode: string) =>
  db.selectFrom('area').select(['id', 'areaCode']).where('areaCode', '=', areaCode).executeTakeFirst();

/** 1 province, 2 prefecture, 3 county. */
const levelOf = (code: string): 1 | 2 | 3 => (code.endsWith('0000') ? 1 : code.endsWith('00') ? 2 : 3);

/** Returns the parent of a region: a county may be directly in its province, without a prefecture. */
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
  usedBy: [{ table: 'college', column: 'areaId', error: (row) => failed(`${String(row['areaName'])}已被院校使用,不能删除`) }],
  async check(tx, { draft, before }) {
    const { areaCode, areaName } = draft;
    if (before && before['areaCode'] !== areaCode && (await childOf(tx, String(before['areaCode']))))
      throw failed(`${areaName}有下级地区，不能改代码`);
    const parent = await parentOf(tx, areaCode);
    if (parent !== '' && !(await byCode(tx, parent))) throw failed(`上级地区 ${parent} 还没有，请先新增上级地区`);
  },
  columnsOf: async ({ draft }, tx) => ({ level: levelOf(draft.areaCode), parentCode: await parentOf(tx, draft.areaCode) }),
  async beforeRemove(tx, rows) {
    for (const row of rows) if (await childOf(tx, String(row['areaCode']))) throw warning('存在下级地区,不允许删除');
  },
});

const childOf = (db: Database | Tx, code: string) => db.selectFrom('area').select('id').where('parentCode', '=', code).limit(1).executeTakeFirst();

/** Returns the direct children of a region, in order. */
export async function areasWithin(context: AppContext, currentUser: CurrentUser, parentCode: string) {
  const rows = (await areas.all(context, currentUser, parentCode === '' ? { level: '1' } : { parentCode })).filter(
    (row) => row.parentCode === parentCode,
  );
  const codes = rows.map((row) => row.areaCode);
  const within =
    codes.length === 0 ? [] : await context.db.selectFrom('area').select('parentCode').distinct().where('parentCode', 'in', codes).execute();
  const parents = new Set(within.map((row) => row.parentCode));
  return rows.map((row) => ({ ...seenBy(currentUser, 'system:area:list', row), leaf: !parents.has(row.areaCode) }));
}

/** Returns the codes of a region and of its ancestors: 420106 is in 420100 and 420000. */
const codesAbove = (code: string): string[] => [...new Set([`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code])];

/** Returns a region and its ancestors, from the province down; throws when there is none. */
export async function areasAbove(context: AppContext, currentUser: CurrentUser, areaId: number) {
  const own = await context.db.selectFrom('area').select('areaCode').where('id', '=', areaId).where('delFlag', '=', '0').executeTakeFirst();
  if (!own) throw missing(UNKNOWN);
  const codes = codesAbove(own.areaCode);
  const rows = await areas.all(context, currentUser, {});
  const line = rows.filter((row) => codes.includes(row.areaCode)).sort((one, other) => one.level - other.level);
  return line.map((row) => seenBy(currentUser, 'system:area:list', row));
}

const UNKNOWN = '所在地区不存在或已被删除，请重新选择';
const BETWEEN = ' / ';

/** Maps ids to `湖北省 / 武汉市`, for existing regions. */
export async function areaWords(db: Database | Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const own = await db
    .selectFrom('area')
    .select(['id', 'areaCode'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  const codes = [...new Set(own.flatMap(({ areaCode }) => codesAbove(areaCode)))];
  if (codes.length === 0) return new Map();
  const found = await db.selectFrom('area').select(['areaCode', 'areaName']).where('areaCode', 'in', codes).execute();
  const names = new Map(found.map((row) => [row.areaCode, row.areaName]));
  return new Map(
    own.map(({ id, areaCode }) => [
      id,
      codesAbove(areaCode)
        .flatMap((code) => names.get(code) ?? [])
        .join(BETWEEN),
    ]),
  );
}

/** Throws for the id of a missing region. */
export async function assertKnownArea(tx: Tx, areaId: number): Promise<void> {
  if (!(await tx.selectFrom('area').select('id').where('id', '=', areaId).where('delFlag', '=', '0').executeTakeFirst())) throw failed(UNKNOWN);
}

/** Returns the ids of a region and of all its descendants. */
export async function areaIdsWithin(db: Database, areaId: number): Promise<number[]> {
  const own = await db.selectFrom('area').select('areaCode').where('id', '=', areaId).executeTakeFirst();
  if (!own) return [];
  const start = own.areaCode.replace(/(00)+$/, '');
  return (await db.selectFrom('area').select('id').where('areaCode', 'like', `${start}%`).execute()).map((row) => row.id);
}

/**
 * Returns the id of a region in a spreadsheet: by its code, its name, or the names from the province down. Throws when none or several
 * match.
 */
export async function areaIdOf(tx: Tx, words: string): Promise<number> {
  const names = words.split(/\s*[/／]\s*/).filter(Boolean);
  const last = names.at(-1) ?? '';
  const found = await tx
    .selectFrom('area')
    .select('id')
    .where(/^\d{6}$/.test(last) ? 'areaCode' : 'areaName', '=', last)
    .where('delFlag', '=', '0')
    .execute();
  const paths = await areaWords(
    tx,
    found.map((row) => row.id),
  );
  const fit = names.length > 1 ? found.filter((row) => paths.get(row.id) === names.join(BETWEEN)) : found;
  const [one] = fit;
  if (!one) throw failed(`没有地区「${words}」，请填写地区名称或6位代码`);
  if (fit.length > 1) throw failed(`叫「${words}」的地区不止一个，请从省级写起，例如 湖北省${BETWEEN}武汉市`);
  return one.id;
}
