import { expect, test } from 'vitest';
import { formFixture } from '../../tests/support/form-fixtures.ts';
import { conditionCycle, conditionHolds, readCondition, referencesTo, renameReferences } from './form-condition.ts';
import { allFields, type Comparison } from './form-content.ts';
import { parseForm } from './form-parser.ts';

const expense = parseForm(formFixture('expense.ours.json')).form;

test.each<[Comparison, unknown, unknown, boolean]>([
  ['eq', 'a', 'a', true],
  ['eq', ['I', 'I2'], ['I', 'I2'], true],
  ['ne', 1, '1', true],
  ['in', [1, 2], 2, true],
  ['notIn', [1, 2], 3, true],
  ['empty', undefined, ' ', true],
  ['notEmpty', undefined, [], false],
  ['gt', 3, 4, true],
  ['gte', 3, 3, true],
  ['lt', '2027-01-01', '2026-12-31', true],
  ['lte', 3, null, false],
  ['gt', 3, '4', false],
  ['contains', 'b', ['a', 'b'], true],
  ['contains', '长', '长篇', true],
])('form-designer §2.4: %s %j holds for %j: %s', (is, wanted, value, holds) => {
  expect(conditionHolds({ all: [{ field: 'x', is, value: wanted }] }, () => value)).toBe(holds);
});

test('form-designer §2.4: a condition has a closed grammar', () => {
  expect(readCondition({ any: [{ field: 'a', is: 'eq', value: 1 }] })).toEqual({ any: [{ field: 'a', is: 'eq', value: 1 }] });
  for (const wrong of [
    { all: [] },
    { all: [{ field: 'a', is: 'matches' }] },
    { all: [], any: [] },
    'a == 1',
    { all: Array.from({ length: 11 }, () => ({ field: 'a', is: 'empty' })) },
  ])
    expect(readCondition(wrong)).toBeNull();
});

test('form-designer §2.4: renaming a field or a column changes conditions and sums', () => {
  expect(referencesTo(expense.fields, 'category').map(({ label, use }) => `${label} ${use}`)).toEqual([
    '请假天数 显示条件',
    '请假天数 必填条件',
    '费用明细 显示条件',
  ]);
  expect(referencesTo(expense.fields, 'amount', 'lines').map(({ use }) => use)).toEqual(['合计']);
  const renamed = renameReferences(renameReferences(expense.fields, 'amount', 'sum', 'lines'), 'category', 'kind');
  expect(allFields(renamed).find(({ vModel }) => vModel === 'total')?.shuzhou?.sumOf).toBe('lines.sum');
  expect(referencesTo(renamed, 'category')).toEqual([]);
  expect(referencesTo(renamed, 'kind')).toHaveLength(3);
  expect(referencesTo(renameReferences(expense.fields, 'lines', 'rows'), 'rows').map(({ use }) => use)).toEqual(['合计']);
});

test('form-designer §2.4: finds a loop through a row that hides its fields', () => {
  expect(conditionCycle(expense.fields)).toBeNull();
  const [, category, days] = expense.fields;
  const loop = [{ ...category!, shuzhou: { visibleWhen: { all: [{ field: 'days', is: 'empty' as const }] } } }, days!];
  expect(conditionCycle(loop)?.labels).toEqual(['费用类别', '请假天数', '费用类别']);
});
