import { expect, test } from 'vitest';
import { DEFAULT_CONFIG, type FormField } from './form-content.ts';
import { newField, nextFormId, scopeNames } from './form-field.ts';
import { kindOf } from './form-keys.ts';
import { PALETTE, paletteEntry } from './form-palette.ts';
import { parseForm } from './form-parser.ts';
import { serializeField } from './form-serializer.ts';

const NOW = 1_732_600_000_000;
const made = (tagIcon: string, formId = 101): FormField => newField(paletteEntry(tagIcon)!, { formId, config: DEFAULT_CONFIG, now: NOW });

/** The documented defaults of a new component, written out again here (form-designer §1.4). */
const ELEMENT = 'https://element.eleme.cn/#/zh-CN/component/';
const common = (label: string, tag: string, tagIcon: string, page: string) => ({
  label,
  labelWidth: null,
  showLabel: true,
  changeTag: true,
  tag,
  tagIcon,
  required: true,
  layout: 'colFormItem',
  span: 24,
  regList: [],
  document: ELEMENT + page,
  formId: 101,
  renderKey: '1011732600000000',
});
const WIDE = { style: { width: '100%' } };
const TWO = [
  { label: '选项一', value: 1 },
  { label: '选项二', value: 2 },
];

const EXPECTED: Readonly<Record<string, object>> = {
  input: {
    __config__: common('单行文本', 'el-input', 'input', 'input'),
    __slot__: { prepend: '', append: '' },
    __vModel__: 'field101',
    placeholder: '请输入单行文本',
    ...WIDE,
    clearable: true,
    'prefix-icon': '',
    'suffix-icon': '',
    maxlength: null,
    'show-word-limit': false,
    readonly: false,
    disabled: false,
  },
  number: {
    __config__: common('计数器', 'el-input-number', 'number', 'input-number'),
    __vModel__: 'field101',
    placeholder: '请输入计数器',
    step: 1,
    'step-strictly': false,
    'controls-position': '',
    disabled: false,
  },
  select: {
    __config__: { ...common('下拉选择', 'el-select', 'select', 'select'), dataType: 'static' },
    __slot__: { options: TWO },
    __vModel__: 'field101',
    placeholder: '请选择下拉选择',
    ...WIDE,
    clearable: true,
    disabled: false,
    filterable: false,
    multiple: false,
  },
  cascader: {
    __config__: {
      ...common('级联选择', 'el-cascader', 'cascader', 'cascader'),
      defaultValue: [],
      url: '',
      method: 'get',
      dataPath: 'data',
      dataConsumer: 'options',
      dataType: 'static',
    },
    __vModel__: 'field101',
    options: [{ id: 1, value: 1, label: '选项1', children: [{ id: 2, value: 2, label: '选项1-1' }] }],
    props: { props: { multiple: false, label: 'label', value: 'value', children: 'children', checkStrictly: false } },
    placeholder: '请选择级联选择',
    ...WIDE,
    'show-all-levels': true,
    clearable: true,
    filterable: false,
    disabled: false,
    separator: '/',
  },
  checkbox: {
    __config__: { ...common('多选框组', 'el-checkbox-group', 'checkbox', 'checkbox'), defaultValue: [], optionType: 'default', border: false },
    __slot__: { options: TWO },
    __vModel__: 'field101',
    style: {},
    size: 'medium',
    border: false,
    min: null,
    max: null,
    disabled: false,
  },
  switch: {
    __config__: { ...common('开关', 'el-switch', 'switch', 'switch'), defaultValue: false },
    __vModel__: 'field101',
    style: {},
    'active-text': '',
    'inactive-text': '',
    'active-color': null,
    'inactive-color': null,
    'active-value': true,
    'inactive-value': false,
    disabled: false,
  },
  upload: {
    __config__: {
      ...common('上传', 'el-upload', 'upload', 'upload'),
      defaultValue: '',
      fileSize: 2,
      sizeUnit: 'MB',
      buttonText: '点击上传',
      showTip: false,
    },
    __slot__: { 'list-type': true },
    __vModel__: 'field101',
    action: '/prod-api/common/upload',
    accept: '',
    name: 'file',
    'auto-upload': true,
    'list-type': 'text',
    multiple: false,
    disabled: false,
  },
  row: {
    __config__: {
      layout: 'rowFormItem',
      tagIcon: 'row',
      layoutTree: true,
      document: `${ELEMENT}layout`,
      span: 24,
      gutter: 15,
      formId: 101,
      renderKey: '1011732600000000',
      componentName: 'row101',
      children: [],
    },
    type: 'default',
    justify: 'start',
    align: 'top',
    gutter: 15,
    span: 24,
  },
  repeat: {
    __config__: {
      layout: 'rowFormItem',
      tagIcon: 'repeat',
      layoutTree: true,
      document: `${ELEMENT}table`,
      span: 24,
      gutter: 15,
      formId: 101,
      renderKey: '1011732600000000',
      componentName: 'row101',
      shuzhou: { kind: 'repeat', min: 0, max: 20, addText: '添加一行', label: '明细表', vModel: 'field101' },
      children: [],
    },
    type: 'default',
    justify: 'start',
    align: 'top',
    gutter: 15,
    span: 24,
  },
};

test.each(Object.keys(EXPECTED))('S3.12 form-designer point 6: a new %s is saved with its documented keys and no others', (kind) => {
  expect(serializeField(made(kind))).toEqual(EXPECTED[kind]);
});

test('form-designer point 6: a button has neither a name nor rules, and a divider keeps its words where others ignore them', () => {
  const button = serializeField(made('button'));
  expect(button).not.toHaveProperty('__vModel__');
  expect(button['__config__']).not.toHaveProperty('required');
  expect(button['__config__']).not.toHaveProperty('regList');
  expect(serializeField(made('divider'))['__config__']).toMatchObject({ shuzhou: { kind: 'divider', text: '分割线' } });
});

test.each(PALETTE.map(({ tagIcon }) => tagIcon))(
  'form-designer point 6: a new %s is read back as the same field, and as the same component',
  (tagIcon) => {
    const field = made(tagIcon);
    const { form, warnings } = parseForm({ fields: [serializeField(field)] }, { now: NOW });
    expect(warnings).toEqual([]);
    expect(form.fields[0]).toEqual(field);
    expect(kindOf(field)).toBe(tagIcon);
  },
);

test('S9.6 numbers start at 101 and continue after the highest; names stay free', () => {
  expect(nextFormId([])).toBe(101);
  expect(nextFormId([made('input', 107)])).toBe(108);
  const names = scopeNames([{ ...made('input', 101), vModel: 'field102' }]);
  expect(newField(paletteEntry('input')!, { formId: 102, config: DEFAULT_CONFIG, now: NOW, names }).vModel).toBe('field102_');
});
