import { expect, test } from 'vitest';
import { DEFAULT_CONFIG, type FormField } from '../../../../../contract/workflow/form-content.ts';
import { newField } from '../../../../../contract/workflow/form-field.ts';
import { PALETTE, paletteEntry } from '../../../../../contract/workflow/form-palette.ts';
import { rowsFor, sharedValue, type PropertyRow } from './property-rows.ts';

function field(icon: string, more: object = {}): FormField {
  const entry = paletteEntry(icon);
  if (!entry) throw new Error(`no component ${icon}`);
  return { ...newField(entry, { formId: 101, config: DEFAULT_CONFIG, now: 1 }), ...more };
}
const find = (of: FormField, label: string): PropertyRow | undefined => rowsFor([of]).find((row) => row.label === label);
const labels = (of: FormField): string[] => rowsFor([of]).map((row) => row.label);

test.each([
  ['textarea', '最小行数', 1],
  ['textarea', '最大行数', 1],
  ['row', '栅格间隔', 0],
  ['number', '精度', 0],
  ['checkbox', '至少应选', 0],
  ['checkbox', '最多可选', 0],
])('S5.15 of a %s, %s is a number of at least %d; empty unsets it', (icon, label, min) => {
  expect(find(field(icon), label)?.editor).toMatchObject({ kind: 'number', min, whole: true });
});

test('S5.15 least and greatest value of a number take any number or none', () => {
  for (const label of ['最小值', '最大值']) expect(find(field('number'), label)?.editor).toEqual({ kind: 'number' });
  expect(field('number')).toMatchObject({ step: 1 });
  expect(field('number')['min']).toBeUndefined();
  expect(field('number')['max']).toBeUndefined();
});

test('S2.6.2 every component shows what it has and nothing else: its rows have a value or belong to an addition', () => {
  for (const { tagIcon, hasValue } of PALETTE) {
    const shown = labels(field(tagIcon));
    expect([tagIcon, new Set(shown).size], 'no title twice').toEqual([tagIcon, shown.length]);
    expect([tagIcon, shown.includes('字段名')]).toEqual([tagIcon, hasValue]);
  }
});

test('S3.9 justify and align are offered for flex rows only', () => {
  expect(labels(field('row'))).toEqual(expect.arrayContaining(['布局模式', '栅格间隔']));
  for (const label of ['水平排列', '垂直排列']) {
    expect(find(field('row'), label)).toBeUndefined();
    expect(find(field('row', { type: 'flex' }), label)).toBeDefined();
  }
  expect(find(field('row', { type: 'flex' }), '水平排列')?.editor).toMatchObject({
    choices: ['start', 'end', 'center', 'space-around', 'space-between'].map((value) => ({ value, label: value })),
  });
});

test('form-designer §2.3 picture cards have no text on the button, and options come from one source', () => {
  expect(find(field('upload'), '按钮文字')).toBeDefined();
  expect(find(field('upload', { 'list-type': 'picture-card' }), '按钮文字')).toBeUndefined();
  expect(labels(field('select'))).toContain('选项');
  expect(labels(field('select', { dataType: 'dynamic' }))).toContain('数据来源');
  expect(labels(field('select', { dataType: 'dynamic' }))).not.toContain('选项');
});

test('form-designer §3.3 several fields show their common rows, and no value where they differ', () => {
  const both = [field('input'), { ...field('textarea'), formId: 102, label: '摘要' }];
  const common = rowsFor(both).map((row) => row.label);
  expect(common).toEqual(expect.arrayContaining(['标题', '是否必填', '表单栅格']));
  expect(common).not.toContain('前图标');
  expect(sharedValue(both, 'label')).toEqual({ value: undefined, mixed: true });
  expect(sharedValue(both, 'required')).toEqual({ value: true, mixed: false });
});
