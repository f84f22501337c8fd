import { conditionHolds } from './form-condition.ts';
import { eachField, isRepeat, type Form, type FormField, type FormOption } from './form-content.ts';
import { readFiles } from './form-field-reader.ts';
import { entryOf, hasRemoteOptions, isUploadKind, kindOf } from './form-keys.ts';
import { isEmpty, isObject, own, type Plain } from './form-plain.ts';
import { parseRegex, REGEX_INPUT_LENGTH, REGEX_TIMEOUT_MESSAGE, type ParsedRegex } from './form-regex.ts';
import type { UploadRules } from '../system/upload-rules.ts';
import { filesProblem, lacksValue, requiredMessage, valueProblem, type KnownFile } from './form-value.ts';

export type FieldRight = 'edit' | 'read' | 'hidden';

export interface RegexCheck {
  readonly regex: ParsedRegex;
  readonly text: string;
}
export type RegexResult = 'match' | 'mismatch' | 'timeout';

/** What a check needs from outside. Each side brings its own. */
export interface SubmissionContext {
  /** Tests patterns, with a time limit; the results are in the order of the checks. */
  readonly regex: (checks: readonly RegexCheck[]) => Promise<readonly RegexResult[]>;
  /** Returns the options of a field with dynamic data or a dictionary, or null when the source does not answer. */
  readonly options?: (field: FormField) => Promise<readonly FormOption[] | null>;
  /** Looks up the uploaded files by address. Missing on the client, where the server's answer is already known. */
  readonly files?: (urls: readonly string[]) => Promise<ReadonlyMap<string, KnownFile>>;
  /** What the platform accepts; without it the defaults. */
  readonly uploadRules?: UploadRules;
  /** Rights of the step by field name; a field that is not named may be edited. */
  readonly rights?: Readonly<Record<string, FieldRight>>;
  /** Values that earlier steps stored, for conditions. */
  readonly stored?: Plain;
}

export interface SubmissionError {
  readonly formId: number;
  /** Name of the field; of the repeated table for an error in one of its rows. */
  readonly field: string;
  /** Row of a repeated table, from 0, and the name of the column. */
  readonly row?: number;
  readonly column?: string;
  readonly message: string;
}

export interface SubmissionResult {
  /** The accepted values: fields of the form that are shown and editable. */
  readonly values: Record<string, unknown>;
  readonly errors: readonly SubmissionError[];
}

interface Cell {
  readonly field: FormField;
  readonly kind: string;
  readonly values: Record<string, unknown>;
  readonly where: { readonly table: FormField; readonly row: number } | null;
}

/**
 * Checks what a user submits for a form and returns the values to keep. Values of fields that are hidden or that the user may not edit,
 * and keys that the form does not have, are dropped. Per field the first problem is reported.
 */
export async function validateSubmission(form: Form, submitted: unknown, context: SubmissionContext): Promise<SubmissionResult> {
  const given: Plain = isObject(submitted) ? submitted : {};
  const state = visibility(form.fields, trusted(form, given, context));
  const values: Record<string, unknown> = {};
  const cells: Cell[] = [];
  const errors: SubmissionError[] = [];
  collect(form, given, state, context, { values, cells, errors });
  computeSums(form.fields, values, state.visible);
  const failed = new Set<Cell>();
  const fail = (cell: Cell, message: string) => {
    failed.add(cell);
    errors.push(errorOf(cell, message));
  };
  const options = optionCache(context);
  for (const cell of cells) {
    const { field, kind } = cell;
    const value = cell.values[field.vModel!];
    if (lacksValue(kind, value)) {
      if (isRequired(field, cell, state)) fail(cell, requiredMessage(field, kind));
      continue;
    }
    const list = usesOptions(kind) && !isEmpty(value) ? await options(field) : [];
    const problem = valueProblem(field, kind, value, list);
    if (problem) fail(cell, problem);
  }
  await checkPatterns(
    cells.filter((cell) => !failed.has(cell)),
    context,
    fail,
  );
  await checkFiles(
    cells.filter((cell) => isUploadKind(cell.kind) && !failed.has(cell)),
    context,
    fail,
  );
  return { values, errors: inOrder(form.fields, errors) };
}

/** Returns the values that conditions read: what the user may not edit comes from its default, its sum or an earlier step. */
function trusted(form: Form, given: Plain, context: SubmissionContext): Plain {
  const values: Record<string, unknown> = { ...context.stored };
  const sums: FormField[] = [];
  eachField(form.fields, (field, parents) => {
    const name = field.vModel;
    if (name === undefined || parents.some(isRepeat)) return;
    if ((context.rights?.[name] ?? 'edit') !== 'edit') return;
    if (field.shuzhou?.sumOf) sums.push(field);
    else values[name] = form.config.disabled || isFixed(field) ? (values[name] ?? field.defaultValue) : own(given, name);
  });
  for (const field of sums) values[field.vModel!] = sumOfRows(values, field, form.fields);
  return values;
}

/** Computes which fields of a form are shown, for values of the form or of one row of a repeated table. */
export interface Visibility {
  readonly visible: (field: FormField, row?: Plain) => boolean;
  /** Returns the value that a condition sees: that of a hidden field is missing. */
  readonly valueOf: (name: string, row?: Plain, table?: FormField) => unknown;
}

export function visibility(fields: readonly FormField[], values: Plain): Visibility {
  const parents = new Map<FormField, readonly FormField[]>();
  const byName = new Map<string, FormField>();
  eachField(fields, (field, above) => {
    parents.set(field, [...above]);
    if (field.vModel !== undefined && !above.some(isRepeat) && !byName.has(field.vModel)) byName.set(field.vModel, field);
  });
  const open = new Set<FormField>();
  const columnOf = (table: FormField | undefined, name: string) => table?.children?.find((column) => column.vModel === name);
  const valueOf = (name: string, row?: Plain, table?: FormField): unknown => {
    const column = row && columnOf(table, name);
    if (column) return visible(column, row) ? own(row, name) : undefined;
    const field = byName.get(name);
    return !field || visible(field) ? own(values, name) : undefined;
  };
  const visible = (field: FormField, row?: Plain): boolean => {
    // A loop of conditions cannot be saved; a stored one shows its fields.
    if (open.has(field)) return true;
    open.add(field);
    const above = parents.get(field) ?? [];
    const table = above.findLast(isRepeat);
    const shown = [...above, field].every(
      ({ shuzhou }) => !shuzhou?.visibleWhen || conditionHolds(shuzhou.visibleWhen, (name) => valueOf(name, row, table)),
    );
    open.delete(field);
    return shown;
  };
  return { visible, valueOf };
}

/** Returns whether the field needs a value now. */
export function isRequired(field: FormField, at: { where: { table: FormField; row: number } | null; values: Plain }, state: Visibility): boolean {
  const { requiredWhen } = field.shuzhou ?? {};
  if (field.required) return true;
  return requiredWhen !== undefined && conditionHolds(requiredWhen, (name) => state.valueOf(name, at.where ? at.values : undefined, at.where?.table));
}

/** Returns whether a user may fill in the field, apart from the rights of a step. */
export const isFixed = (field: FormField): boolean => field['disabled'] === true || field['readonly'] === true || field.shuzhou?.sumOf !== undefined;

interface Collected {
  readonly values: Record<string, unknown>;
  readonly cells: Cell[];
  readonly errors: SubmissionError[];
}

function collect(form: Form, given: Plain, state: Visibility, context: SubmissionContext, { values, cells, errors }: Collected): void {
  const walk = (list: readonly FormField[]) => {
    for (const field of list) {
      const kind = kindOf(field);
      if (kind === 'row') walk(field.children ?? []);
      const name = field.vModel;
      if (name === undefined || kind === null || !entryOf(field)?.hasValue || !state.visible(field)) continue;
      if ((context.rights?.[name] ?? 'edit') !== 'edit') continue;
      if (form.config.disabled || isFixed(field)) {
        if (!isEmpty(field.defaultValue) && !field.shuzhou?.sumOf) values[name] = field.defaultValue;
        continue;
      }
      const value = own(given, name);
      if (kind === 'repeat') {
        const rows = collectRows(field, value, state, { cells });
        if (rows !== undefined) values[name] = rows;
        const problem = rowsProblem(field, rows ?? []);
        if (problem) errors.push({ formId: field.formId, field: name, message: problem });
        continue;
      }
      if (value !== undefined) values[name] = isUploadKind(kind) ? fileList(value) : value;
      cells.push({ field, kind, values, where: null });
    }
  };
  walk(form.fields);
}

function collectRows(table: FormField, value: unknown, state: Visibility, { cells }: { cells: Cell[] }): Record<string, unknown>[] | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const most = table.shuzhou?.max ?? Infinity;
  return (Array.isArray(value) ? (value as unknown[]) : []).slice(0, Math.min(most + 1, 1_000)).map((raw, row) => {
    const given = trustedRow(table, isObject(raw) ? raw : {});
    const kept: Record<string, unknown> = {};
    for (const field of table.children ?? []) {
      const kind = kindOf(field);
      const name = field.vModel;
      if (name === undefined || kind === null || !state.visible(field, given)) continue;
      if (isFixed(field)) {
        if (!isEmpty(field.defaultValue)) kept[name] = field.defaultValue;
        continue;
      }
      const cell = own(given, name);
      if (cell !== undefined) kept[name] = isUploadKind(kind) ? fileList(cell) : cell;
      cells.push({ field, kind, values: kept, where: { table, row } });
    }
    return kept;
  });
}

const trustedRow = (table: FormField, given: Plain): Plain => ({
  ...given,
  ...Object.fromEntries(
    (table.children ?? []).flatMap((field) => (field.vModel !== undefined && isFixed(field) ? [[field.vModel, field.defaultValue]] : [])),
  ),
});

function rowsProblem(table: FormField, rows: readonly unknown[]): string | null {
  const { min = 0, max = Infinity } = table.shuzhou ?? {};
  if (rows.length < min) return `${table.label}至少${min}行`;
  return rows.length > max ? `${table.label}最多${max}行` : null;
}

function fileList(value: unknown): { uid: string; name: string; url: string }[] {
  const files = readFiles(value);
  if (!Array.isArray(files)) return [];
  return (files as { uid?: unknown; name: string; url: string }[]).map(({ uid, name, url }, at) => ({
    uid: typeof uid === 'string' ? uid.slice(0, 60) : String(at + 1),
    name: name.slice(0, 300),
    url: url.slice(0, 500),
  }));
}

/** Writes the sum of a column into each field that shows it, without errors of binary fractions. */
function computeSums(fields: readonly FormField[], values: Record<string, unknown>, visible: Visibility['visible']): void {
  eachField(fields, (field, parents) => {
    const sumOf = field.shuzhou?.sumOf;
    if (sumOf === undefined || field.vModel === undefined || parents.some(isRepeat) || !visible(field)) return;
    values[field.vModel] = sumOfRows(values, field, fields);
  });
}

/** Returns the sum that a field shows, of the rows in `values`. */
export function sumOfRows(values: Plain, field: FormField, fields: readonly FormField[]): number {
  const [table, column] = (field.shuzhou?.sumOf ?? '').split('.');
  const rows = own(values, table ?? '');
  const precision = precisionOf(field, fields, column ?? '');
  const factor = 10 ** precision;
  const total = (Array.isArray(rows) ? rows : []).reduce<number>((sum, row) => {
    const value = own(row, column ?? '');
    return sum + (typeof value === 'number' && Number.isFinite(value) ? Math.round(value * factor) : 0);
  }, 0);
  return total / factor;
}

function precisionOf(field: FormField, fields: readonly FormField[], column: string): number {
  let found = typeof field['precision'] === 'number' ? field['precision'] : 4;
  eachField(fields, (one) => {
    if (one.vModel === column && typeof one['precision'] === 'number') found = Math.max(found, one['precision']);
  });
  return Math.min(found, 6);
}

const usesOptions = (kind: string): boolean => kind === 'select' || kind === 'radio' || kind === 'checkbox' || kind === 'cascader';

function optionCache(context: SubmissionContext): (field: FormField) => Promise<readonly FormOption[] | null> {
  const lists = new Map<number, Promise<readonly FormOption[] | null>>();
  return (field) => {
    if (!hasRemoteOptions(field) || !context.options) return Promise.resolve(field.options ?? []);
    const list = lists.get(field.formId) ?? context.options(field);
    lists.set(field.formId, list);
    return list;
  };
}

async function checkPatterns(cells: readonly Cell[], context: SubmissionContext, fail: (cell: Cell, message: string) => void): Promise<void> {
  const checks: { cell: Cell; check: RegexCheck; message: string }[] = [];
  for (const cell of cells) {
    const value = cell.values[cell.field.vModel!];
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    if (isEmpty(value)) continue;
    for (const { pattern, message } of cell.field.regList) {
      const regex = parseRegex(pattern);
      if (typeof regex !== 'string') checks.push({ cell, check: { regex, text: String(value).slice(0, REGEX_INPUT_LENGTH) }, message });
    }
  }
  if (checks.length === 0) return;
  const results = await context.regex(checks.map(({ check }) => check));
  const failed = new Set<Cell>();
  for (const [index, { cell, message }] of checks.entries()) {
    const result = results[index] ?? 'timeout';
    if (failed.has(cell) || result === 'match') continue;
    failed.add(cell);
    fail(cell, result === 'timeout' ? REGEX_TIMEOUT_MESSAGE : message || `${cell.field.label}格式不正确`);
  }
}

async function checkFiles(cells: readonly Cell[], context: SubmissionContext, fail: (cell: Cell, message: string) => void): Promise<void> {
  const filesOf = (cell: Cell) => (cell.values[cell.field.vModel!] ?? []) as { url: string }[];
  const urls = [...new Set(cells.flatMap((cell) => filesOf(cell).map(({ url }) => url)))];
  const known = context.files && urls.length > 0 ? await context.files(urls) : null;
  for (const cell of cells) {
    const problem = filesProblem(cell.field, filesOf(cell), context.files ? (url) => known?.get(url) ?? null : undefined, context.uploadRules);
    if (problem) fail(cell, problem);
  }
}

function errorOf({ field, where }: Cell, message: string): SubmissionError {
  if (!where) return { formId: field.formId, field: field.vModel!, message };
  return { formId: field.formId, field: where.table.vModel!, row: where.row, column: field.vModel!, message: `第${where.row + 1}行 ${message}` };
}

/** Sorts the errors in reading order of the form, those of a table by row. */
function inOrder(fields: readonly FormField[], errors: readonly SubmissionError[]): SubmissionError[] {
  const place = new Map<number, number>();
  const tableOf = new Map<number, number>();
  eachField(fields, (field, parents) => {
    place.set(field.formId, place.size);
    tableOf.set(field.formId, parents.findLast(isRepeat)?.formId ?? field.formId);
  });
  const key = ({ formId, row }: SubmissionError) => [place.get(tableOf.get(formId)!)!, row ?? -1, place.get(formId)!] as const;
  return [...errors].sort((a, b) => {
    const [x, y] = [key(a), key(b)];
    return x[0] - y[0] || x[1] - y[1] || x[2] - y[2];
  });
}
