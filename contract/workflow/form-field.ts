import { allFields, DEFAULT_CONFIG, FIRST_ID, isRepeat, type Form, type FormConfig, type FormField } from './form-content.ts';
import { documentOf, type PaletteEntry } from './form-palette.ts';

/** What a new field depends on. */
export interface NewField {
  /** Its number; `nextFormId` gives it. */
  readonly formId: number;
  readonly config: FormConfig;
  /** Milliseconds, for the render key. */
  readonly now: number;
  /** Names in use in the scope. A number left over from an older form may be taken. */
  readonly names?: ReadonlySet<string>;
}

/** Returns a new field of a palette entry (form-designer §1.4). */
export function newField(entry: PaletteEntry, { formId, config, now, names }: NewField): FormField {
  const placeholder = entry.attributes['placeholder'];
  const row = entry.layout === 'rowFormItem';
  let vModel = `field${formId}`;
  while (names?.has(vModel)) vModel += '_';
  return {
    ...structuredAttributes(entry),
    ...(typeof placeholder === 'string' ? { placeholder: `${placeholder}${entry.name}` } : {}),
    formId,
    renderKey: `${formId}${now}`,
    tag: entry.tag,
    tagIcon: entry.tagIcon,
    layout: entry.layout,
    label: entry.tagIcon === 'row' ? '' : entry.name,
    labelWidth: null,
    showLabel: entry.showLabel,
    changeTag: entry.changeTag,
    required: entry.hasValue && entry.layout === 'colFormItem',
    span: config.span,
    regList: [],
    document: documentOf(entry.tagIcon),
    ...(entry.hasValue ? { vModel } : {}),
    ...(entry.defaultValue === undefined ? {} : { defaultValue: copy(entry.defaultValue) }),
    ...(entry.extension ? { shuzhou: entry.extension } : {}),
    ...(row ? { componentName: `row${formId}`, layoutTree: true, children: [], gutter: config.gutter } : {}),
    ...(entry.tagIcon === 'table' ? { children: [] } : {}),
  };
}

const structuredAttributes = (entry: PaletteEntry): Record<string, unknown> =>
  copy({ ...entry.attributes, ...entry.config, ...withoutFlags(entry.slots) }) as Record<string, unknown>;

/** The slot `list-type` of an upload is a flag of the file only; the field's `list-type` is an attribute. */
const withoutFlags = (slots: PaletteEntry['slots']): Record<string, unknown> =>
  Object.fromEntries(Object.entries(slots ?? {}).filter(([key]) => key !== 'list-type'));

const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

/** Returns the number after the highest one of the form; an empty form starts again (S9.6). */
export const nextFormId = (fields: readonly FormField[]): number =>
  allFields(fields).reduce((last, { formId }) => Math.max(last, formId), FIRST_ID) + 1;

/** Returns the names of the fields of one scope: the form, or a repeated table. */
export function scopeNames(fields: readonly FormField[]): Set<string> {
  const names = new Set<string>();
  const walk = (list: readonly FormField[]) => {
    for (const field of list) {
      if (field.vModel !== undefined) names.add(field.vModel);
      if (field.children && !isRepeat(field)) walk(field.children);
    }
  };
  walk(fields);
  return names;
}

export const EMPTY_FORM: Form = { config: DEFAULT_CONFIG, fields: [] };
