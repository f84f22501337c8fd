import type { FieldRight } from '../../../contract/workflow/node-settings.ts';
import { invalid } from '../../http/app-error.ts';
import { contentToShow } from './form-sanitizer.ts';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Reads the stored text of a form, as a renderer may get it. */
export function formJson(content: string): Json {
  try {
    const value: unknown = JSON.parse(contentToShow(content));
    if (isObject(value)) return value;
  } catch {
    // Reported below.
  }
  throw invalid('表单内容损坏，请重新配置流程表单');
}

/** A form in one of the two dialects: `fields` of form-generator, or `widgetList` of VForm. */
const isWidgets = (form: Json): boolean => Array.isArray(form['widgetList']);

const configOf = (field: Json): Json => (isObject(field['__config__']) ? field['__config__'] : {});
const extensionOf = (field: Json): Json => {
  const extension = configOf(field)['shuzhou'] ?? field['shuzhou'];
  return isObject(extension) ? extension : {};
};
/** A repeated table: the fields inside belong to its rows. */
const isRepeat = (field: Json): boolean => extensionOf(field)['kind'] === 'repeat';

/** Name of a field's variable: of form-generator (both flavours), of a repeated table, or of VForm; empty for layout. */
function nameOf(field: Json): string {
  const name = field['__vModel__'] ?? field['vModel'] ?? (isRepeat(field) ? extensionOf(field)['vModel'] : undefined);
  if (typeof name === 'string') return name;
  if (!isObject(field['options']) || field['category'] === 'container' || isObject(field['__config__'])) return '';
  const widget = field['options']['name'] ?? field['id'];
  return typeof widget === 'string' ? widget : '';
}

/** Lists of fields inside a field: rows of form-generator; columns, tabs and cells of VForm. */
function innerLists(field: Json): Json[][] {
  const holders = [...objects(field['cols']), ...objects(field['tabs'])];
  const cells = (Array.isArray(field['rows']) ? field['rows'] : []).flatMap((row) => (isObject(row) ? objects(row['cols']) : []));
  const lists = [configOf(field)['children'], field['children'], field['widgetList'], ...[...holders, ...cells].map((one) => one['widgetList'])];
  return lists.map(objects).filter((one) => one.length > 0);
}

const topFields = (form: Json): Json[] => objects(isWidgets(form) ? form['widgetList'] : form['fields']);

/** Names of the variables of a stored form. */
export function fieldNames(content: string): string[] {
  const names: string[] = [];
  const walk = (fields: readonly Json[]): void => {
    for (const field of fields) {
      const name = nameOf(field);
      if (name !== '') names.push(name);
      // The fields of a repeated table belong to its rows.
      if (isRepeat(field)) continue;
      for (const inner of innerLists(field)) walk(inner);
    }
  };
  walk(topFields(formJson(content)));
  return names;
}

interface Shown {
  readonly values: Readonly<Json>;
  /** Rights of the node; a field without an entry is read-only. Null lets the user edit every field. */
  readonly rights: Readonly<Record<string, FieldRight>> | null;
}

/**
 * Returns the form with earlier values, as compatible clients show it: filled fields are disabled unless the node may edit them, hidden
 * ones are removed, and the task's own form is appended open.
 */
export function filledForm(content: string, { values, rights }: Shown, ownContent = ''): Json {
  const form = structuredClone(formJson(content));
  const fields = shownFields(topFields(form), { values, rights });
  const own = ownContent === '' ? null : formJson(ownContent);
  const all = [...fields, ...(own ? topFields(own) : [])];
  if (isWidgets(form)) return { ...form, widgetList: all };
  return { ...form, fields: all, disabled: false, formBtns: true };
}

/** The form with its values, for the record of an instance. */
export function readOnlyForm(content: string, values: Readonly<Json>, hidden: ReadonlySet<string>): Json {
  const rights = Object.fromEntries([...hidden].map((name) => [name, 'hidden' as const]));
  const form = filledForm(content, { values, rights });
  return isWidgets(form) ? form : { ...form, formBtns: false };
}

function shownFields(fields: readonly Json[], shown: Shown): Json[] {
  return fields.flatMap((field) => {
    const name = nameOf(field);
    const right = shown.rights === null ? 'edit' : name !== '' && Object.hasOwn(shown.rights, name) ? shown.rights[name] : 'read';
    if (name !== '' && right === 'hidden') return [];
    return [withInner(withValue(field, name, right === 'edit', shown.values), shown)];
  });
}

function withValue(field: Json, name: string, open: boolean, values: Readonly<Json>): Json {
  if (name === '') return field;
  const value = Object.hasOwn(values, name) ? { defaultValue: values[name] } : {};
  const closed = open ? {} : { disabled: true };
  if (isObject(field['__config__'])) return { ...field, __config__: { ...field['__config__'], ...value }, ...closed };
  // The older flavour of form-generator keeps everything at the top.
  if (typeof field['vModel'] === 'string') return { ...field, ...value, ...closed };
  return { ...field, options: { ...(isObject(field['options']) ? field['options'] : {}), ...value, ...closed } };
}

function withInner(field: Json, shown: Shown): Json {
  const again = (value: unknown): unknown => (Array.isArray(value) ? shownFields(objects(value), shown) : value);
  const holder = (one: Json): Json => ('widgetList' in one ? { ...one, widgetList: again(one['widgetList']) } : one);
  const config = field['__config__'];
  return {
    ...holder(field),
    ...(Array.isArray(field['children']) && !isRepeat(field) ? { children: again(field['children']) } : {}),
    ...(isObject(config) && 'children' in config && !isRepeat(field) ? { __config__: { ...config, children: again(config['children']) } } : {}),
    ...(Array.isArray(field['cols']) ? { cols: objects(field['cols']).map(holder) } : {}),
    ...(Array.isArray(field['tabs']) ? { tabs: objects(field['tabs']).map(holder) } : {}),
    ...(Array.isArray(field['rows'])
      ? { rows: field['rows'].map((row) => (isObject(row) && Array.isArray(row['cols']) ? { ...row, cols: objects(row['cols']).map(holder) } : row)) }
      : {}),
  };
}

/** Names of the fields that must be filled in. */
export function requiredNames(content: string): string[] {
  const names: string[] = [];
  const walk = (fields: readonly Json[]): void => {
    for (const field of fields) {
      const settings = isObject(field['__config__'])
        ? field['__config__']
        : typeof field['vModel'] === 'string'
          ? field
          : isObject(field['options'])
            ? field['options']
            : {};
      const name = nameOf(field);
      if (name !== '' && settings['required'] === true) names.push(name);
      if (!isRepeat(field)) for (const inner of innerLists(field)) walk(inner);
    }
  };
  walk(topFields(formJson(content)));
  return names;
}
