import { eachField, isRepeat, type Form, type FormField } from '../../contract/workflow/form-content.ts';
import { readFiles } from '../../contract/workflow/form-field-reader.ts';
import { entryOf, hasListValue, isUploadKind, kindOf } from '../../contract/workflow/form-keys.ts';

export type Values = Readonly<Record<string, unknown>>;

/** Returns the value that a field starts with. */
export function initialValue(field: FormField): unknown {
  const kind = kindOf(field);
  const value = field.defaultValue;
  if (isUploadKind(kind)) {
    const files = readFiles(value);
    return Array.isArray(files) ? files : [];
  }
  if (kind === 'repeat')
    return Array.isArray(value) && value.length > 0 ? value : Array.from({ length: field.shuzhou?.min ?? 0 }, () => newRow(field));
  if (hasListValue(kind, field)) return Array.isArray(value) ? value : [];
  if (value !== undefined && value !== null) return value;
  if (kind === 'switch') return field['inactive-value'] ?? false;
  if (kind === 'rate') return 0;
  if (kind === 'slider') {
    const min = typeof field['min'] === 'number' ? field['min'] : 0;
    return field['range'] === true ? [min, typeof field['max'] === 'number' ? field['max'] : 100] : min;
  }
  return kind === 'input' || kind === 'textarea' || kind === 'password' || kind === 'rich-text' ? '' : null;
}

/** Returns the values of an empty row of a repeated table. */
export const newRow = (table: FormField): Values =>
  Object.fromEntries((table.children ?? []).flatMap((column) => (column.vModel === undefined ? [] : [[column.vModel, initialValue(column)]])));

/** Returns the values that a form starts with; `given` are those of a draft or of earlier steps. */
export function initialValues(form: Form, given: Values = {}): Values {
  const values: Record<string, unknown> = {};
  eachField(form.fields, (field, parents) => {
    const name = field.vModel;
    if (name === undefined || parents.some(isRepeat) || !entryOf(field)?.hasValue) return;
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    values[name] = value === undefined ? initialValue(field) : isUploadKind(kindOf(field)) ? initialValue({ ...field, defaultValue: value }) : value;
  });
  return values;
}
