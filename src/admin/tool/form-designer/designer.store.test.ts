import { expect, test } from 'vitest';
import { allFields, DEFAULT_CONFIG, type Form, type FormField } from '../../../../contract/workflow/form-content.ts';
import { documentOf, PALETTE, type PaletteEntry } from '../../../../contract/workflow/form-palette.ts';
import { parseForm } from '../../../../contract/workflow/form-parser.ts';
import { serializeForm } from '../../../../contract/workflow/form-serializer.ts';
import { formFixture } from '../../../../tests/support/form-fixtures.ts';
import { DesignerStore } from './designer.store.ts';
import { clipboardText, pastedFields } from './field-clipboard.ts';
import { enterRow, leaveRow, shiftItem } from './item-moves.ts';

const START = 1_732_600_000_000;

function designer(): { store: DesignerStore; clock: { now: number } } {
  const clock = { now: START };
  return { store: new DesignerStore(() => (clock.now += 1)), clock };
}
const ids = (fields: readonly FormField[]): number[] => allFields(fields).map((field) => field.formId);
const saved = (form: Form): string => JSON.stringify(serializeForm(form));
type Item = Record<string, unknown> & { __config__: Record<string, unknown>; __slot__?: Record<string, unknown>; __vModel__?: string };

const LIST_VALUE = new Set(['checkbox', 'cascader']);
const UPLOADS = new Set(['upload', 'signature']);

test.each(PALETTE.map((entry): [string, PaletteEntry] => [entry.name, entry]))(
  'point 6: a dropped %s is saved with exactly the keys of the palette',
  (_name, entry) => {
    const { store } = designer();
    expect(store.add(entry.tagIcon)).toBeNull();
    const [item] = serializeForm(store.state.form)['fields'] as [Item];
    const config = item.__config__;
    expect(config).toMatchObject({ formId: 101, renderKey: `101${START + 1}`, document: documentOf(entry.tagIcon), layout: entry.layout });
    if (entry.layout === 'rowFormItem') {
      expect(config).toMatchObject({ layoutTree: true, componentName: 'row101', children: [], span: 24, gutter: 15 });
      expect(item).toMatchObject({ span: 24, gutter: 15 });
      return;
    }
    const withoutRules = entry.tagIcon === 'button' || entry.tagIcon === 'table';
    expect(config).toMatchObject({
      label: entry.name,
      labelWidth: null,
      showLabel: entry.showLabel,
      changeTag: entry.changeTag,
      tag: entry.tag,
      tagIcon: entry.tagIcon,
      span: 24,
      ...(withoutRules ? {} : { required: entry.hasValue, regList: [] }),
      ...entry.config,
    });
    expect('required' in config).toBe(!withoutRules);
    expect(item.__vModel__).toBe(entry.hasValue ? 'field101' : undefined);
    const attributes = Object.fromEntries(Object.entries(item).filter(([key]) => !key.startsWith('__')));
    const { placeholder } = entry.attributes;
    const border = 'border' in (entry.config ?? {}) ? { border: entry.config?.['border'] } : {};
    expect(attributes).toEqual({
      ...entry.attributes,
      ...border,
      ...(typeof placeholder === 'string' ? { placeholder: placeholder + entry.name } : {}),
    });
    expect(item.__slot__).toEqual(entry.slots);
    expect(config['defaultValue']).toEqual(LIST_VALUE.has(entry.tagIcon) ? [] : UPLOADS.has(entry.tagIcon) ? '' : entry.defaultValue);
  },
);

test('S9.6, point 8: the first field is number 101, and again after everything is removed', () => {
  const { store } = designer();
  store.add('input');
  store.add('number');
  expect(ids(store.state.form.fields)).toEqual([101, 102]);
  store.clear();
  expect(store.state.counter).toBe(100);
  store.add('input');
  expect(store.state.form.fields[0]).toMatchObject({ formId: 101, vModel: 'field101' });
  store.remove([101]);
  store.add('input');
  expect(store.state.form.fields[0]?.formId).toBe(101);
});

test('point 8: a selected row takes the next component, and a removed item hands the selection to its neighbour', () => {
  const { store } = designer();
  store.add('row');
  store.add('input');
  expect(store.state.form.fields[0]?.children?.[0]?.formId).toBe(102);
  store.select([]);
  store.add('rate');
  store.add('color');
  store.remove([103]);
  expect(store.state.selected).toEqual([104]);
  store.remove([104]);
  expect(store.state.selected).toEqual([101]);
});

test('point 10: forty steps are undone to the empty form and done again to the same bytes', () => {
  const { store } = designer();
  for (let step = 0; step < 40; step += 1) {
    if (step % 10 === 7) store.edit([101], 'label', `标题${step}`);
    else if (step % 10 === 9) shiftItem(store, 101, 1);
    else {
      store.select([]);
      store.add(PALETTE[step % PALETTE.length]?.tagIcon ?? 'input');
    }
  }
  const end = saved(store.state.form);
  for (let step = 0; step < 40; step += 1) store.undo();
  expect(store.state).toMatchObject({ form: { fields: [] }, canUndo: false, counter: 100 });
  for (let step = 0; step < 40; step += 1) store.redo();
  expect(saved(store.state.form)).toBe(end);
  expect(store.state.canRedo).toBe(false);
});

test('point 10: typing a title is one step, a pause begins another, and clearing can be undone', () => {
  const { store, clock } = designer();
  store.add('input');
  for (const text of ['选', '选题', '选题名', '选题名称']) store.edit([101], 'label', text);
  clock.now += 900;
  store.edit([101], 'label', '选题名称二');
  store.undo();
  expect(store.state.form.fields[0]?.label).toBe('选题名称');
  store.undo();
  expect(store.state.form.fields[0]?.label).toBe('单行文本');
  store.clear();
  store.undo();
  expect(ids(store.state.form.fields)).toEqual([101]);
});

test('point 10: at most a hundred steps are kept', () => {
  const { store } = designer();
  for (let step = 0; step < 130; step += 1) {
    store.select([]);
    store.add('input');
  }
  let undone = 0;
  while (store.state.canUndo) {
    store.undo();
    undone += 1;
  }
  expect(undone).toBe(100);
  expect(store.state.form.fields).toHaveLength(30);
});

test('form-designer §3.2: rows nest five deep, a repeated table takes only columns, and nothing goes into itself', () => {
  const { store } = designer();
  for (let depth = 0; depth < 5; depth += 1) expect(store.add('row')).toBeNull();
  expect(store.add('row')).toBe('布局嵌套不能超过 5 层');
  expect(store.move([101], { parent: 103, index: 0 })).toBe('不能放进自己里面');
  store.select([]);
  store.add('repeat');
  expect(store.add('rate')).toBe('明细表里不能放评分');
  expect(store.add('number')).toBeNull();
});

test('form-designer §1.3: the five hundred and first component is rejected', () => {
  const { store } = designer();
  for (let at = 0; at < 500; at += 1) {
    store.select([]);
    store.add('input');
  }
  store.select([]);
  expect(store.add('input')).toBe('组件不能超过 500 个');
});

test('form-designer §3.4: items move among siblings, into the row before and out of it', () => {
  const { store } = designer();
  store.add('row');
  store.select([]);
  store.add('input');
  store.add('rate');
  shiftItem(store, 103, -1);
  expect(ids(store.state.form.fields)).toEqual([101, 103, 102]);
  expect(enterRow(store, 102)).toBeNull();
  expect(store.state.form.fields[0]?.children?.map((field) => field.formId)).toEqual([102]);
  expect(leaveRow(store, 102)).toBeNull();
  expect(ids(store.state.form.fields)).toEqual([101, 102, 103]);
  expect(leaveRow(store, 102)).toBe('它不在行容器里');
  expect(store.state.announcement).toContain('第2项');
});

test('point 33: copied components get new numbers and free names, and conditions among them follow', () => {
  const { store } = designer();
  const { form } = parseForm(formFixture('expense.ours.json'));
  store.load(form);
  const before = allFields(form.fields).length;
  const text = clipboardText(form.fields.slice(1, 4));
  expect(store.insert(pastedFields(text), { parent: null, index: form.fields.length })).toBeNull();
  const all = allFields(store.state.form.fields);
  expect(new Set(ids(store.state.form.fields)).size).toBe(all.length);
  const added = store.state.form.fields.slice(form.fields.length);
  expect(all.length).toBeGreaterThan(before);
  const copied = added.find((field) => field.label === '请假天数');
  const category = added.find((field) => field.label === '费用类别');
  expect(category?.vModel).not.toBe('category');
  expect(JSON.stringify(copied?.shuzhou?.visibleWhen)).toContain(category?.vModel);
  // The columns of the copied table keep their names: the table is a scope of its own.
  expect(added.find((field) => field.children)?.children?.map((field) => field.vModel)).toEqual(['item', 'amount', 'date']);
});

test('form-designer §2.4: renaming a field renames it in conditions and sums, and rejects names in use', () => {
  const { store } = designer();
  store.load(parseForm(formFixture('expense.ours.json')).form);
  const at = (label: string): FormField => allFields(store.state.form.fields).find((field) => field.label === label) as FormField;
  expect(store.rename(at('请假天数').formId, 'category')).toBe('字段名已被使用：category');
  expect(store.rename(at('请假天数').formId, '1a')).toBe('字段名须以字母开头，只用字母、数字和下划线，不超过40个字符');
  expect(store.rename(at('请假天数').formId, 'approval')).toBe('字段名「approval」另有用处，请换一个');
  expect(store.rename(at('费用类别').formId, 'kind')).toBeNull();
  expect(JSON.stringify(at('请假天数').shuzhou)).toContain('"kind"');
  expect(store.rename(at('费用明细').formId, 'items')).toBeNull();
  expect(at('合计').shuzhou?.sumOf).toBe('items.amount');
});

test('an edit shares every field that it does not change', () => {
  const { store } = designer();
  store.load(parseForm(formFixture('topic-declaration.json')).form);
  const before = store.state.form;
  store.edit([before.fields[0]?.formId ?? 0], 'label', '另一个');
  expect(store.state.form.fields[0]).not.toBe(before.fields[0]);
  expect(store.state.form.fields.slice(1).length).toBeGreaterThan(0);
  expect(store.state.form.fields.slice(1).every((field, at) => field === before.fields[at + 1])).toBe(true);
  expect(store.state.form.config).toBe(before.config);
});

test('§2.3: a new width is that of the next component', () => {
  const { store } = designer();
  store.load({ config: DEFAULT_CONFIG, fields: [] });
  store.add('input');
  store.edit([101], 'span', 12);
  store.add('input');
  expect(store.state.form.fields.map((field) => field.span)).toEqual([12, 12]);
});
