import { conditionCycle } from './form-condition.ts';
import { eachField, FORM_LIMITS, isRepeat, isRow, nameProblem, nameTaken, type Form, type FormField, type FormOption } from './form-content.ts';
import type { UploadRules } from '../system/upload-rules.ts';
import { hasRemoteOptions, isComponentTag, isUploadKind, kindOf } from './form-keys.ts';
import { refusedKinds } from './form-value.ts';
import { parseRegex } from './form-regex.ts';

export interface FormProblem {
  /** Null when the problem belongs to the whole form. */
  readonly formId: number | null;
  readonly message: string;
}

export interface FormLint {
  /** Problems that block saving. */
  readonly errors: readonly FormProblem[];
  readonly warnings: readonly FormProblem[];
}

/** Components that a repeated table may have as columns. */
export const REPEAT_KINDS: ReadonlySet<string> = new Set(['input', 'number', 'select', 'radio', 'date', 'time', 'switch', 'upload']);

/** Checks a form before it is saved (form-designer §3.6). The time that patterns take is checked by a worker. */
export function lintForm(form: Form, rules?: UploadRules): FormLint {
  const errors: FormProblem[] = [];
  const warnings: FormProblem[] = [];
  let count = 0;
  const names = new Map<string, Set<string>>();
  eachField(form.fields, (field, parents) => {
    count += 1;
    const error = (message: string) => errors.push({ formId: field.formId, message });
    if (parents.filter(isRow).length + (isRow(field) ? 1 : 0) > FORM_LIMITS.rowDepth) error(`布局嵌套不能超过 ${FORM_LIMITS.rowDepth} 层`);
    checkName(field, parents, names, error);
    checkField(field, parents, error);
    const refused = rules && isUploadKind(kindOf(field)) ? refusedKinds(field['accept'], rules) : [];
    if (refused.length > 0)
      warnings.push({ formId: field.formId, message: `本站不接收「${field.label || '上传'}」要求的文件：${refused.join('、')}` });
    warnings.push(...warningsOf(field).map((message) => ({ formId: field.formId, message })));
  });
  if (form.fields.length === 0) errors.push({ formId: null, message: '请先添加组件' });
  if (count > FORM_LIMITS.fields) errors.push({ formId: null, message: `组件不能超过 ${FORM_LIMITS.fields} 个` });
  const cycle = conditionCycle(form.fields);
  if (cycle) errors.push({ formId: cycle.formId, message: `显示条件互相依赖：${cycle.labels.join(' → ')}` });
  return { errors, warnings };
}

type Report = (message: string) => void;

function checkName(field: FormField, parents: readonly FormField[], names: Map<string, Set<string>>, error: Report): void {
  if (field.vModel === undefined) return;
  const problem = nameProblem(field.vModel);
  if (problem) error(problem);
  const scope = String(parents.findLast(isRepeat)?.formId ?? '');
  const used = names.get(scope) ?? new Set();
  if (used.has(field.vModel)) error(nameTaken(field.vModel));
  used.add(field.vModel);
  names.set(scope, used);
}

function checkField(field: FormField, parents: readonly FormField[], error: Report): void {
  const kind = kindOf(field);
  const title = field.label || field.vModel || field.tag;
  if (kind !== null && kind !== 'row' && field.showLabel && field.label.trim() === '') error('标题不能为空');
  if (kind === null && field.layout !== 'raw' && !isComponentTag(field.tag)) error(`组件「${field.tag}」不能使用，请删除`);
  if (kind !== null && parents.some(isRepeat) && !REPEAT_KINDS.has(kind)) error(`明细表里不能放「${title}」，请移到表外`);
  for (const { pattern } of field.regList) {
    const parsed = parseRegex(pattern);
    if (typeof parsed === 'string') error(parsed);
  }
  if (kind === 'select' || kind === 'radio' || kind === 'checkbox' || kind === 'cascader') checkOptions(field, title, error);
  const [min, max] = kind === 'repeat' ? [field.shuzhou?.min, field.shuzhou?.max] : [field['min'], field['max']];
  if (typeof min === 'number' && typeof max === 'number' && min > max) error(`「${title}」的最小值不能大于最大值`);
  if (isRepeat(field) && !field.children?.length) error(`请给「${title}」添加列`);
}

function checkOptions(field: FormField, title: string, error: Report): void {
  if (hasRemoteOptions(field)) return;
  const options = field.options ?? [];
  if (options.length === 0) error(field['dataType'] === 'dynamic' ? `请填写「${title}」的接口地址` : `请给「${title}」添加选项`);
  const repeated = firstRepeated(options);
  if (repeated !== undefined) error(`「${title}」的选项值重复：${String(repeated)}`);
}

function firstRepeated(options: readonly FormOption[]): unknown {
  const values = new Set<unknown>();
  for (const { value, children } of options) {
    if (values.has(value)) return value;
    values.add(value);
    const inner = children && firstRepeated(children);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

const INSTRUCTION = /^(?:请|输入|选择|填写|点击|如)/;

function warningsOf(field: FormField): string[] {
  const kind = kindOf(field);
  const found: string[] = [];
  const placeholder = field['placeholder'];
  if (field.required && typeof placeholder === 'string' && placeholder !== '' && !INSTRUCTION.test(placeholder))
    found.push(`占位提示「${placeholder}」会成为必填的提示，请写成一句话`);
  if (kind === null && field.layout === 'colFormItem') found.push(`本站不认识组件「${field.tag}」，已原样保留；填写时不显示`);
  if (kind === 'password') found.push('请不要用表单收集密码');
  const action = field['action'];
  if (typeof action === 'string' && /^(?:https?:)?\/\//i.test(action)) found.push('文件总是传到本站，外部上传地址只用于导出');
  return found;
}
