import {
  DEFAULT_CONFIG,
  isRepeat,
  isRow,
  nameProblem,
  type Form,
  type FormConfig,
  type FormField,
} from '../../../../../contract/workflow/form-content.ts';
import { paletteEntry } from '../../../../../contract/workflow/form-palette.ts';
import { valueAt } from '../linked-rules.ts';

/** A field with the name that the generated code uses. */
export interface CodeField {
  readonly field: FormField;
  /** Name of its value; '' for components without one. */
  readonly name: string;
  readonly kind: string;
  readonly children: readonly CodeField[];
  /** The repeated table around it. */
  readonly table: string | null;
}

export interface CodeForm {
  readonly config: FormConfig;
  readonly fields: readonly CodeField[];
  /** Every field, nested ones included, without the columns of repeated tables. */
  readonly all: readonly CodeField[];
}

export const isUpload = ({ kind }: CodeField): boolean => kind === 'upload' || kind === 'signature';
export const isDynamic = ({ field }: CodeField): boolean => field['dataType'] === 'dynamic';
export const isMultiple = ({ field, kind }: CodeField): boolean =>
  kind === 'checkbox' ||
  (kind === 'select' && field['multiple'] === true) ||
  (kind === 'cascader' && valueAt(field, 'props.props.multiple') === true);
/** The value of the field is a list. */
export const isList = (one: CodeField): boolean => isUpload(one) || isMultiple(one) || one.kind === 'cascader' || one.kind === 'repeat';

/** Prepares a form for the generators: names that are not identifiers, or not unique, are replaced. */
export function codeForm({ config, fields }: Form): CodeForm {
  const all: CodeField[] = [];
  const walk = (list: readonly FormField[], taken: Set<string>, table: string | null): CodeField[] =>
    list.flatMap((field) => {
      const kind = field.shuzhou?.kind ?? field.tagIcon;
      if (!isRow(field) && !paletteEntry(kind)) return [];
      const wanted = field.vModel ?? '';
      const name = wanted === '' ? '' : nameProblem(wanted) === null && !taken.has(wanted) ? wanted : `field${field.formId}`;
      if (name) taken.add(name);
      const inside = isRepeat(field);
      const one: CodeField = {
        field,
        name,
        kind,
        table,
        children: isRow(field) ? walk(field.children ?? [], inside ? new Set() : taken, inside ? name : table) : [],
      };
      if (table === null) all.push(one);
      return [one];
    });
  const coded = walk(fields, new Set(), null);
  const names = { formRef: config.formRef, formModel: config.formModel, formRules: config.formRules };
  const usable = Object.values(names).every((name) => nameProblem(name) === null) && new Set(Object.values(names)).size === 3;
  return {
    config: usable
      ? config
      : { ...config, formRef: DEFAULT_CONFIG.formRef, formModel: DEFAULT_CONFIG.formModel, formRules: DEFAULT_CONFIG.formRules },
    fields: coded,
    all,
  };
}

/** Value that the model starts with. undefined where a control has no value: null would become 0 in a number input (form-designer §8). */
export function initialValue(one: CodeField): unknown {
  const { field, kind } = one;
  const { defaultValue } = field;
  if (kind === 'repeat') return Array.from({ length: Math.min(field.shuzhou?.min ?? 0, 20) }, () => rowValues(one));
  if (isUpload(one)) return Array.isArray(defaultValue) ? defaultValue : [];
  if (isList(one)) return Array.isArray(defaultValue) ? defaultValue : [];
  if (kind === 'slider') {
    const least = typeof field['min'] === 'number' ? field['min'] : 0;
    const most = typeof field['max'] === 'number' ? field['max'] : 100;
    return defaultValue ?? (field['range'] === true ? [least, most] : least);
  }
  if (kind === 'rate') return typeof defaultValue === 'number' ? defaultValue : 0;
  if (defaultValue === null && ['time', 'time-range', 'date', 'date-range', 'color', 'rich-text'].includes(kind)) return null;
  return defaultValue ?? undefined;
}

export const rowValues = (table: CodeField): Record<string, unknown> =>
  Object.fromEntries(table.children.filter(({ name }) => name).map((column) => [column.name, initialValue(column)]));
