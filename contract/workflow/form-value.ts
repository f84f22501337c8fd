import { allowedKinds, DEFAULT_UPLOAD_RULES, FILE_KINDS, type UploadRules } from '../system/upload-rules.ts';
import { isColor, colorFormat } from './form-color.ts';
import type { FormField, FormOption } from './form-content.ts';
import { parseDate, readTimeRange, secondsOfDay, valueFormat } from './form-date.ts';
import { hasListValue } from './form-keys.ts';
import { findOption, findPath } from './form-option.ts';
import { isEmpty } from './form-plain.ts';

/** Characters that a text without its own limit may have. */
const TEXT_LENGTH = 5_000;
const LONG_TEXT_LENGTH = 20_000;

/** Options of a field for a check: its list, or null when the source does not answer. */
export type OptionList = readonly FormOption[] | null;

const titleOf = (field: FormField): string => field.label || field.vModel || '';

/** Returns the message for a missing value (S5.12). */
export function requiredMessage(field: FormField, kind: string | null): string {
  const title = titleOf(field);
  if (hasListValue(kind, field) || Array.isArray(field.defaultValue)) return `请至少选择一个${title}`;
  const placeholder = field['placeholder'];
  return typeof placeholder === 'string' && placeholder !== '' ? placeholder : `${title}不能为空`;
}

/** Returns whether the field has no value. Zero stars count as none; a switch and a slider always have a value. */
export const lacksValue = (kind: string | null, value: unknown): boolean =>
  kind === 'switch' || kind === 'slider' ? false : isEmpty(value) || (kind === 'rate' && value === 0);

/** Returns why a value that is not empty cannot be accepted, or null. Patterns and uploaded files are checked elsewhere. */
export function valueProblem(field: FormField, kind: string, value: unknown, options: OptionList): string | null {
  if (isEmpty(value)) return null;
  const title = titleOf(field);
  switch (kind) {
    case 'input':
    case 'textarea':
    case 'password':
    case 'rich-text':
      return textProblem(field, kind, title, value);
    case 'number':
      return numberProblem(field, title, value);
    case 'select':
    case 'radio':
    case 'checkbox':
      return choiceProblem(field, kind, title, value, options);
    case 'cascader':
      return pathProblem(field, title, value, options);
    case 'switch':
      return value === (field['active-value'] ?? true) || value === (field['inactive-value'] ?? false) ? null : `${title}的值不正确`;
    case 'slider':
      return sliderProblem(field, title, value);
    case 'time':
    case 'date':
      return momentProblem(field, kind, title, value);
    case 'time-range':
    case 'date-range':
      return rangeProblem(field, kind, title, value);
    case 'rate':
      return rateProblem(field, title, value);
    case 'color':
      return typeof value === 'string' && isColor(value, colorFormat(field)) ? null : `${title}的值不正确`;
    default:
      return null;
  }
}

function textProblem(field: FormField, kind: string, title: string, value: unknown): string | null {
  if (typeof value !== 'string') return `${title}的值不正确`;
  const own = field['maxlength'];
  const max = typeof own === 'number' && own > 0 ? own : kind === 'textarea' || kind === 'rich-text' ? LONG_TEXT_LENGTH : TEXT_LENGTH;
  return value.length > max ? `${title}长度不能超过${max}个字符` : null;
}

const limitOf = (field: FormField, key: string): number | null => (typeof field[key] === 'number' ? field[key] : null);

function outside(title: string, value: number, min: number | null, max: number | null): string | null {
  if (min !== null && max !== null) return value < min || value > max ? `${title}须在${min}到${max}之间` : null;
  if (min !== null && value < min) return `${title}不能小于${min}`;
  return max !== null && value > max ? `${title}不能大于${max}` : null;
}

/** Floating point: 0.3 is a multiple of 0.1. */
const isMultiple = (value: number, step: number): boolean => {
  const times = value / step;
  return Math.abs(times - Math.round(times)) < 1e-6;
};

export const decimalsOf = (value: number): number => {
  const [, decimals = '', power = '0'] = /^-?\d+(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(String(value)) ?? [];
  return Math.max(0, decimals.length - Number(power));
};

function numberProblem(field: FormField, title: string, value: unknown): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return `${title}须是数字`;
  const range = outside(title, value, limitOf(field, 'min'), limitOf(field, 'max'));
  if (range) return range;
  const step = limitOf(field, 'step');
  if (field['step-strictly'] === true && step !== null && step > 0 && !isMultiple(value, step)) return `${title}须是${step}的倍数`;
  const precision = limitOf(field, 'precision');
  return precision !== null && decimalsOf(value) > precision ? `${title}最多${precision}位小数` : null;
}

function sliderProblem(field: FormField, title: string, value: unknown): string | null {
  const range = field['range'] === true;
  const values = Array.isArray(value) ? (value as unknown[]) : [value];
  if (Array.isArray(value) !== range || values.length !== (range ? 2 : 1)) return `${title}的值不正确`;
  const min = limitOf(field, 'min') ?? 0;
  const step = limitOf(field, 'step');
  for (const one of values) {
    if (typeof one !== 'number' || !Number.isFinite(one)) return `${title}须是数字`;
    const wrong = outside(title, one, min, limitOf(field, 'max') ?? 100);
    if (wrong) return wrong;
    if (step !== null && step > 0 && !isMultiple(one - min, step)) return `${title}须是${step}的倍数`;
  }
  return range && (values[0] as number) > (values[1] as number) ? `${title}的起点不能大于终点` : null;
}

function rateProblem(field: FormField, title: string, value: unknown): string | null {
  const step = field['allow-half'] === true ? 0.5 : 1;
  const valid = typeof value === 'number' && value >= 0 && value <= (limitOf(field, 'max') ?? 5) && Number.isInteger(value / step);
  return valid ? null : `${title}的值不正确`;
}

const unavailable = (title: string): string => `${title}的选项暂时无法核对，请稍后再试`;

function choiceProblem(field: FormField, kind: string, title: string, value: unknown, options: OptionList): string | null {
  const several = kind === 'checkbox' || (kind === 'select' && field['multiple'] === true);
  if (Array.isArray(value) !== several) return `${title}的选项不正确`;
  if (options === null) return unavailable(title);
  const values = several ? (value as unknown[]) : [value];
  const known = values.every((one) => {
    const option = findOption(options, one);
    return option !== undefined && option.disabled !== true;
  });
  if (!known || new Set(values).size !== values.length) return `${title}的选项不正确`;
  if (kind !== 'checkbox') return null;
  const [min, max] = [limitOf(field, 'min'), limitOf(field, 'max')];
  if (min !== null && values.length < min) return `${title}至少选${min}项`;
  return max !== null && max > 0 && values.length > max ? `${title}最多选${max}项` : null;
}

/** Settings of a cascader's inner component. */
export function cascaderProps(field: FormField): { multiple: boolean; checkStrictly: boolean } {
  const outer = field['props'] as { props?: { multiple?: unknown; checkStrictly?: unknown } } | undefined;
  return { multiple: outer?.props?.multiple === true, checkStrictly: outer?.props?.checkStrictly === true };
}

function pathProblem(field: FormField, title: string, value: unknown, options: OptionList): string | null {
  const wrong = `${title}的选项不正确`;
  const { multiple, checkStrictly } = cascaderProps(field);
  if (!Array.isArray(value)) return wrong;
  const paths: unknown[] = multiple ? (value as unknown[]) : [value];
  if (!paths.every((path) => Array.isArray(path) && path.length > 0)) return wrong;
  if (options === null) return unavailable(title);
  for (const path of paths as unknown[][]) {
    const nodes = findPath(options, path);
    if (!nodes || nodes.some((node) => node.disabled === true)) return wrong;
    if (!checkStrictly && (nodes.at(-1)?.children?.length ?? 0) > 0) return wrong;
  }
  return new Set(paths.map((path) => JSON.stringify(path))).size === paths.length ? null : wrong;
}

function momentProblem(field: FormField, kind: string, title: string, value: unknown): string | null {
  if (typeof value !== 'string' || parseDate(value, valueFormat(field, kind)) === null) return `${title}不正确`;
  return kind === 'time' ? unselectable(field, title, value) : null;
}

function rangeProblem(field: FormField, kind: string, title: string, value: unknown): string | null {
  if (!Array.isArray(value) || value.length !== 2) return `${title}不正确`;
  const format = valueFormat(field, kind);
  const [from, to] = value as unknown[];
  const moments = [from, to].map((one) => (typeof one === 'string' ? parseDate(one, format) : null));
  if (!moments[0] || !moments[1]) return `${title}不正确`;
  const order = moments.map((one) =>
    [one!.year, one!.month, one!.day, one!.hour, one!.minute, one!.second].map((part) => String(part).padStart(4, '0')).join(''),
  );
  if (order[0]! > order[1]!) return `${title}的起点不能大于终点`;
  return kind === 'time-range' ? (unselectable(field, title, from) ?? unselectable(field, title, to)) : null;
}

function unselectable(field: FormField, title: string, value: unknown): string | null {
  const range = readTimeRange((field['picker-options'] as { selectableRange?: unknown } | undefined)?.selectableRange);
  const at = typeof value === 'string' ? secondsOfDay(value) : null;
  return range === null || at === null || (at >= range.from && at <= range.to) ? null : `${title}须在${range.text}之间`;
}

/** Bytes that one uploaded file may have: the limit of the field, and at most the limit of the platform (S9). */
export function uploadLimit(field: FormField, rules: UploadRules = DEFAULT_UPLOAD_RULES): { bytes: number; text: string } {
  const unit = field['sizeUnit'] === 'KB' || field['sizeUnit'] === 'GB' ? field['sizeUnit'] : 'MB';
  const size = typeof field['fileSize'] === 'number' && field['fileSize'] > 0 ? field['fileSize'] : 2;
  const bytes = size * { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }[unit];
  return bytes <= rules.bytes ? { bytes, text: `${size}${unit}` } : { bytes: rules.bytes, text: `${rules.bytes / 1024 ** 2}MB` };
}

export const mostFiles = (field: FormField, rules: UploadRules = DEFAULT_UPLOAD_RULES): number => (field['multiple'] === true ? rules.files : 1);

/** Returns the extensions that may be uploaded to the field: those that both its `accept` and the platform allow. */
export const uploadKinds = (field: FormField, rules: UploadRules = DEFAULT_UPLOAD_RULES): string[] =>
  allowedKinds(rules).filter((kind) => matchesAccept(field['accept'], { name: `a.${kind}`, type: FILE_KINDS[kind]?.mime ?? '' }));

/** The choices for `accept` that the platform allows: pictures, videos and sounds as a whole, documents by their program. */
export function acceptChoices(rules: UploadRules): { value: string; label: string }[] {
  const groups = new Map<string, string>();
  for (const kind of allowedKinds(rules)) {
    const { group, label } = FILE_KINDS[kind]!;
    if (group !== 'document') groups.set(label, `${group}/*`);
    else groups.set(label, groups.has(label) ? `${groups.get(label)},.${kind}` : `.${kind}`);
  }
  return [{ value: '', label: '不限' }, ...[...groups].map(([label, value]) => ({ value, label }))];
}

/** Returns the parts of `accept` that no file can meet, because the platform does not allow these kinds. */
export function refusedKinds(accept: unknown, rules: UploadRules): string[] {
  if (typeof accept !== 'string') return [];
  const parts = accept
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  return parts.filter((part) => !allowedKinds(rules).some((kind) => matchesAccept(part, { name: `a.${kind}`, type: FILE_KINDS[kind]?.mime ?? '' })));
}

/** Returns whether a file with this name and type matches `accept`: by its ending or by its type. */
export function matchesAccept(accept: unknown, file: { readonly name: string; readonly type: string }): boolean {
  if (typeof accept !== 'string' || accept.trim() === '') return true;
  const name = file.name.toLowerCase();
  const type = file.type.toLowerCase();
  return accept
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .some((one) => (one.startsWith('.') ? name.endsWith(one) : one.endsWith('/*') ? type.startsWith(one.slice(0, -1)) : one === type));
}

/** What the table of files knows about an uploaded file. */
export interface KnownFile {
  readonly name: string;
  readonly size: number;
  /** Media type. */
  readonly type: string;
}

/** Returns why the files of an upload cannot be accepted, or null. Without `find` only their number is checked. */
export function filesProblem(
  field: FormField,
  files: readonly { url: string }[],
  find?: (url: string) => KnownFile | null,
  rules: UploadRules = DEFAULT_UPLOAD_RULES,
): string | null {
  const title = titleOf(field);
  if (files.length > mostFiles(field, rules)) return `${title}最多${mostFiles(field, rules)}个文件`;
  if (!find) return null;
  for (const { url } of files) {
    const file = find(url);
    if (!file) return `${title}的文件不存在，请重新上传`;
    const problem = fileProblem(field, file, rules);
    if (problem) return problem;
  }
  return null;
}

/** Returns why one file cannot be uploaded to the field, or null (S5.4). */
export function fileProblem(field: FormField, file: KnownFile, rules: UploadRules = DEFAULT_UPLOAD_RULES): string | null {
  const limit = uploadLimit(field, rules);
  if (file.size > limit.bytes) return `文件大小超过 ${limit.text}`;
  if (!matchesAccept(field['accept'], file)) return `应该选择${String(field['accept'])}类型的文件`;
  const kinds = allowedKinds(rules);
  const type = file.type.split(';')[0] ?? '';
  const allowed = kinds.some((kind) => file.name.toLowerCase().endsWith(`.${kind}`) || (type !== '' && FILE_KINDS[kind]?.mime === type));
  return allowed ? null : `本站不接收这类文件，请上传${kinds.join('、')}格式的文件`;
}
