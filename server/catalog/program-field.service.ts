import { valueError } from '../../contract/catalog/own-value.ts';
import { FIELD_ENTITIES, programField, type OwnField, type OwnValues } from '../../contract/catalog/program-field.ts';
import { crudService } from '../crud/crud-service.ts';
import type { Query } from '../crud/crud-table.ts';
import type { Database, Tx } from '../db/database.ts';
import { failed, invalid } from '../http/app-error.ts';

export interface FieldRules {
  readonly least: number;
  readonly most: number;
  /** Choices that are not in a dictionary. */
  readonly options?: readonly string[];
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
  // The fields of contests have their own resource.
  only: (query: Query) => query.where('entityType', 'in', FIELD_ENTITIES),
  virtualFields: ['least', 'most'],
  check: async (tx, { draft }) => {
    if (draft.most > 0 && draft.least > draft.most) throw failed('最小值不能大于最大值');
    if (draft.component !== 'select') return;
    const type = await tx.selectFrom('dictType').select('id').where('dictType', '=', draft.dictType).executeTakeFirst();
    if (!type) throw failed('字典类型不存在，请先在字典管理中建立，再填写它的类型');
  },
  columnsOf: ({ draft }) => ({ rules: JSON.stringify({ least: draft.least, most: draft.most }) }),
  show: async (_db, rows) => rows.map((row) => ({ ...(JSON.parse(String(row['rules'])) as FieldRules) })),
});

interface FieldsOf {
  /** The contest whose entries have the fields; 0 for the fields of every row of an entity. */
  readonly contestId?: number;
  /** Also fields that are switched off, whose stored values remain. */
  readonly disabled?: boolean;
}

/** The custom fields of an entity in their order, with the choices of selections. */
export async function ownFields(db: Database | Tx, entityType: string, { contestId = 0, disabled = false }: FieldsOf = {}): Promise<OwnField[]> {
  const rows = await db
    .selectFrom('programField')
    .selectAll()
    .where('entityType', '=', entityType)
    .where('contestId', '=', contestId)
    .$if(!disabled, (query) => query.where('status', '=', '0'))
    .where('delFlag', '=', '0')
    .orderBy('orderNum')
    .orderBy('id')
    .execute();
  const types = rows.flatMap(({ component, dictType }) => (component === 'select' && dictType !== '' ? dictType : []));
  const entries =
    types.length === 0
      ? []
      : await db
          .selectFrom('dictData')
          .select(['dictType', 'dictValue', 'dictLabel'])
          .where('dictType', 'in', types)
          .orderBy('dictSort')
          .orderBy('id')
          .execute();
  return rows.map((row) => {
    const { least = 0, most = 0, options = [] } = JSON.parse(row.rules) as Partial<FieldRules>;
    const { fieldKey, label, dictType, span } = row;
    return {
      fieldKey,
      label,
      component: row.component as OwnField['component'],
      dictType,
      required: row.required === '1',
      least,
      most,
      span,
      options:
        dictType === ''
          ? options.map((value) => ({ value, label: value }))
          : entries.filter((one) => one.dictType === dictType).map((one) => ({ value: one.dictValue, label: one.dictLabel })),
      identifying: row.identifying === '1',
    };
  });
}

/**
 * Returns the values to store: the sent values, checked by their fields, and the previous values of fields that are not in use.
 * Undefined keys are left out. A draft may leave required fields empty.
 */
export function checkedValues(fields: readonly OwnField[], given: OwnValues, before: OwnValues, { draft = false } = {}): OwnValues {
  const inUse = new Set(fields.map((field) => field.fieldKey));
  const kept = Object.entries(before).filter(([key]) => !inUse.has(key));
  const checked: [string, string | number][] = [];
  for (const field of fields) {
    const value = given[field.fieldKey];
    const error = valueError(draft ? { ...field, required: false } : field, value);
    if (error) throw invalid(error);
    const text = String(value ?? '').trim();
    if (text !== '') checked.push([field.fieldKey, field.component === 'number' ? Number(text) : text]);
  }
  return Object.fromEntries([...kept, ...checked]);
}

/** A value as a reader sees it; empty when there is none. */
export const shownValue = ({ fieldKey, component, options }: OwnField, values: OwnValues): string => {
  const value = String(values[fieldKey] ?? '');
  return component === 'select' ? (options.find((one) => one.value === value)?.label ?? value) : value;
};

/** Returns labels and values as a reader sees them; fields without a value are left out. */
export const shownValues = (fields: readonly OwnField[], values: OwnValues): { label: string; value: string }[] =>
  fields.map((field) => ({ label: field.label, value: shownValue(field, values) })).filter(({ value }) => value !== '');
