import type { FieldExtension, FieldLayout, FormOption } from './form-content.ts';

export type PaletteGroup = '输入型' | '选择型' | '布局型' | '扩展';

/** A component of the designer with everything a new field of it starts with (form-designer §1.4). */
export interface PaletteEntry {
  readonly group: PaletteGroup;
  /** Name in the palette, and label of a new field. */
  readonly name: string;
  readonly tagIcon: string;
  readonly tag: string;
  readonly layout: FieldLayout;
  /** The field has a value, a name and rules. */
  readonly hasValue: boolean;
  readonly defaultValue?: unknown;
  /** `布局` and other fields without the switch 显示标签 and 组件类型. */
  readonly changeTag: boolean;
  readonly showLabel: boolean;
  /** Keys that the file holds in `__config__` although they belong to this component alone. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly slots?: Readonly<Record<string, unknown>>;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly extension?: FieldExtension;
}

const DOCUMENTS = 'https://element.eleme.cn/#/zh-CN/component/';

/** Documentation pages of the components, by `tagIcon`. */
const DOCUMENT: Readonly<Record<string, string>> = {
  input: 'input',
  textarea: 'input',
  password: 'input',
  number: 'input-number',
  select: 'select',
  cascader: 'cascader',
  radio: 'radio',
  checkbox: 'checkbox',
  switch: 'switch',
  slider: 'slider',
  time: 'time-picker',
  'time-range': 'time-picker',
  date: 'date-picker',
  'date-range': 'date-picker',
  rate: 'rate',
  color: 'color-picker',
  upload: 'upload',
  row: 'layout',
  button: 'button',
  table: 'table',
  text: 'alert',
  divider: 'divider',
  signature: 'upload',
  repeat: 'table',
};

/** Returns the address of a component's documentation. */
export const documentOf = (tagIcon: string): string =>
  tagIcon === 'rich-text' ? 'https://www.tiny.cloud/docs/' : `${DOCUMENTS}${DOCUMENT[tagIcon] ?? 'form'}`;

const WIDE = { style: { width: '100%' } };
const TEXT_SLOTS = { prepend: '', append: '' };
const TWO: readonly FormOption[] = [
  { label: '选项一', value: 1 },
  { label: '选项二', value: 2 },
];
const TREE: readonly FormOption[] = [{ id: 1, value: 1, label: '选项1', children: [{ id: 2, value: 2, label: '选项1-1' }] }];
const DAY = { format: 'yyyy-MM-dd', 'value-format': 'yyyy-MM-dd' };
const CLOCK = { format: 'HH:mm:ss', 'value-format': 'HH:mm:ss' };
const TEXT = { placeholder: '请输入', ...WIDE, clearable: true, 'prefix-icon': '', 'suffix-icon': '', maxlength: null, 'show-word-limit': false };

type Parts = Partial<Omit<PaletteEntry, 'group' | 'name' | 'tagIcon' | 'tag'>>;

const field = (group: PaletteGroup, name: string, tagIcon: string, tag: string, parts: Parts): PaletteEntry => ({
  group,
  name,
  tagIcon,
  tag,
  layout: 'colFormItem',
  hasValue: true,
  changeTag: true,
  showLabel: true,
  attributes: {},
  ...parts,
});

/** Every component of the designer, in the order of the palette. */
export const PALETTE: readonly PaletteEntry[] = [
  field('输入型', '单行文本', 'input', 'el-input', { slots: TEXT_SLOTS, attributes: { ...TEXT, readonly: false, disabled: false } }),
  field('输入型', '多行文本', 'textarea', 'el-input', {
    attributes: {
      type: 'textarea',
      placeholder: '请输入',
      autosize: { minRows: 4, maxRows: 4 },
      ...WIDE,
      maxlength: null,
      'show-word-limit': false,
      readonly: false,
      disabled: false,
    },
  }),
  field('输入型', '密码', 'password', 'el-input', {
    slots: TEXT_SLOTS,
    attributes: { ...TEXT, 'show-password': true, readonly: false, disabled: false },
  }),
  field('输入型', '计数器', 'number', 'el-input-number', {
    attributes: { placeholder: '请输入', step: 1, 'step-strictly': false, 'controls-position': '', disabled: false },
  }),
  field('输入型', '编辑器', 'rich-text', 'tinymce', { defaultValue: null, attributes: { placeholder: '请输入', height: 300, branding: false } }),
  field('选择型', '下拉选择', 'select', 'el-select', {
    config: { dataType: 'static' },
    slots: { options: TWO },
    attributes: { placeholder: '请选择', ...WIDE, clearable: true, disabled: false, filterable: false, multiple: false },
  }),
  field('选择型', '级联选择', 'cascader', 'el-cascader', {
    defaultValue: [],
    config: { url: '', method: 'get', dataPath: 'data', dataConsumer: 'options', dataType: 'static' },
    attributes: {
      options: TREE,
      props: { props: { multiple: false, label: 'label', value: 'value', children: 'children', checkStrictly: false } },
      placeholder: '请选择',
      ...WIDE,
      'show-all-levels': true,
      clearable: true,
      filterable: false,
      disabled: false,
      separator: '/',
    },
  }),
  field('选择型', '单选框组', 'radio', 'el-radio-group', {
    config: { optionType: 'default', border: false },
    slots: { options: TWO },
    attributes: { style: {}, size: 'medium', disabled: false },
  }),
  field('选择型', '多选框组', 'checkbox', 'el-checkbox-group', {
    defaultValue: [],
    config: { optionType: 'default', border: false },
    slots: { options: TWO },
    attributes: { style: {}, size: 'medium', min: null, max: null, disabled: false },
  }),
  field('选择型', '开关', 'switch', 'el-switch', {
    defaultValue: false,
    attributes: {
      style: {},
      'active-text': '',
      'inactive-text': '',
      'active-color': null,
      'inactive-color': null,
      'active-value': true,
      'inactive-value': false,
      disabled: false,
    },
  }),
  field('选择型', '滑块', 'slider', 'el-slider', {
    defaultValue: null,
    attributes: { min: 0, max: 100, step: 1, 'show-stops': false, range: false, disabled: false },
  }),
  field('选择型', '时间选择', 'time', 'el-time-picker', {
    defaultValue: null,
    attributes: {
      placeholder: '请选择',
      ...WIDE,
      clearable: true,
      disabled: false,
      'picker-options': { selectableRange: '00:00:00-23:59:59' },
      ...CLOCK,
    },
  }),
  field('选择型', '时间范围', 'time-range', 'el-time-picker', {
    defaultValue: null,
    attributes: {
      'is-range': true,
      'range-separator': '至',
      'start-placeholder': '开始时间',
      'end-placeholder': '结束时间',
      ...WIDE,
      clearable: true,
      disabled: false,
      ...CLOCK,
    },
  }),
  field('选择型', '日期选择', 'date', 'el-date-picker', {
    defaultValue: null,
    attributes: { placeholder: '请选择', type: 'date', ...WIDE, clearable: true, ...DAY, readonly: false, disabled: false },
  }),
  field('选择型', '日期范围', 'date-range', 'el-date-picker', {
    defaultValue: null,
    attributes: {
      type: 'daterange',
      'range-separator': '至',
      'start-placeholder': '开始日期',
      'end-placeholder': '结束日期',
      ...WIDE,
      clearable: true,
      ...DAY,
      readonly: false,
      disabled: false,
    },
  }),
  field('选择型', '评分', 'rate', 'el-rate', {
    defaultValue: 0,
    attributes: { style: {}, max: 5, 'allow-half': false, 'show-text': false, 'show-score': false, disabled: false },
  }),
  field('选择型', '颜色选择', 'color', 'el-color-picker', {
    defaultValue: null,
    attributes: { 'show-alpha': false, 'color-format': '', size: 'medium', disabled: false },
  }),
  field('选择型', '上传', 'upload', 'el-upload', {
    defaultValue: '',
    config: { fileSize: 2, sizeUnit: 'MB', buttonText: '点击上传', showTip: false },
    slots: { 'list-type': true },
    attributes: {
      action: '/prod-api/common/upload',
      accept: '',
      name: 'file',
      'auto-upload': true,
      'list-type': 'text',
      multiple: false,
      disabled: false,
    },
  }),
  field('布局型', '行容器', 'row', '', {
    layout: 'rowFormItem',
    hasValue: false,
    changeTag: false,
    attributes: { type: 'default', justify: 'start', align: 'top' },
  }),
  field('布局型', '按钮', 'button', 'el-button', {
    hasValue: false,
    slots: { default: '主要按钮' },
    attributes: { type: 'primary', icon: 'el-icon-search', round: false, size: 'medium', plain: false, circle: false, disabled: false },
  }),
  field('布局型', '表格', 'table', 'el-table', {
    hasValue: false,
    config: { dataType: 'dynamic', method: 'get', url: '', dataPath: 'data', dataConsumer: 'data' },
    attributes: { data: [], border: true },
  }),
  field('扩展', '明细表', 'repeat', '', {
    layout: 'rowFormItem',
    changeTag: false,
    defaultValue: [],
    extension: { kind: 'repeat', min: 0, max: 20, addText: '添加一行' },
    attributes: { type: 'default', justify: 'start', align: 'top' },
  }),
  field('扩展', '说明文字', 'text', 'el-alert', {
    hasValue: false,
    changeTag: false,
    showLabel: false,
    extension: { kind: 'text' },
    attributes: { title: '说明文字', description: '', type: 'info', closable: false },
  }),
  field('扩展', '分割线', 'divider', 'el-divider', {
    hasValue: false,
    changeTag: false,
    showLabel: false,
    extension: { kind: 'divider', text: '分割线' },
    attributes: {},
  }),
  field('扩展', '手写签名', 'signature', 'el-upload', {
    changeTag: false,
    defaultValue: '',
    extension: { kind: 'signature' },
    config: { fileSize: 2, sizeUnit: 'MB', buttonText: '点击上传', showTip: false },
    slots: { 'list-type': true },
    attributes: {
      action: '/prod-api/common/upload',
      accept: 'image/*',
      name: 'file',
      'auto-upload': true,
      'list-type': 'picture-card',
      multiple: false,
      disabled: false,
    },
  }),
];

/** Returns the component with this icon name. */
export const paletteEntry = (tagIcon: string): PaletteEntry | undefined => PALETTE.find((entry) => entry.tagIcon === tagIcon);
