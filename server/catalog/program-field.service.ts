import { programField, type OwnField, type OwnValues } from '../../contract/catalog/program-field.ts';
import { crudService } from '../crud/crud-service.ts';
import type { Database, Tx } from '../db/database.ts';
import { failed, invalid } from '../http/app-error.ts';

interface Rules {
  readonly least: number;
  readonly most: number;
}

export const programFields = crudService(programField, {
  table: 'programField',
  log: '栏目字段',
  order: [
    ['entityType', 'asc'],
    ['orderNum', 'asc'],
    ['id', 'asc'],
  ],
  unique: { fieldKey: '字段标识已存在' },
  within: ['entityType'],
  removal: 'hard',
  virtualFields: ['least', 'most'],
  check: async (tx, { draft }) => {
    if (draft.most > 0 && draft.least > draft.most) throw failed('最小值不能大于最大值');
    if (draft.component !== 'select') return;
    const type = await tx.selectFrom('dictType').select('id').where('dictType', '=', draft.dictType).executeTakeFirst();
    if (!type) throw failed('字典类型不存在，请先在字典管理中建立，再填写它的类型');
  },
  columnsOf: ({ draft }) => ({ rules: JSON.stringify({ least: draft.least, most: draft.most }) }),
  show: async (_db, rows) => rows.map((row) => ({ ...(JSON.parse(String(row['rules'])) as Rules) })),
});

export async function ownFields(db: Database | Tx, entityType: string): Promise<OwnField[]> {
  const rows = await db
    .selectFrom('programField')
    .selectAll()
    .where('entityType', '=', entityType)
    .where('status', '=', '0')
    .where('delFlag', '=', '0')
    .orderBy('orderNum')
    .orderBy('id')
    .execute();
  return rows.map((row) => {
    const { least = 0, most = 0 } = JSON.parse(row.rules) as Partial<Rules>;
    const { fieldKey, label, dictType, span } = row;
    return { fieldKey, label, component: row.component as OwnField['component'], dictType, required: row.required === '1', least, most, span };
  });
}

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/**
 * Returns the values to store for an entity: the sent values, checked by their fields, and the previous values of fields that
 * are not in use. Undefined keys are left out.
 */
export async function checkedValues(tx: Tx, entityType: string, given: OwnValues, before: OwnValues): Promise<OwnValues> {
  const fields = await ownFields(tx, entityType);
  const inUse = new Set(fields.map((field) => field.fieldKey));
  const kept = Object.entries(before).filter(([key]) => !inUse.has(key));
  const checked: [string, string | number][] = [];
  for (const field of fields) {
    const value = given[field.fieldKey];
    if (value === undefined || value === '') {
      if (field.required) throw invalid(`${field.label}不能为空`);
      continue;
    }
    checked.push([field.fieldKey, await checkedValue(tx, field, value)]);
  }
  return Object.fromEntries([...kept, ...checked]);
}

async function checkedValue(tx: Tx, { label, component, dictType, least, most }: OwnField, value: string | number): Promise<string | number> {
  if (component === 'number') {
    const number = Number(value);
    if (!Number.isFinite(number)) throw invalid(`${label}须是数字`);
    if (number < least) throw invalid(`${label}不能小于${least}`);
    if (most > 0 && number > most) throw invalid(`${label}不能大于${most}`);
    return number;
  }
  const text = String(value).trim();
  if (component === 'date' && !DAY.test(text)) throw invalid(`${label}须是 年-月-日`);
  if (component === 'select') {
    const entry = await tx.selectFrom('dictData').select('id').where('dictType', '=', dictType).where('dictValue', '=', text).executeTakeFirst();
    if (!entry) throw invalid(`${label}请从列表中选择`);
  }
  if (most > 0 && text.length > most) throw invalid(`${label}不能超过${most}个字`);
  return text;
}

/** Returns labels and values as a reader sees them. */
export async function shownValues(db: Database, entityType: string, values: OwnValues): Promise<{ label: string; value: string }[]> {
  const fields = (await ownFields(db, entityType)).filter((field) => values[field.fieldKey] !== undefined && values[field.fieldKey] !== '');
  const types = fields.flatMap((field) => (field.component === 'select' ? field.dictType : []));
  const entries =
    types.length === 0 ? [] : await db.selectFrom('dictData').select(['dictType', 'dictValue', 'dictLabel']).where('dictType', 'in', types).execute();
  return fields.map(({ fieldKey, label, component, dictType }) => {
    const value = String(values[fieldKey]);
    const named = component === 'select' ? entries.find((one) => one.dictType === dictType && one.dictValue === value)?.dictLabel : undefined;
    return { label, value: named ?? value };
  });
}
