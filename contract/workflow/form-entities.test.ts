import { expect, test } from 'vitest';
import { parseForm } from './form-parser.ts';
import { PALETTE } from './form-palette.ts';
import { serializeForm } from './form-serializer.ts';

type Item = Record<string, unknown> & { readonly __config__: Record<string, unknown>; readonly __slot__?: Record<string, unknown> };

/** The item as it is saved after it was read. */
const saved = (item: object): { item: Item; warnings: readonly string[] } => {
  const { form, warnings } = parseForm({ fields: [item] });
  return { item: (serializeForm(form)['fields'] as Item[])[0] as Item, warnings: warnings.map((one) => one.message) };
};

test.each([
  ['default', 'start', 'top'],
  ['flex', 'space-between', 'middle'],
  ['flex', 'center', 'bottom'],
])('S3.9 a row keeps its gutter, type %s, justify %s and align %s', (type, justify, align) => {
  const row = {
    __config__: { layout: 'rowFormItem', tagIcon: 'row', layoutTree: true, formId: 101, componentName: 'row101', children: [] },
    type,
    justify,
    align,
    gutter: 20,
  };
  const { item, warnings } = saved(row);
  expect(item).toMatchObject({ type, justify, align, gutter: 20 });
  expect(item.__config__).toMatchObject({ layout: 'rowFormItem', gutter: 20, componentName: 'row101', children: [] });
  expect(warnings).toEqual([]);
});

test.each(['get', 'post', 'put', 'delete'])('S3.10 a dynamic list keeps its address, the method %s and the path of its data', (method) => {
  const config = { label: '栏目', tag: 'el-select', tagIcon: 'select', layout: 'colFormItem', formId: 101, span: 24 };
  const source = { dataType: 'dynamic', url: '/prod-api/system/dict/data/list', method, dataPath: 'rows.list' };
  const { item, warnings } = saved({ __config__: { ...config, ...source }, __vModel__: 'kind', __slot__: { options: [] } });
  expect(item.__config__).toMatchObject(source);
  expect(warnings).toEqual([]);
});

test.each([
  ['radio', 'el-radio-group'],
  ['checkbox', 'el-checkbox-group'],
])('S3.10 the options of a %s keep label, value and disabled, and their look', (tagIcon, tag) => {
  const options = [
    { label: '纸书', value: 1 },
    { label: '电子书', value: '2', disabled: true },
  ];
  const config = { label: '形式', tag, tagIcon, layout: 'colFormItem', formId: 101, optionType: 'button', border: true };
  const { item } = saved({ __config__: config, __vModel__: 'kind', __slot__: { options } });
  expect(item.__slot__?.['options']).toEqual(options);
  expect(item.__config__).toMatchObject({ optionType: 'button', border: true });
  expect(item['border'], 'compatible renderers read it at the item').toBe(true);
});

test.each(['image/*', 'video/*', 'audio/*', '.xls,.xlsx', '.doc,.docx', '.pdf', '.txt'])(
  'S3.11 an upload keeps every property with the kind %s',
  (accept) => {
    const [upload] = PALETTE.filter(({ tagIcon }) => tagIcon === 'upload');
    for (const [sizeUnit, listType] of [
      ['KB', 'text'],
      ['MB', 'picture'],
      ['GB', 'picture-card'],
    ]) {
      const config = { label: '附件', tag: 'el-upload', tagIcon: 'upload', layout: 'colFormItem', formId: 101 };
      const own = { fileSize: 3, sizeUnit, buttonText: '选择文件', showTip: true };
      const attributes = { action: '/prod-api/common/upload', name: 'paper', accept, 'list-type': listType, 'auto-upload': false, multiple: true };
      const { item, warnings } = saved({ __config__: { ...config, ...own }, __vModel__: 'files', __slot__: upload?.slots, ...attributes });
      expect(item).toMatchObject(attributes);
      expect(item.__config__).toMatchObject({ ...own, defaultValue: '' });
      expect(warnings).toEqual([]);
    }
  },
);

test('S3.13 nodes of an option tree keep label, value and id at every level', () => {
  const options = [{ id: 100, label: '文学', value: 1, children: [{ id: 101, label: '散文', value: 12 }] }];
  const config = { label: '分类', tag: 'el-cascader', tagIcon: 'cascader', layout: 'colFormItem', formId: 101, dataType: 'static' };
  const { item } = saved({
    __config__: config,
    __vModel__: 'category',
    options,
    props: { props: { multiple: false, label: 'label', value: 'value', children: 'children', checkStrictly: false } },
  });
  expect(item['options']).toEqual(options);
});
