import { allFields, FORM_LIMITS, isRepeat, isRow, type FormField } from '../../../../contract/workflow/form-content.ts';
import { paletteEntry } from '../../../../contract/workflow/form-palette.ts';
import { findField, parentsOf, rowDepth } from './form-edit.ts';

/** Components that a repeated table takes as columns (form-designer §2.4). */
const COLUMN_KINDS = new Set(['input', 'number', 'select', 'radio', 'date', 'time', 'switch', 'upload']);

/** Name of a component for messages. */
export const kindName = (field: FormField): string => paletteEntry(field.tagIcon)?.name ?? (field.tag ? `未知组件 ${field.tag}` : '未知组件');

/** Title of a field for lists and messages. */
export const fieldName = (field: FormField): string => field.label || field.vModel || kindName(field);

/** Returns why the fields cannot be put into a row or, with null, to the top of the form; null when they can. */
export function placementProblem(fields: readonly FormField[], parent: number | null, added: readonly FormField[]): string | null {
  const around = parent === null ? [] : [...(parentsOf(fields, parent) ?? []), findField(fields, parent)].filter((one) => one !== undefined);
  const inside = new Set(added.flatMap((field) => [field.formId, ...allFields(field.children ?? []).map((one) => one.formId)]));
  if (around.some((row) => inside.has(row.formId))) return '不能放进自己里面';
  const table = around.find(isRepeat);
  if (table) {
    const wrong = added.find((field) => !COLUMN_KINDS.has(field.tagIcon));
    if (wrong) return `明细表里不能放${kindName(wrong)}`;
  }
  const rows = around.filter(isRow).length;
  if (added.some((field) => rows + rowDepth(field) > FORM_LIMITS.rowDepth)) return `布局嵌套不能超过 ${FORM_LIMITS.rowDepth} 层`;
  return null;
}

/** Returns the message when the form would have too many fields. */
export function countProblem(fields: readonly FormField[], added: readonly FormField[]): string | null {
  return allFields(fields).length + allFields(added).length > FORM_LIMITS.fields ? `组件不能超过 ${FORM_LIMITS.fields} 个` : null;
}
