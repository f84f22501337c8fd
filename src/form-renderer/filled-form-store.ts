import { allFields, eachField, isRepeat, type Form, type FormField, type FormOption } from '../../contract/workflow/form-content.ts';
import { entryOf, hasRemoteOptions, kindOf } from '../../contract/workflow/form-keys.ts';
import {
  isFixed,
  isRequired,
  sumOfRows,
  validateSubmission,
  visibility,
  type FieldRight,
  type RegexCheck,
  type RegexResult,
  type SubmissionError,
  type Visibility,
} from '../../contract/workflow/form-validation.ts';
import type { SendFile } from './file-upload.ts';
import type { LoadFile } from './form-file.ts';
import type { LoadedOptions, LoadOptions } from './form-source.ts';
import { initialValues, newRow, type Values } from './initial-values.ts';

export interface FilledFormParts {
  readonly form: Form;
  readonly values?: Values | undefined;
  /** Rights of a step by field name; a field that is not named may be edited. */
  readonly rights?: Readonly<Record<string, FieldRight>> | undefined;
  readonly readOnly?: boolean | undefined;
  readonly loadOptions: LoadOptions;
  readonly sendFile: SendFile;
  readonly loadFile: LoadFile;
  readonly testPatterns: (checks: readonly RegexCheck[]) => Promise<readonly RegexResult[]>;
}

export type OptionState = { readonly state: 'loading' } | { readonly state: 'failed' } | ({ readonly state: 'ready' } & LoadedOptions);

/** A row of a repeated table, and the table. */
export interface RowPlace {
  readonly table: FormField;
  readonly row: number;
}

export type FieldMode = 'edit' | 'read' | 'hidden';

interface State {
  readonly values: Values;
  /** Messages by `errorKey`. */
  readonly errors: Readonly<Record<string, string>>;
}

export const errorKey = (field: FormField, place: RowPlace | null): string => (place ? `${field.formId}:${place.row}` : String(field.formId));

/**
 * The state of one form that is filled in: values, messages and loaded options. Components subscribe and read single values, so that a key
 * press redraws one field.
 */
export class FilledFormStore {
  readonly parts: FilledFormParts;
  #state: State;
  #options: Readonly<Record<number, OptionState>> = {};
  readonly #loading = new Map<number, Promise<void>>();
  readonly #listeners = new Set<() => void>();
  readonly #start: Values;
  #visibility: { readonly of: Values; readonly is: Visibility } | null = null;

  constructor(parts: FilledFormParts) {
    this.parts = parts;
    this.#start = initialValues(parts.form, parts.values);
    this.#state = { values: this.#withSums(this.#start), errors: {} };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get values(): Values {
    return this.#state.values;
  }

  valueOf(field: FormField, place: RowPlace | null): unknown {
    return field.vModel === undefined ? undefined : (place ? this.rowOf(place) : this.values)[field.vModel];
  }

  rowOf({ table, row }: RowPlace): Values {
    const rows = this.values[table.vModel ?? ''];
    return (Array.isArray(rows) ? (rows as Values[])[row] : undefined) ?? {};
  }

  rowCount(table: FormField): number {
    const rows = this.values[table.vModel ?? ''];
    return Array.isArray(rows) ? rows.length : 0;
  }

  errorOf(field: FormField, place: RowPlace | null): string | undefined {
    return this.#state.errors[errorKey(field, place)];
  }

  /** Returns the messages in reading order, for the summary above the form. */
  get errors(): readonly { readonly key: string; readonly message: string }[] {
    const order = allFields(this.parts.form.fields).map(({ formId }) => String(formId));
    return Object.entries(this.#state.errors)
      .map(([key, message]) => ({ key, message }))
      .toSorted((a, b) => order.indexOf(a.key.split(':')[0]!) - order.indexOf(b.key.split(':')[0]!) || a.key.localeCompare(b.key));
  }

  /** Returns whether a field is edited, shown as text, or not shown. */
  modeOf(field: FormField, place: RowPlace | null): FieldMode {
    const right = (!place && field.vModel !== undefined && this.parts.rights?.[field.vModel]) || 'edit';
    if (right === 'hidden' || !this.#shown.visible(field, place ? this.rowOf(place) : undefined)) return 'hidden';
    const { readOnly, form } = this.parts;
    const fixed = entryOf(field)?.hasValue === true && isFixed(field);
    const tableRight = place && (place.table.vModel !== undefined ? this.parts.rights?.[place.table.vModel] : undefined);
    return readOnly || form.config.disabled || fixed || right === 'read' || tableRight === 'read' ? 'read' : 'edit';
  }

  requiredOf(field: FormField, place: RowPlace | null): boolean {
    return isRequired(field, { where: place, values: place ? this.rowOf(place) : this.values }, this.#shown);
  }

  setValue(field: FormField, place: RowPlace | null, value: unknown): void {
    const name = field.vModel;
    if (name === undefined) return;
    if (place) this.#setRows(place.table, (rows) => rows.map((row, at) => (at === place.row ? { ...row, [name]: value } : row)));
    else this.#set({ values: this.#withSums({ ...this.values, [name]: value }) });
  }

  addRow(table: FormField, copyOf?: number): void {
    this.#setRows(table, (rows) => (copyOf === undefined ? [...rows, newRow(table)] : rows.toSpliced(copyOf + 1, 0, { ...rows[copyOf] })));
    this.#dropErrors(table);
  }

  removeRow(table: FormField, row: number): Values | undefined {
    const removed = this.rowOf({ table, row });
    this.#setRows(table, (rows) => rows.toSpliced(row, 1));
    this.#dropErrors(table);
    return removed;
  }

  insertRow(table: FormField, row: number, values: Values): void {
    this.#setRows(table, (rows) => rows.toSpliced(row, 0, values));
  }

  moveRow(table: FormField, from: number, to: number): void {
    this.#setRows(table, (rows) => {
      const moved = rows[from];
      return moved && to >= 0 && to < rows.length ? rows.toSpliced(from, 1).toSpliced(to, 0, moved) : [...rows];
    });
    this.#dropErrors(table);
  }

  reset(): void {
    this.#set({ values: this.#withSums(this.#start), errors: {} });
  }

  replaceValues(values: Values): void {
    this.#set({ values: this.#withSums({ ...this.#start, ...values }), errors: {} });
  }

  /** Checks one field after a change or when it loses the focus. */
  async check(field: FormField, place: RowPlace | null): Promise<void> {
    if (field.vModel === undefined || this.modeOf(field, place) !== 'edit') return;
    const value = this.valueOf(field, place);
    const { visibleWhen: _v, requiredWhen: _r, ...extension } = field.shuzhou ?? {};
    const alone: FormField = { ...field, required: this.requiredOf(field, place), shuzhou: extension };
    const form = { config: { ...this.parts.form.config, disabled: false }, fields: [alone] };
    const { errors } = await validateSubmission(form, { [field.vModel]: value }, this.#context);
    // The value may have changed while a pattern or a source was asked.
    if (this.valueOf(field, place) !== value) return;
    const message = errors[0]?.message;
    this.#setError(errorKey(field, place), message && place ? `第${place.row + 1}行 ${message}` : message);
  }

  /** Checks everything. Returns the values to submit, or null; the messages are then at their fields. */
  async submit(): Promise<Values | null> {
    const { form, rights } = this.parts;
    const result = await validateSubmission(form, this.values, { ...this.#context, ...(rights ? { rights } : {}), stored: this.parts.values ?? {} });
    this.#set({ errors: Object.fromEntries(result.errors.map((error) => [keyOf(error), error.message])) });
    return result.errors.length > 0 ? null : result.values;
  }

  optionsOf(field: FormField): OptionState {
    if (!this.#loads(field)) return STATIC.get(field) ?? keepStatic(field);
    return this.#options[field.formId] ?? LOADING;
  }

  /** Loads the options of a field once; `again` loads them again after a failure. */
  load(field: FormField, again = false): Promise<void> {
    const known = this.#loading.get(field.formId);
    if (!this.#loads(field)) return Promise.resolve();
    if (known && !(again && this.#options[field.formId]?.state === 'failed')) return known;
    this.#setOptions(field, LOADING);
    const loading = this.parts.loadOptions(field).then(
      (loaded) => this.#setOptions(field, { state: 'ready', ...loaded }),
      () => this.#setOptions(field, { state: 'failed' }),
    );
    this.#loading.set(field.formId, loading);
    return loading;
  }

  #loads(field: FormField): boolean {
    return hasRemoteOptions(field) || (kindOf(field) === 'table' && typeof field['url'] === 'string' && field['url'] !== '');
  }

  get #shown(): Visibility {
    const { values } = this;
    if (this.#visibility?.of !== values) this.#visibility = { of: values, is: visibility(this.parts.form.fields, values) };
    return this.#visibility.is;
  }

  get #context() {
    const options = async (field: FormField): Promise<readonly FormOption[] | null> => {
      await this.load(field, true);
      const loaded = this.optionsOf(field);
      return loaded.state === 'ready' ? loaded.options : null;
    };
    return { regex: this.parts.testPatterns, options };
  }

  #withSums(values: Values): Values {
    const sums: Record<string, unknown> = {};
    const { form } = this.parts;
    eachField(form.fields, (field, parents) => {
      if (field.shuzhou?.sumOf && field.vModel !== undefined && !parents.some(isRepeat)) sums[field.vModel] = sumOfRows(values, field, form.fields);
    });
    return Object.keys(sums).length > 0 ? { ...values, ...sums } : values;
  }

  #setRows(table: FormField, change: (rows: readonly Values[]) => readonly Values[]): void {
    const name = table.vModel;
    if (name === undefined) return;
    const rows = this.values[name];
    this.#set({ values: this.#withSums({ ...this.values, [name]: change(Array.isArray(rows) ? (rows as Values[]) : []) }) });
  }

  #dropErrors(table: FormField): void {
    const ids = new Set([table, ...(table.children ?? [])].map(({ formId }) => String(formId)));
    this.#set({ errors: Object.fromEntries(Object.entries(this.#state.errors).filter(([key]) => !ids.has(key.split(':')[0]!))) });
  }

  #setError(key: string, message: string | undefined): void {
    if (this.#state.errors[key] === message) return;
    const { [key]: _, ...others } = this.#state.errors;
    this.#set({ errors: message === undefined ? others : { ...others, [key]: message } });
  }

  #setOptions(field: FormField, state: OptionState): void {
    this.#options = { ...this.#options, [field.formId]: state };
    this.#tell();
  }

  #set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

const keyOf = ({ formId, row }: SubmissionError): string => (row === undefined ? String(formId) : `${formId}:${row}`);

const LOADING: OptionState = { state: 'loading' };
/** The same object each time, because components compare it. */
const STATIC = new WeakMap<FormField, OptionState>();
function keepStatic(field: FormField): OptionState {
  const state: OptionState = {
    state: 'ready',
    options: field.options ?? [],
    rows: Array.isArray(field['data']) ? (field['data'] as LoadedOptions['rows']) : [],
  };
  STATIC.set(field, state);
  return state;
}
