import { expect, test } from 'vitest';
import { formFixture } from '../../tests/support/form-fixtures.ts';
import { allFields, type FormField } from './form-content.ts';
import { formatDate, parseDate, readTimeRange } from './form-date.ts';
import { displayText } from './form-display.ts';
import { parseForm } from './form-parser.ts';

const named = (file: string) => new Map(allFields(parseForm(formFixture(file)).form.fields).map((field) => [field.vModel, field] as const));
const topic = named('topic-declaration.json');
const field = (name: string): FormField => topic.get(name)!;

test.each([
  ['genre', 2, '散文集'],
  ['audience', ['student', 'teacher'], '学生、教师'],
  ['audience', [], '—'],
  ['wordCount', 120.5, '120.5'],
  ['isMajor', 0, '否'],
  ['clc', ['I', 'I2'], '文学 / 中国文学'],
  ['urgent', 'Y', '加急'],
  ['urgent', 'N', '普通'],
  ['printRange', [3000, 6000], '3000 – 6000'],
  ['visitHours', ['09:00:00', '11:30:00'], '09:00:00 至 11:30:00'],
  ['publishWeek', '2027-05-03', '2027 第 18 周'],
  ['publishWeek', '2027-01-01', '2026 第 53 周'],
  ['score', 4.5, '4.5 / 5'],
  ['score', 0, '—'],
  ['sample', '[{"name":"样章.docx","url":"/profile/upload/x.docx"}]', '样章.docx'],
])('form-designer §2.1: read mode shows %s %j as %s', (name, value, text) => {
  expect(displayText(field(name), value)).toBe(text);
});

test('form-designer §2.1: read mode shows fetched options, money, hidden passwords and the words of rich text', () => {
  const money = named('expense.ours.json').get('amount')!;
  expect(displayText(money, 1_234_567.5)).toBe('1,234,567.50');
  expect(displayText(field('deptPath'), [1, 2], [{ label: '社', value: 1, children: [{ label: '编辑部', value: 2 }] }])).toBe('编辑部');
  const password = { ...field('mobile'), tag: 'el-input', 'show-password': true };
  expect(displayText(password, 'secret1')).toBe('******');
  expect(displayText({ ...field('summary'), tag: 'tinymce' }, '<p>甲 &amp; 乙</p><p>丙</p>')).toBe('甲 & 乙\n丙');
});

test('form-designer §2.1: dates must exist and have their format', () => {
  expect(parseDate('2027-02-30', 'yyyy-MM-dd')).toBeNull();
  expect(parseDate('2027-2-3', 'yyyy-MM-dd')).toBeNull();
  expect(parseDate('2028-02-29x', 'yyyy-MM-dd')).toBeNull();
  expect(formatDate(parseDate('2028-02-29 08:05:00', 'yyyy-MM-dd HH:mm:ss')!, 'yyyy年MM月dd日 HH:mm')).toBe('2028年02月29日 08:05');
  expect(readTimeRange('18:00:00-08:30:00')).toBeNull();
});
