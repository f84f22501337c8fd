import { allFields, eachField, isRepeat, isRow, type Form, type FormField } from '../../../../contract/workflow/form-content.ts';

/** A place between fields: inside a row, or at the top where `parent` is null. */
export interface Place {
  readonly parent: number | null;
  readonly index: number;
}

type Fields = readonly FormField[];

export const findField = (fields: Fields, formId: number): FormField | undefined => {
  for (const field of fields) {
    if (field.formId === formId) return field;
    const below = field.children && findField(field.children, formId);
    if (below) return below;
  }
  return undefined;
};

/** Returns the rows around a field from the outside in; null where no such field exists. */
export function parentsOf(fields: Fields, formId: number): readonly FormField[] | null {
  for (const field of fields) {
    if (field.formId === formId) return [];
    const below = field.children && parentsOf(field.children, formId);
    if (below) return [field, ...below];
  }
  return null;
}

export const childrenOf = (fields: Fields, parent: number | null): Fields => (parent === null ? fields : (findField(fields, parent)?.children ?? []));

export function placeOf(fields: Fields, formId: number): Place | null {
  const parents = parentsOf(fields, formId);
  if (!parents) return null;
  const parent = parents.at(-1)?.formId ?? null;
  return { parent, index: childrenOf(fields, parent).findIndex((one) => one.formId === formId) };
}

/** Returns the fields with each field replaced by the result of `change`; parts without changes keep their identity. */
export function mapFields(fields: Fields, change: (field: FormField) => FormField): Fields {
  let same = true;
  const next = fields.map((field) => {
    const children = field.children && mapFields(field.children, change);
    const result = change(children === field.children || !children ? field : { ...field, children });
    if (result !== field) same = false;
    return result;
  });
  return same ? fields : next;
}

export const replaceField = (fields: Fields, formId: number, change: (field: FormField) => FormField): Fields =>
  mapFields(fields, (field) => (field.formId === formId ? change(field) : field));

/** Returns the fields with the children of one row, or the top, replaced. */
function withChildren(fields: Fields, parent: number | null, change: (children: Fields) => Fields): Fields {
  if (parent === null) return change(fields);
  return replaceField(fields, parent, (row) => ({ ...row, children: change(row.children ?? []) }));
}

export const insertFields = (fields: Fields, { parent, index }: Place, added: Fields): Fields =>
  withChildren(fields, parent, (children) => [...children.slice(0, index), ...added, ...children.slice(index)]);

export function removeFields(fields: Fields, ids: ReadonlySet<number>): Fields {
  if (!fields.some((field) => ids.has(field.formId) || field.children)) return fields;
  let same = true;
  const next = fields.flatMap((field) => {
    if (ids.has(field.formId)) {
      same = false;
      return [];
    }
    const children = field.children && removeFields(field.children, ids);
    if (!children || children === field.children) return [field];
    same = false;
    return [{ ...field, children }];
  });
  return same ? fields : next;
}

/** Moves fields, in their order in the form, to a place that is counted before the move. */
export function moveFields(fields: Fields, ids: ReadonlySet<number>, place: Place): Fields {
  const moved = topmost(fields, ids);
  if (moved.length === 0) return fields;
  const chosen = new Set(moved.map((field) => field.formId));
  const before = childrenOf(fields, place.parent)
    .slice(0, place.index)
    .filter((field) => chosen.has(field.formId)).length;
  const next = insertFields(removeFields(fields, chosen), { parent: place.parent, index: place.index - before }, moved);
  return sameOrder(fields, next) ? fields : next;
}

function sameOrder(one: Fields, other: Fields): boolean {
  return (
    one.length === other.length &&
    one.every((field, index) => {
      const against = other[index];
      return field.formId === against?.formId && sameOrder(field.children ?? [], against.children ?? []);
    })
  );
}

/** Returns the chosen fields in reading order, without those inside another chosen one. */
export function topmost(fields: Fields, ids: ReadonlySet<number>): FormField[] {
  const found: FormField[] = [];
  eachField(fields, (field, parents) => {
    if (ids.has(field.formId) && !parents.some((parent) => ids.has(parent.formId))) found.push(field);
  });
  return found;
}

export const largestId = (fields: Fields): number => allFields(fields).reduce((most, { formId }) => Math.max(most, formId), 0);

/** Returns every name that another field of the same scope must not use: a repeated table has a scope of its own. */
export function namesInScope(fields: Fields, scope: number | null): Set<string> {
  const names = new Set<string>();
  const visit = (list: Fields, inside: number | null): void => {
    for (const field of list) {
      if (inside === scope && field.vModel) names.add(field.vModel);
      if (field.children) visit(field.children, isRepeat(field) ? field.formId : inside);
    }
  };
  visit(fields, null);
  return names;
}

/** The repeated table around a place; null for the form itself. */
export const scopeOf = (fields: Fields, parent: number | null): number | null => {
  if (parent === null) return null;
  const row = findField(fields, parent);
  if (row && isRepeat(row)) return parent;
  return parentsOf(fields, parent)?.findLast(isRepeat)?.formId ?? null;
};

/** Number of rows nested in one another, the field itself included. */
export const rowDepth = (field: FormField): number => (isRow(field) ? 1 : 0) + Math.max(0, ...(field.children ?? []).map(rowDepth));

export const withFields = (form: Form, fields: Fields): Form => (fields === form.fields ? form : { ...form, fields });
