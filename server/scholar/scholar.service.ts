import { scholar } from '../../contract/scholar/scholar.ts';
import { crudService } from '../crud/crud-service.ts';
import type { AppContext } from '../context.ts';
import { contains } from '../db/contains.ts';
import type { Database, Tx } from '../db/database.ts';
import { failed } from '../http/app-error.ts';
import { fold } from '../search/tokenizer.ts';
import { livingUser } from '../crud/person-names.ts';
import { namesOf, replaceNames, scholarById, unlisted, writeListing } from './scholar.queries.ts';
import { workCounts } from './public-scholar.queries.ts';
import { listingOf } from './surname.ts';

/** A search compares names in this form: simplified characters, lower case, and pinyin also without spaces. */
export const searchForm = (keyword: string): string => fold(keyword).trim();

/** Columns of a listing by name and of searches, from all names of a scholar. */
async function listingColumns(db: Database | Tx, row: { id: number; scholarName: string; surnameReading: string; namePinyin: string }) {
  const others = await namesOf(db, [row.id]);
  const pinyin = [row.namePinyin, row.namePinyin.replace(/[^A-Za-z]/g, '')];
  const searchText = [row.scholarName, ...pinyin, ...others.map((one) => one.name)].filter(Boolean).map(fold).join('\n');
  return { ...listingOf(row), searchText };
}

/** Writes the columns that follow from the names of a scholar; called after each change of a name. */
export async function relist(db: Database | Tx, id: number): Promise<void> {
  const row = await scholarById(db, id);
  if (row) await writeListing(db, id, await listingColumns(db, row));
}

const SLICE = 50;
const listed = new WeakSet<AppContext>();

/** Fills the listing columns of scholars from before these columns existed. Returns whether there were any. */
export async function listOlderScholars(context: AppContext): Promise<boolean> {
  if (listed.has(context)) return false;
  const rows = await unlisted(context.db, SLICE);
  for (const row of rows) await writeListing(context.db, row.id, await listingColumns(context.db, row));
  if (rows.length < SLICE) listed.add(context);
  return rows.length > 0;
}

export const scholars = crudService(scholar, {
  table: 'scholar',
  log: '学者管理',
  order: [
    ['orderNum', 'asc'],
    ['id', 'desc'],
  ],
  unique: { userId: '该用户已绑定另一位学者' },
  removal: 'bin',
  virtualFields: ['names'],
  // A merged page is no longer a scholar of its own; the record of merges leads to it.
  only: (query) => query.where('mergedInto', 'is', null),
  names: {
    collegeName: { from: 'college', column: 'collegeName', by: 'collegeId' },
    nickName: { from: 'user', column: 'nickName', by: 'userId' },
  },
  filters: { scholarName: (query, value) => query.where(contains('searchText', searchForm(value))) },
  show: async (db, rows) => {
    const ids = rows.map((row) => row.id);
    const [names, counts] = [await namesOf(db, ids), await workCounts(db, ids)];
    return rows.map(({ id }) => ({
      names: names.filter((one) => one.scholarId === id).map(({ name, kind, yearFrom, yearTo }) => ({ name, kind, yearFrom, yearTo })),
      works: counts.filter((one) => one.scholarId === id).reduce((sum, { total }) => sum + Number(total), 0),
    }));
  },
  check: async (tx, { draft }) => {
    if (draft.userId !== null && !(await livingUser(tx, draft.userId))) throw failed('绑定的用户不存在或已被删除，请重新选择');
    const twice = draft.names.find(
      ({ name }, index) => name === draft.scholarName || draft.names.some((other, at) => at < index && other.name === name),
    );
    if (twice) throw failed(`“${twice.name}”填了两次，请删去重复的名字`);
  },
  // A reading that was found for the former name does not fit the new one.
  columnsOf: ({ draft, before }) => {
    const found = before && before['scholarName'] !== draft.scholarName && before['surnameReading'] === draft.surnameReading;
    return { surnameReading: found ? '' : draft.surnameReading };
  },
  afterSave: async (tx, { id, draft }) => {
    await replaceNames(tx, id, draft.names);
    await relist(tx, id);
  },
});

/** Whether readers can open and follow the page of a scholar. */
export async function isPublicScholar(db: Database | Tx, id: number): Promise<boolean> {
  const row = await scholarById(db, id);
  return row?.status === 'published' && row.mergedInto === null;
}
