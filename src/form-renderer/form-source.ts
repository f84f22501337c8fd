import type { FormField, FormOption } from '../../contract/workflow/form-content.ts';
import { eachField, isRepeat, type Form } from '../../contract/workflow/form-content.ts';
import { formOptions } from '../../contract/workflow/flow-form.ts';
import { kindOf } from '../../contract/workflow/form-keys.ts';
import { optionKeys } from '../../contract/workflow/form-option.ts';
import { entriesOfType } from '../../contract/system/dictionary-entry.ts';
import { call } from '../api/call.ts';

/** The stored form that is filled in. `direct` is for designers: the source of each field is sent, because the form is not saved yet. */
export type FormReference = { readonly formId: number } | { readonly deployId: number } | { readonly taskId: number } | 'direct';

export interface LoadedOptions {
  readonly options: readonly FormOption[];
  /** Rows of a table. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

export type LoadOptions = (field: FormField) => Promise<LoadedOptions>;

/** Returns how the options of a field are loaded: through the server, which alone contacts other sites. */
export const optionLoader =
  (form: Form, reference: FormReference | null): LoadOptions =>
  async (field) => {
    const { dict } = field.shuzhou ?? {};
    if (dict !== undefined) {
      const entries = await call(entriesOfType, { params: { type: dict } });
      return { options: entries.map(({ dictLabel, dictValue }) => ({ label: dictLabel, value: dictValue })), rows: [] };
    }
    if (reference === null) return { options: field.options ?? [], rows: [] };
    const body = reference === 'direct' ? directSource(field) : { ...reference, vModel: nameFor(form, field) };
    const { options, rows } = await call(formOptions, { body });
    return { options: options as readonly FormOption[], rows };
  };

/** A column is named after its table; a table without a name by its number. */
function nameFor(form: Form, field: FormField): string {
  let name = field.vModel ?? String(field.formId);
  eachField(form.fields, (one, parents) => {
    const table = parents.findLast(isRepeat);
    if (one.formId === field.formId && table?.vModel !== undefined) name = `${table.vModel}.${name}`;
  });
  return name;
}

const METHODS = ['get', 'post', 'put', 'delete'] as const;

function directSource(field: FormField) {
  const { label, value, children } = optionKeys(field);
  return {
    method: METHODS.find((one) => one === field['method']) ?? ('get' as const),
    url: String(field['url'] ?? ''),
    dataPath: String(field['dataPath'] ?? ''),
    labelKey: label,
    valueKey: value,
    ...(kindOf(field) === 'cascader' ? { childrenKey: children } : {}),
  };
}
