import type { ConditionTerm, FieldCondition } from '../../../../../contract/workflow/form-content.ts';
import { conditionTerms } from '../../../../../contract/workflow/form-condition.ts';
import { canonicalRegex } from '../../../../../contract/workflow/form-regex.ts';
import { isList, isUpload, type CodeField } from './code-form.ts';
import { literal, patternLiteral } from './script-literal.ts';

/** When a rule is checked; a kind without an entry cannot be empty and gets the mark of a required field only. */
const TRIGGERS: Readonly<Record<string, 'blur' | 'change'>> = {
  input: 'blur',
  textarea: 'blur',
  password: 'blur',
  number: 'blur',
  'rich-text': 'blur',
  select: 'change',
  cascader: 'change',
  radio: 'change',
  checkbox: 'change',
  time: 'change',
  'time-range': 'change',
  date: 'change',
  'date-range': 'change',
  rate: 'change',
  color: 'change',
  upload: 'change',
  signature: 'change',
};

export interface FieldRules {
  readonly trigger: 'blur' | 'change';
  /** Message when the value is missing. */
  readonly message: string;
  readonly required: boolean;
  readonly requiredWhen: FieldCondition | null;
  readonly type: 'array' | 'number' | null;
  readonly patterns: readonly { readonly literal: string; readonly message: string }[];
}

/** Returns the rules of a field (S5.12); null when it has none. */
export function rulesOf(one: CodeField): FieldRules | null {
  const { field, kind, name } = one;
  const trigger = TRIGGERS[kind];
  if (!trigger || !name) return null;
  const list = isList(one);
  const title = field.label || name;
  const { placeholder } = field as { placeholder?: unknown };
  const message = list ? `请至少选择一个${title}` : typeof placeholder === 'string' && placeholder !== '' ? placeholder : `${title}不能为空`;
  const patterns = isUpload(one)
    ? []
    : field.regList.flatMap(({ pattern, message: words }) => {
        const canonical = canonicalRegex(pattern);
        return canonical === null ? [] : [{ literal: patternLiteral(canonical), message: words || `${title}格式不正确` }];
      });
  const requiredWhen = field.shuzhou?.requiredWhen ?? null;
  if (!field.required && !requiredWhen && patterns.length === 0) return null;
  return {
    trigger,
    message,
    required: field.required,
    requiredWhen: field.required ? null : requiredWhen,
    type: list ? 'array' : kind === 'rate' ? 'number' : null,
    patterns,
  };
}

/** The field is marked as required without a rule. */
export const hasMarkOnly = ({ field, kind }: CodeField): boolean => field.required && (kind === 'switch' || kind === 'slider');

/** Writes a condition as an expression. `read` gives the code that reads a field; unknown fields read as undefined. */
export function conditionCode(
  condition: FieldCondition,
  read: (name: string) => string,
  call: (helper: 'isEmpty' | 'includes') => string,
  compare: (left: string, operator: string, right: string) => string = (left, operator, right) => `${left} ${operator} ${right}`,
): string {
  const parts = conditionTerms(condition).map((term) => termCode(term, read(term.field), call, compare));
  return parts.length === 0 ? 'true' : parts.join('all' in condition ? ' && ' : ' || ');
}

function termCode(
  { is, value }: ConditionTerm,
  code: string,
  call: (helper: 'isEmpty' | 'includes') => string,
  compare: (left: string, operator: string, right: string) => string,
): string {
  const list = literal(Array.isArray(value) ? value : [value]);
  switch (is) {
    case 'eq':
      return `${code} === ${literal(value)}`;
    case 'ne':
      return `${code} !== ${literal(value)}`;
    case 'in':
      return `${call('includes')}(${list}, ${code})`;
    case 'notIn':
      return `!${call('includes')}(${list}, ${code})`;
    case 'empty':
      return `${call('isEmpty')}(${code})`;
    case 'notEmpty':
      return `!${call('isEmpty')}(${code})`;
    case 'contains':
      return `${call('includes')}(${code}, ${literal(value)})`;
    default:
      return compare(code, { gt: '>', gte: '>=', lt: '<', lte: '<=' }[is], literal(value));
  }
}
