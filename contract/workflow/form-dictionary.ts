import { allFields, type Form, type FormField, type FormOption } from './form-content.ts';

/** Types of the dictionaries that the choices of a form take their options from. */
export const dictionariesOf = (form: Form): string[] => [...new Set(allFields(form.fields).flatMap(({ shuzhou }) => shuzhou?.dict ?? []))];

/**
 * Returns the form with the entries of its dictionaries as options, for renderers and generated code that read options from the form
 * only. A field whose dictionary is not in `entries` keeps its options.
 */
export function withDictionaries(form: Form, entries: ReadonlyMap<string, readonly FormOption[]>): Form {
  const fill = (field: FormField): FormField => {
    const children = field.children?.map(fill);
    const options = field.shuzhou?.dict === undefined ? undefined : entries.get(field.shuzhou.dict);
    const same = options === undefined && (children === undefined || children.every((child, at) => child === field.children?.[at]));
    return same ? field : { ...field, ...(children ? { children } : {}), ...(options ? { options, dataType: 'static' } : {}) };
  };
  return dictionariesOf(form).length === 0 ? form : { ...form, fields: form.fields.map(fill) };
}
