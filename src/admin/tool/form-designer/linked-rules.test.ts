import { expect, test } from 'vitest';
import { DEFAULT_CONFIG, type FormField } from '../../../../contract/workflow/form-content.ts';
import { newField } from '../../../../contract/workflow/form-field.ts';
import { paletteEntry, PALETTE } from '../../../../contract/workflow/form-palette.ts';
import { changeComponent, DATE_FORMATS, editField, formatProblem } from './linked-rules.ts';
import { rawDefault, rawText, rawValue } from './raw-value.ts';

const NOW = 2;
const fresh = (tagIcon: string, part: Record<string, unknown> = {}): FormField =>
  ({ ...newField(paletteEntry(tagIcon) as (typeof PALETTE)[number], { formId: 101, config: DEFAULT_CONFIG, now: 1 }), ...part }) as FormField;
const edited = (field: FormField, key: string, value: unknown): FormField => editField(field, key, value, NOW);

test('point 7: the placeholder follows the title where it ends with it', () => {
  expect(edited(fresh('input'), 'label', '姓名')).toMatchObject({ label: '姓名', placeholder: '请输入姓名' });
  expect(edited(fresh('input', { placeholder: '千字' }), 'label', '姓名')).toMatchObject({ placeholder: '千字' });
});

test.each(Object.entries(DATE_FORMATS))('S4.6, point 7: the date type %s resets the default and has the format %s', (type, format) => {
  const field = edited(fresh(type.endsWith('range') ? 'date-range' : 'date', { defaultValue: '2026-01-01' }), 'type', type);
  expect(field).toMatchObject({ type, format, 'value-format': type === 'week' ? 'yyyy-MM-dd' : format, defaultValue: null });
});

test('point 7: another time format resets the default and is also the format of the value', () => {
  expect(edited(fresh('time', { defaultValue: '10:00:00' }), 'format', 'HH:mm')).toMatchObject({ 'value-format': 'HH:mm', defaultValue: null });
  expect(edited(fresh('date', { type: 'week' }), 'format', 'yyyy WW')).toMatchObject({ 'value-format': 'yyyy-MM-dd' });
  expect(formatProblem('yyyy-MM-dd HH:mm:ss')).toBeNull();
  expect(formatProblem('YYYY-MM-DD')).toBe('格式里的字母只能是 yyyy MM dd HH mm ss WW');
});

test('S4.6, point 7: multiple resets the default to a list or a text', () => {
  expect(edited(fresh('select', { defaultValue: 1 }), 'multiple', true).defaultValue).toEqual([]);
  expect(edited(fresh('select', { multiple: true, defaultValue: [1] }), 'multiple', false).defaultValue).toBe('');
  expect(edited(fresh('cascader', { defaultValue: [1, 2] }), 'props.props.multiple', true).defaultValue).toEqual([]);
  expect(edited(fresh('upload'), 'multiple', true).defaultValue).toBe('');
});

test('point 7: the range of a slider sets both ends, or the smaller one', () => {
  expect(edited(fresh('slider', { min: 5, max: 50 }), 'range', true).defaultValue).toEqual([5, 50]);
  expect(edited(fresh('slider', { min: 5, range: true, defaultValue: [5, 50] }), 'range', false).defaultValue).toBe(5);
});

test('S4.6, point 7: the text and the score of a rate switch each other off', () => {
  expect(edited(fresh('rate', { 'show-score': true }), 'show-text', true)).toMatchObject({ 'show-text': true, 'show-score': false });
  expect(edited(fresh('rate', { 'show-text': true }), 'show-score', true)).toMatchObject({ 'show-text': false, 'show-score': true });
  expect(edited(fresh('rate', { 'show-score': true }), 'show-text', false)).toMatchObject({ 'show-score': true });
});

test('S4.6, point 7: the colour format resets the default, decides about alpha and creates the control again', () => {
  expect(edited(fresh('color', { defaultValue: '#fff' }), 'color-format', 'rgba')).toMatchObject({
    defaultValue: null,
    'show-alpha': true,
    renderKey: '1012',
  });
  expect(edited(fresh('color', { 'show-alpha': true }), 'color-format', 'hex')).toMatchObject({ 'show-alpha': false });
});

test('S4.6, point 7: the data type keeps the content of both sides', () => {
  const dynamic = edited(fresh('select', { url: '/prod-api/x' }), 'dataType', 'dynamic');
  expect(dynamic.options).toHaveLength(2);
  expect(edited(dynamic, 'dataType', 'static')).toMatchObject({ url: '/prod-api/x' });
});

test('point 7: a removed option or tree node is no longer the default', () => {
  const left = [{ label: '选项一', value: 1 }];
  expect('defaultValue' in edited(fresh('radio', { defaultValue: 2 }), 'options', left)).toBe(false);
  expect(edited(fresh('radio', { defaultValue: 1 }), 'options', left).defaultValue).toBe(1);
  expect(edited(fresh('checkbox', { defaultValue: [1, 2] }), 'options', left).defaultValue).toEqual([1]);
  expect(edited(fresh('cascader', { defaultValue: [1, 2] }), 'options', left).defaultValue).toEqual([]);
});

test('point 7: another component keeps identity, name, width, title, rules and shared attributes', () => {
  const before = fresh('input', {
    vModel: 'topic',
    span: 12,
    label: '选题',
    required: false,
    regList: [{ pattern: '/a/', message: 'b' }],
    disabled: true,
    clearable: false,
  });
  const after = changeComponent({ ...before, placeholder: '请输入选题' }, 'select', DEFAULT_CONFIG, NOW);
  expect(after).toMatchObject({
    formId: 101,
    vModel: 'topic',
    span: 12,
    label: '选题',
    required: false,
    regList: before.regList,
    tag: 'el-select',
    tagIcon: 'select',
    disabled: true,
    clearable: false,
    placeholder: '请选择选题',
  });
  expect('maxlength' in after).toBe(false);
  expect('show-word-limit' in after).toBe(false);
});

test('point 7: another component keeps a default of the same JavaScript type only', () => {
  expect(changeComponent(fresh('checkbox', { defaultValue: [1] }), 'cascader', DEFAULT_CONFIG, NOW).defaultValue).toEqual([1]);
  expect(changeComponent(fresh('radio', { defaultValue: 2 }), 'select', DEFAULT_CONFIG, NOW).defaultValue).toBe(2);
  expect(changeComponent(fresh('input', { defaultValue: 'x' }), 'textarea', DEFAULT_CONFIG, NOW).defaultValue).toBe('x');
  expect(changeComponent(fresh('input', { defaultValue: 'x' }), 'rate', DEFAULT_CONFIG, NOW).defaultValue).toBe(0);
});

test('S5.8: texts of values become numbers and booleans, lists are separated by commas', () => {
  expect(['1', '-2.50', '+3', '007', '1e3', 'true', 'x', ''].map(rawValue)).toEqual([1, -2.5, 3, '007', '1e3', true, 'x', '']);
  expect(rawDefault('1,a，2', [])).toEqual([1, 'a', 2]);
  expect(rawText([1, 'a'])).toBe('1,a');
});
