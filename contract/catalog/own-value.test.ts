import { expect, test } from 'vitest';
import { valueError } from './own-value.ts';
import type { OwnField } from './program-field.ts';

const field = (part: Partial<OwnField>): OwnField => ({
  fieldKey: 'f1',
  label: '日期',
  component: 'input',
  dictType: '',
  required: false,
  least: 0,
  most: 0,
  span: 24,
  options: [],
  identifying: false,
  ...part,
});

test.each([
  [{}, undefined, ''],
  [{ required: true }, ' ', '日期不能为空'],
  [{ most: 2 }, '三个字', '日期不能超过2个字'],
  [{ component: 'date' }, '2026-02-28', ''],
  [{ component: 'date' }, '2026-02-30', '日期须是 年-月-日'],
  [{ component: 'date' }, '2026-2-3', '日期须是 年-月-日'],
  [{ component: 'number', most: 9 }, '10', '日期不能大于9'],
  [{ component: 'number' }, 'x', '日期须是数字'],
  [{ component: 'select', options: [{ value: 'a', label: '甲' }] }, '甲', '日期请从列表中选择'],
] as const)('E66 a field %o with the value %o: %s', (part, value, error) => expect(valueError(field(part as Partial<OwnField>), value)).toBe(error));
