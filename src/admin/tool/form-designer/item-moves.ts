import { isRow, type FormField } from '../../../../contract/workflow/form-content.ts';
import type { DesignerStore } from './designer.store.ts';
import { childrenOf, parentsOf, placeOf } from './form-edit.ts';
import { placementProblem } from './placement.ts';

/** Items of the canvas in reading order; the columns of a table are not items. */
export function readingOrder(fields: readonly FormField[]): FormField[] {
  return fields.flatMap((field) => [field, ...(isRow(field) ? readingOrder(field.children ?? []) : [])]);
}

export function shiftItem(store: DesignerStore, id: number, by: -1 | 1): string | null {
  const place = placeOf(store.state.form.fields, id);
  if (!place) return null;
  const count = childrenOf(store.state.form.fields, place.parent).length;
  const index = place.index + by;
  if (index < 0 || index >= count) {
    store.announce(by < 0 ? '已经是第一项' : '已经是最后一项');
    return null;
  }
  return store.move([id], { parent: place.parent, index: by > 0 ? index + 1 : index });
}

/** Moves an item to the end of the row before it. */
export function enterRow(store: DesignerStore, id: number): string | null {
  const { fields } = store.state.form;
  const place = placeOf(fields, id);
  const siblings = childrenOf(fields, place?.parent ?? null);
  const row = place ? siblings.slice(0, place.index).findLast(isRow) : undefined;
  if (!row) return '前面没有行容器';
  const field = siblings.find((one) => one.formId === id);
  return (field && placementProblem(fields, row.formId, [field])) ?? store.move([id], { parent: row.formId, index: row.children?.length ?? 0 });
}

/** Moves an item out of its row, behind the row. */
export function leaveRow(store: DesignerStore, id: number): string | null {
  const { fields } = store.state.form;
  const row = parentsOf(fields, id)?.at(-1);
  const place = row && placeOf(fields, row.formId);
  if (!place) return '它不在行容器里';
  return store.move([id], { parent: place.parent, index: place.index + 1 });
}
