import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { FormField } from '../../contract/workflow/form-content.ts';
import { FilledFormStore, type FieldMode, type FilledFormParts, type OptionState, type RowPlace } from './filled-form-store.ts';
import { loadFormFile } from './form-file.ts';
import { sendFile } from './file-upload.ts';
import { optionLoader, type FormReference } from './form-source.ts';
import { testPatterns } from './regex-client.ts';

export interface FilledFormInput
  extends
    Omit<FilledFormParts, 'loadOptions' | 'sendFile' | 'loadFile' | 'testPatterns'>,
    Partial<Pick<FilledFormParts, 'loadOptions' | 'sendFile' | 'loadFile' | 'testPatterns'>> {
  readonly reference?: FormReference | null | undefined;
}

/** Creates the state of a form. Another form needs a new `key` of the component. */
export function useFilledForm({ reference = null, ...parts }: FilledFormInput): FilledFormStore {
  const [store] = useState(
    () =>
      new FilledFormStore({
        ...parts,
        loadOptions: parts.loadOptions ?? optionLoader(parts.form, reference),
        sendFile: parts.sendFile ?? sendFile,
        loadFile: parts.loadFile ?? loadFormFile,
        testPatterns: parts.testPatterns ?? testPatterns,
      }),
  );
  return store;
}

export const FilledFormContext = createContext<FilledFormStore | null>(null);

export function useStore(): FilledFormStore {
  const store = useContext(FilledFormContext);
  if (!store) throw new Error('a field is drawn inside a form');
  return store;
}

/** Everything that a control needs about its field. */
export interface FieldState {
  readonly id: string;
  readonly value: unknown;
  readonly error: string | undefined;
  readonly mode: FieldMode;
  readonly required: boolean;
  readonly change: (value: unknown) => void;
  readonly blur: () => void;
}

/** Kinds that are checked when they lose the focus; the others at each change. */
const ON_BLUR = new Set(['el-input', 'el-input-number', 'tinymce']);

export const controlId = (field: FormField, place: RowPlace | null): string => (place ? `form-${field.formId}-${place.row}` : `form-${field.formId}`);

/** Reads one value of the form and redraws when it changes; it has to be the same object until then. */
export const useRead = <T>(store: FilledFormStore, get: () => T): T => useSyncExternalStore(store.subscribe, get, get);

export function useField(field: FormField, place: RowPlace | null): FieldState {
  const store = useStore();
  const value = useRead(store, () => store.valueOf(field, place));
  const error = useRead(store, () => store.errorOf(field, place));
  const mode = useRead(store, () => store.modeOf(field, place));
  const required = useRead(store, () => store.requiredOf(field, place));
  return {
    id: controlId(field, place),
    value,
    error,
    mode,
    required,
    change: (next) => {
      store.setValue(field, place, next);
      if (!ON_BLUR.has(field.tag) || error !== undefined) void store.check(field, place);
    },
    blur: () => {
      if (ON_BLUR.has(field.tag)) void store.check(field, place);
    },
  };
}

/** Loads the options of a field when it is drawn. */
export function useFieldOptions(field: FormField): { readonly options: OptionState; readonly retry: () => void } {
  const store = useStore();
  const options = useRead(store, () => store.optionsOf(field));
  useEffect(() => void store.load(field), [store, field]);
  return { options, retry: () => void store.load(field, true) };
}

export const useRowCount = (table: FormField): number => {
  const store = useStore();
  return useRead(store, () => store.rowCount(table));
};

/** Moves the focus to the first field with a message. */
export function focusFirstError(store: FilledFormStore, root: ParentNode = document): void {
  const first = store.errors[0];
  if (first) focusField(first.key, root);
}

export function focusField(key: string, root: ParentNode = document): void {
  const place = root.querySelector<HTMLElement>(`[data-field="${key}"]`);
  place?.scrollIntoView?.({ block: 'center' });
  place?.querySelector<HTMLElement>('input, textarea, select, button, [tabindex]:not([tabindex="-1"])')?.focus();
}
