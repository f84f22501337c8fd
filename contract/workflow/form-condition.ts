import {
  eachField,
  FORM_LIMITS,
  isRepeat,
  type Comparison,
  type ConditionTerm,
  type FieldCondition,
  type FieldExtension,
  type FormField,
} from './form-content.ts';
import { isEmpty, isObject, plainCopy } from './form-plain.ts';

const COMPARISONS: readonly string[] = ['eq', 'ne', 'in', 'notIn', 'empty', 'notEmpty', 'gt', 'gte', 'lt', 'lte', 'contains'] satisfies Comparison[];

/** Reads a condition of the closed grammar `{all|any: [{field, is, value?}]}`. Returns null for anything else. */
export function readCondition(value: unknown): FieldCondition | null {
  if (!isObject(value)) return null;
  const [kind, ...more] = Object.keys(value);
  if (more.length > 0 || (kind !== 'all' && kind !== 'any')) return null;
  const list = value[kind];
  if (!Array.isArray(list) || list.length === 0 || list.length > FORM_LIMITS.conditionTerms) return null;
  const terms: ConditionTerm[] = [];
  for (const term of list) {
    if (!isObject(term) || typeof term['field'] !== 'string' || !COMPARISONS.includes(String(term['is']))) return null;
    const { field, is } = term as { field: string; is: Comparison };
    terms.push({ field, is, ...('value' in term ? { value: plainCopy(term['value']) } : {}) });
  }
  return kind === 'all' ? { all: terms } : { any: terms };
}

export const conditionTerms = (condition: FieldCondition): readonly ConditionTerm[] => ('all' in condition ? condition.all : condition.any);

/** Returns whether a condition holds. `valueOf` gives the current value of a field. */
export function conditionHolds(condition: FieldCondition, valueOf: (name: string) => unknown): boolean {
  const holds = (term: ConditionTerm) => termHolds(term, valueOf(term.field));
  return 'all' in condition ? condition.all.every(holds) : condition.any.some(holds);
}

function termHolds({ is, value: wanted }: ConditionTerm, value: unknown): boolean {
  const list = Array.isArray(wanted) ? wanted : [wanted];
  switch (is) {
    case 'eq':
      return same(value, wanted);
    case 'ne':
      return !same(value, wanted);
    case 'in':
      return list.some((one) => same(value, one));
    case 'notIn':
      return !list.some((one) => same(value, one));
    case 'empty':
      return isEmpty(value);
    case 'notEmpty':
      return !isEmpty(value);
    case 'contains':
      return Array.isArray(value) ? value.some((one) => same(one, wanted)) : typeof value === 'string' && value.includes(String(wanted ?? ''));
    default:
      return ordered(is, value, wanted);
  }
}

/** Lists are the same when their JSON is: paths and ranges. */
const same = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null && JSON.stringify(a) === JSON.stringify(b));

function ordered(is: 'gt' | 'gte' | 'lt' | 'lte', value: unknown, wanted: unknown): boolean {
  // Dates and times are texts in a fixed format, which sort like the moments they name.
  const comparable = (typeof value === 'number' && typeof wanted === 'number') || (typeof value === 'string' && typeof wanted === 'string');
  if (!comparable || value === '') return false;
  const [a, b] = [value as string, wanted as string];
  return is === 'gt' ? a > b : is === 'gte' ? a >= b : is === 'lt' ? a < b : a <= b;
}

/** A place where a field is used by another one. */
export interface FieldReference {
  readonly formId: number;
  readonly label: string;
  readonly use: '显示条件' | '必填条件' | '合计';
}

/** The path of a field for conditions and sums: its name, after the name of the repeated table around it. */
interface Scoped {
  readonly field: FormField;
  readonly scope: string;
}

function scopedFields(fields: readonly FormField[]): Scoped[] {
  const all: Scoped[] = [];
  eachField(fields, (field, parents) => all.push({ field, scope: parents.findLast(isRepeat)?.vModel ?? '' }));
  return all;
}

/** Returns the fields whose conditions or sums use the field `name` of a scope (`''` is the form, otherwise the name of a repeated table). */
export function referencesTo(fields: readonly FormField[], name: string, scope = ''): FieldReference[] {
  const all = scopedFields(fields);
  const found: FieldReference[] = [];
  for (const { field, scope: at } of all) {
    const { shuzhou } = field;
    if (!shuzhou) continue;
    const add = (use: FieldReference['use']) => found.push({ formId: field.formId, label: field.label || (field.vModel ?? ''), use });
    if (uses(shuzhou.visibleWhen, name, scope, at, all)) add('显示条件');
    if (uses(shuzhou.requiredWhen, name, scope, at, all)) add('必填条件');
    if (sumUses(shuzhou, name, scope)) add('合计');
  }
  return found;
}

function uses(condition: FieldCondition | undefined, name: string, scope: string, at: string, all: readonly Scoped[]): boolean {
  if (!condition || !conditionTerms(condition).some((term) => term.field === name)) return false;
  if (at === scope) return true;
  // A column reads the form around its table unless the table has a column of the same name.
  return scope === '' && !all.some((one) => one.scope === at && one.field.vModel === name);
}

function sumUses({ sumOf }: FieldExtension, name: string, scope: string): boolean {
  if (!sumOf) return false;
  return scope === '' ? sumOf.split('.')[0] === name : sumOf === `${scope}.${name}`;
}

/** Returns the fields with every condition and sum that uses `from` changed to `to`. The field itself is not renamed. */
export function renameReferences(fields: readonly FormField[], from: string, to: string, scope = ''): FormField[] {
  const all = scopedFields(fields);
  const rename = (condition: FieldCondition | undefined, at: string): FieldCondition | undefined => {
    if (!condition || !uses(condition, from, scope, at, all)) return condition;
    const terms = conditionTerms(condition).map((term) => (term.field === from ? { ...term, field: to } : term));
    return 'all' in condition ? { all: terms } : { any: terms };
  };
  const change = (list: readonly FormField[], at: string): FormField[] =>
    list.map((field) => {
      const children = field.children ? change(field.children, isRepeat(field) ? (field.vModel ?? '') : at) : undefined;
      const { shuzhou } = field;
      const changed: FieldExtension | undefined = shuzhou && {
        ...shuzhou,
        ...(shuzhou.visibleWhen ? { visibleWhen: rename(shuzhou.visibleWhen, at)! } : {}),
        ...(shuzhou.requiredWhen ? { requiredWhen: rename(shuzhou.requiredWhen, at)! } : {}),
        ...(sumUses(shuzhou, from, scope) ? { sumOf: renamedSum(shuzhou.sumOf!, to, scope) } : {}),
      };
      return { ...field, ...(changed ? { shuzhou: changed } : {}), ...(children ? { children } : {}) };
    });
  return change(fields, '');
}

const renamedSum = (sumOf: string, to: string, scope: string): string =>
  scope === '' ? [to, ...sumOf.split('.').slice(1)].join('.') : `${scope}.${to}`;

/** Returns the titles along the first loop of conditions for showing fields, or null: A → B → A. */
export function conditionCycle(fields: readonly FormField[]): { formId: number; labels: string[] } | null {
  const all = scopedFields(fields);
  const find = (name: string, at: string) =>
    all.find((one) => one.scope === at && one.field.vModel === name) ?? all.find((one) => one.scope === '' && one.field.vModel === name);
  const parentOf = new Map<FormField, FormField[]>();
  eachField(fields, (field, parents) => parentOf.set(field, [...parents]));
  const state = new Map<FormField, 'open' | 'done'>();
  const path: Scoped[] = [];
  const walk = (one: Scoped): Scoped[] | null => {
    if (state.get(one.field) === 'done') return null;
    if (state.get(one.field) === 'open') return [...path.slice(path.findIndex(({ field }) => field === one.field)), one];
    state.set(one.field, 'open');
    path.push(one);
    const conditions = [one.field, ...(parentOf.get(one.field) ?? [])].flatMap((field) => field.shuzhou?.visibleWhen ?? []);
    for (const term of conditions.flatMap(conditionTerms)) {
      const target = find(term.field, one.scope);
      const loop = target && walk(target);
      if (loop) return loop;
    }
    path.pop();
    state.set(one.field, 'done');
    return null;
  };
  for (const one of all) {
    const loop = walk(one);
    if (loop) return { formId: loop[0]!.field.formId, labels: loop.map(({ field }) => field.label || (field.vModel ?? String(field.formId))) };
  }
  return null;
}
