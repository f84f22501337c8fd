import { expect, test, vi } from 'vitest';
import { formFixture } from '../../tests/support/form-fixtures.ts';
import { allFields, type FormField } from '../../contract/workflow/form-content.ts';
import { parseForm } from '../../contract/workflow/form-parser.ts';
import type { RegexCheck } from '../../contract/workflow/form-validation.ts';
import { FilledFormStore, type FilledFormParts } from './filled-form-store.ts';

const expense = parseForm(formFixture('expense.ours.json'), { repair: false }).form;
const topic = parseForm(formFixture('topic-declaration.json'), { repair: false }).form;
const DICT = [
  { label: '请假', value: 'leave' },
  { label: '报销', value: 'expense' },
];
const loadOptions = vi.fn(async (field: FormField) => ({ options: field.vModel === 'handler' ? [{ label: '张编辑', value: 7 }] : DICT, rows: [] }));
const parts = (more: Partial<FilledFormParts> = {}): FilledFormParts => ({
  form: expense,
  loadOptions,
  sendFile: async (file) => ({ name: file.name, url: `/profile/upload/${file.name}` }),
  loadFile: async () => new Blob(),
  testPatterns: async (checks: readonly RegexCheck[]) =>
    checks.map(({ regex, text }) => (new RegExp(regex.source, regex.flags).test(text) ? 'match' : 'mismatch')),
  ...more,
});
const field = (name: string, form = expense): FormField => allFields(form.fields).find(({ vModel }) => vModel === name)!;

test('form-designer point 28: a field appears with its condition and becomes required', () => {
  const store = new FilledFormStore(parts());
  expect(store.modeOf(field('days'), null)).toBe('hidden');
  store.setValue(field('category'), null, 'leave');
  expect(store.modeOf(field('days'), null)).toBe('edit');
  expect(store.requiredOf(field('days'), null)).toBe(true);
  expect(store.modeOf(field('lines'), null)).toBe('hidden');
});

test('form-designer point 29: rows are added, copied, moved and removed, and the total follows', () => {
  const store = new FilledFormStore(parts());
  const table = field('lines');
  store.setValue(field('category'), null, 'expense');
  expect(store.rowCount(table)).toBe(1);
  store.setValue(field('amount'), { table, row: 0 }, 0.1);
  store.addRow(table, 0);
  store.setValue(field('amount'), { table, row: 1 }, 0.2);
  expect(store.values['total']).toBe(0.3);
  expect(store.modeOf(field('total'), null)).toBe('read');
  store.moveRow(table, 1, 0);
  expect((store.values['lines'] as { amount: number }[]).map(({ amount }) => amount)).toEqual([0.2, 0.1]);
  const removed = store.removeRow(table, 0)!;
  expect(store.values['total']).toBe(0.1);
  store.insertRow(table, 0, removed);
  expect(store.values['total']).toBe(0.3);
});

test('form-designer §5.1: submitting shows every message, and returns the values once all are gone', async () => {
  const store = new FilledFormStore(parts());
  expect(await store.submit()).toBeNull();
  expect(store.errors.map(({ message }) => message)).toEqual(['请选择费用类别', '请选择经办人']);
  store.setValue(field('category'), null, 'leave');
  store.setValue(field('days'), null, 0.7);
  store.setValue(field('handler'), null, 7);
  expect(await store.submit()).toBeNull();
  expect(store.errors).toEqual([{ key: '103', message: '请假天数须是0.5的倍数' }]);
  store.setValue(field('days'), null, 1.5);
  expect(await store.submit()).toEqual({ category: 'leave', days: 1.5, handler: 7, total: 0, opinion: '' });
});

test('form-designer §5.1: a field is checked alone, and a message of a row names it', async () => {
  const store = new FilledFormStore(parts());
  const table = field('lines');
  store.setValue(field('category'), null, 'expense');
  await store.check(field('amount'), { table, row: 0 });
  expect(store.errorOf(field('amount'), { table, row: 0 })).toBe('第1行 金额不能为空');
  const phone = new FilledFormStore(parts({ form: topic }));
  phone.setValue(field('mobile', topic), null, '123');
  await phone.check(field('mobile', topic), null);
  expect(phone.errorOf(field('mobile', topic), null)).toBe('手机号格式错误');
});

test('form-designer §5.3: options are loaded once, and again after a failure', async () => {
  let fail = true;
  const load = vi.fn(async () => {
    if (fail) throw new Error('offline');
    return { options: [{ label: '张编辑', value: 7 }], rows: [] };
  });
  const store = new FilledFormStore(parts({ loadOptions: load }));
  await Promise.all([store.load(field('handler')), store.load(field('handler'))]);
  expect(store.optionsOf(field('handler'))).toEqual({ state: 'failed' });
  fail = false;
  await store.load(field('handler'), true);
  expect(store.optionsOf(field('handler'))).toMatchObject({ state: 'ready', options: [{ label: '张编辑' }] });
  expect(load).toHaveBeenCalledTimes(2);
});

test('form-designer point 23: rights of a step show fields as text or not at all', () => {
  const store = new FilledFormStore(parts({ rights: { handler: 'hidden', category: 'read' }, values: { category: 'expense' } }));
  expect(store.modeOf(field('handler'), null)).toBe('hidden');
  expect(store.modeOf(field('category'), null)).toBe('read');
  expect(store.modeOf(field('opinion'), null)).toBe('edit');
  expect(new FilledFormStore(parts({ readOnly: true })).modeOf(field('opinion'), null)).toBe('read');
});
