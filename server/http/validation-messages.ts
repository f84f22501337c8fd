import { z } from 'zod';

const KINDS: Readonly<Record<string, string>> = {
  string: '文字',
  number: '数字',
  int: '整数',
  boolean: '是或否',
  array: '列表',
  object: '对象',
  date: '日期',
};

/** Sets the default message of a failed check: `参数校验失败：{field}{reason}`. Called once for the whole process. */
export function setValidationMessages(): void {
  z.config({
    customError: (issue) => {
      const field = (issue.path ?? []).map(String).join('.');
      return `参数校验失败：${field}${reason(issue as Issue)}`;
    },
  });
}

interface Issue {
  code: string;
  input?: unknown;
  expected?: string;
  minimum?: number;
  maximum?: number;
  origin?: string;
  values?: readonly unknown[];
  format?: string;
}

function reason(issue: Issue): string {
  const unit = issue.origin === 'string' ? '个字符' : issue.origin === 'array' ? '项' : '';
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? '不能为空' : `须为${KINDS[issue.expected ?? ''] ?? issue.expected}`;
    case 'too_small':
      return unit ? `至少${issue.minimum}${unit}` : `不能小于${issue.minimum}`;
    case 'too_big':
      return unit ? `最多${issue.maximum}${unit}` : `不能大于${issue.maximum}`;
    case 'invalid_value':
      return `须为${(issue.values ?? []).join('、')}之一`;
    default:
      return '格式不正确';
  }
}
