import { FORM_LIMITS, isRepeat, isRow, type FormField } from '../../../../../contract/workflow/form-content.ts';
import { paletteEntry } from '../../../../../contract/workflow/form-palette.ts';
import { hasKey, valueAt } from '../linked-rules.ts';

export interface Choice {
  readonly value: string | number | boolean;
  readonly label: string;
}

export type RowEditor =
  | { readonly kind: 'text'; readonly max?: number; readonly hint?: string; readonly mono?: true }
  | { readonly kind: 'number'; readonly min?: number; readonly max?: number; readonly hint?: string; readonly whole?: true }
  | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
  | { readonly kind: 'segments'; readonly choices: readonly Choice[] }
  | { readonly kind: 'switch' }
  | { readonly kind: 'icon' | 'colour' | 'raw' }
  | {
      readonly kind: 'own';
      readonly name:
        | 'type'
        | 'vModel'
        | 'default'
        | 'span'
        | 'format'
        | 'clock'
        | 'options'
        | 'source'
        | 'columns'
        | 'patterns'
        | 'condition'
        | 'dict'
        | 'accept'
        | 'size'
        | 'sum';
      /** Drawn below its title instead of beside it. */
      readonly wide?: true;
    };

/** A line of the panel. It is shown only when the field has the key (form-designer §2.2). */
export interface PropertyRow {
  readonly key: string;
  readonly label: string;
  readonly section: '基本' | '选项' | '外观与校验' | '正则校验' | '条件';
  readonly editor: RowEditor;
  readonly shown: (field: FormField) => boolean;
}

const choices = (text: string): readonly Choice[] =>
  text.split(' ').map((part) => {
    const [value = '', label = value] = part.split('=');
    return { value, label };
  });

const is =
  (...icons: readonly string[]) =>
  (field: FormField): boolean =>
    icons.includes(field.tagIcon);
const has =
  (key: string) =>
  (field: FormField): boolean =>
    hasKey(field, key);
const isFlex = (field: FormField): boolean => isRow(field) && !isRepeat(field) && field['type'] === 'flex';
const isDynamic = (field: FormField): boolean => field['dataType'] === 'dynamic';
const isChoice = is('select', 'radio', 'checkbox');
const isCascader = is('cascader');
const isUpload = is('upload');
const canBeRequired = (field: FormField): boolean => field.vModel !== undefined && !isRepeat(field);

type Section = PropertyRow['section'];
const row = (section: Section, key: string, label: string, editor: RowEditor, shown: (field: FormField) => boolean = has(key)): PropertyRow => ({
  section,
  key,
  label,
  editor,
  shown,
});
const basic = (key: string, label: string, editor: RowEditor, shown?: (field: FormField) => boolean): PropertyRow =>
  row('基本', key, label, editor, shown);
const flag = (key: string, label: string, shown?: (field: FormField) => boolean): PropertyRow =>
  row('外观与校验', key, label, { kind: 'switch' }, shown);

const TEXT: RowEditor = { kind: 'text', max: 100 };
const COUNT: RowEditor = { kind: 'number', min: 0, whole: true };
const ANY_NUMBER: RowEditor = { kind: 'number' };
const DATE_TYPES = choices('date=日(date) week=周(week) month=月(month) year=年(year) datetime=日期时间(datetime)');
const RANGE_TYPES = choices('daterange=日期范围(daterange) monthrange=月范围(monthrange) datetimerange=日期时间范围(datetimerange)');

/** Every line of 组件属性 in its order. */
export const PROPERTY_ROWS: readonly PropertyRow[] = [
  basic(
    'tagIcon',
    '组件类型',
    { kind: 'own', name: 'type' },
    (field) => field.changeTag && ['输入型', '选择型'].includes(paletteEntry(field.tagIcon)?.group ?? ''),
  ),
  basic('vModel', '字段名', { kind: 'own', name: 'vModel' }),
  basic('componentName', '组件名', { kind: 'text', max: 40, mono: true }),
  basic('label', '标题', { kind: 'text', max: FORM_LIMITS.label }, (field) => !is('text', 'divider')(field)),
  basic('title', '标题', TEXT, is('text')),
  basic('description', '说明', { kind: 'text', max: 500 }, is('text')),
  basic('type', '语气', { kind: 'segments', choices: choices('info=说明 success=成功 warning=提醒 error=警告') }, is('text')),
  basic('shuzhou.text', '文字', { kind: 'text', max: FORM_LIMITS.label }, is('divider')),
  basic('placeholder', '占位提示', { kind: 'text', max: FORM_LIMITS.placeholder }),
  basic('start-placeholder', '开始占位', { kind: 'text', max: FORM_LIMITS.placeholder }),
  basic('end-placeholder', '结束占位', { kind: 'text', max: FORM_LIMITS.placeholder }),
  basic(
    'shuzhou.help',
    '填写说明',
    { kind: 'text', max: FORM_LIMITS.help, hint: '显示在控件下方' },
    (field) => field.vModel !== undefined && !isRow(field),
  ),
  basic('span', '表单栅格', { kind: 'own', name: 'span' }),
  basic('gutter', '栅格间隔', { kind: 'number', min: 0, max: FORM_LIMITS.gutter, whole: true }, (field) => isRow(field) && !isRepeat(field)),
  basic('type', '布局模式', { kind: 'segments', choices: choices('default flex') }, (field) => isRow(field) && !isRepeat(field)),
  basic('justify', '水平排列', { kind: 'choice', choices: choices('start end center space-around space-between') }, isFlex),
  basic('align', '垂直排列', { kind: 'segments', choices: choices('top middle bottom') }, isFlex),
  basic(
    'labelWidth',
    '标签宽度',
    { kind: 'number', min: 0, max: FORM_LIMITS.labelWidth, hint: '继承', whole: true },
    (field) => field.layout === 'colFormItem' && field.showLabel,
  ),
  basic('style.width', '组件宽度', { kind: 'text', max: 20, hint: '如 100% 或 240px' }, has('style')),
  basic('shuzhou.min', '最少行数', COUNT, isRepeat),
  basic('shuzhou.max', '最多行数', { kind: 'number', min: 1, max: FORM_LIMITS.repeatRows, whole: true }, isRepeat),
  basic('shuzhou.addText', '添加按钮', { kind: 'text', max: 20 }, isRepeat),
  basic(
    'defaultValue',
    '默认值',
    { kind: 'own', name: 'default' },
    (field) => field.vModel !== undefined && !isRepeat(field) && !is('upload', 'signature', 'rich-text')(field),
  ),
  basic('min', '至少应选', COUNT, is('checkbox')),
  basic('max', '最多可选', COUNT, is('checkbox')),
  basic('prepend', '前缀', TEXT),
  basic('append', '后缀', TEXT),
  basic('prefix-icon', '前图标', { kind: 'icon' }),
  basic('suffix-icon', '后图标', { kind: 'icon' }),
  basic('icon', '按钮图标', { kind: 'icon' }, is('button')),
  basic('separator', '选项分隔符', { kind: 'text', max: 5 }),
  basic('autosize.minRows', '最小行数', { kind: 'number', min: 1, whole: true }),
  basic('autosize.maxRows', '最大行数', { kind: 'number', min: 1, whole: true }),
  basic('min', '最小值', ANY_NUMBER, is('number', 'slider')),
  basic('max', '最大值', ANY_NUMBER, is('number', 'slider')),
  basic('max', '最大值', { kind: 'number', min: 1, max: 20, whole: true }, is('rate')),
  basic('step', '步长', { kind: 'number', min: 0.000001 }, is('number', 'slider')),
  basic('precision', '精度', COUNT, is('number')),
  basic('height', '组件高度', { kind: 'number', min: 100, max: 2000 }, is('rich-text')),
  basic('controls-position', '按钮位置', {
    kind: 'segments',
    choices: [
      { value: '', label: '默认' },
      { value: 'right', label: '右侧' },
    ],
  }),
  basic('maxlength', '最多输入', { kind: 'number', min: 1, hint: '个字符', whole: true }),
  basic('shuzhou.sumOf', '合计', { kind: 'own', name: 'sum' }, is('number')),
  basic('inactive-text', '关闭提示', TEXT, is('switch')),
  basic('active-text', '开启提示', TEXT, is('switch')),
  basic('active-value', '开启值', { kind: 'raw' }, is('switch')),
  basic('inactive-value', '关闭值', { kind: 'raw' }, is('switch')),
  basic('active-color', '开启颜色', { kind: 'colour' }, is('switch')),
  basic('inactive-color', '关闭颜色', { kind: 'colour' }, is('switch')),
  basic('type', '时间类型', { kind: 'choice', choices: DATE_TYPES }, is('date')),
  basic('type', '时间类型', { kind: 'choice', choices: RANGE_TYPES }, is('date-range')),
  basic('format', '时间格式', { kind: 'own', name: 'format' }, is('date', 'date-range', 'time', 'time-range')),
  basic('picker-options.selectableRange', '时间段', { kind: 'own', name: 'clock' }, is('time')),
  basic('range-separator', '分隔符', { kind: 'text', max: 5 }),
  basic('name', '文件字段名', { kind: 'text', max: 40, mono: true }, isUpload),
  basic('accept', '文件类型', { kind: 'own', name: 'accept' }, isUpload),
  basic('fileSize', '文件大小', { kind: 'own', name: 'size' }),
  basic('action', '上传地址', { kind: 'text', max: 200, mono: true }, isUpload),
  basic('list-type', '列表类型', { kind: 'choice', choices: choices('text=文字 picture=图片 picture-card=图片卡') }, isUpload),
  basic('buttonText', '按钮文字', { kind: 'text', max: 20 }, (field) => isUpload(field) && field['list-type'] !== 'picture-card'),
  basic(
    'type',
    '按钮类型',
    { kind: 'choice', choices: choices('primary=主要 success=成功 warning=提醒 danger=危险 info=信息 text=文字') },
    is('button'),
  ),
  basic('default', '按钮文字', { kind: 'text', max: 20 }, is('button')),
  row(
    '选项',
    'dataType',
    '数据类型',
    { kind: 'segments', choices: choices('static=静态 dynamic=动态') },
    (field) => isChoice(field) || isCascader(field) || is('table')(field),
  ),
  row('选项', 'shuzhou.dict', '字典', { kind: 'own', name: 'dict' }, (field) => isChoice(field) && !isDynamic(field)),
  row(
    '选项',
    'options',
    '选项',
    { kind: 'own', name: 'options', wide: true },
    (field) => (isChoice(field) || isCascader(field)) && !isDynamic(field) && !field.shuzhou?.dict,
  ),
  row(
    '选项',
    'url',
    '数据来源',
    { kind: 'own', name: 'source', wide: true },
    (field) => isDynamic(field) && (isChoice(field) || isCascader(field) || is('table')(field)),
  ),
  row('选项', 'children', '列', { kind: 'own', name: 'columns', wide: true }, is('table')),
  row('外观与校验', 'optionType', '选项样式', { kind: 'segments', choices: choices('default=默认 button=按钮') }),
  row('外观与校验', 'color-format', '颜色格式', { kind: 'choice', choices: [{ value: '', label: '默认' }, ...choices('hex rgb rgba hsv hsl')] }),
  row(
    '外观与校验',
    'size',
    '组件尺寸',
    { kind: 'segments', choices: choices('medium=中等 small=较小 mini=迷你') },
    (field) => hasKey(field, 'size') && (field['optionType'] === 'button' || field['border'] === true || is('color', 'button')(field)),
  ),
  flag('showLabel', '显示标签', (field) => field.layout === 'colFormItem' && !is('text', 'divider', 'button')(field)),
  flag('required', '是否必填', canBeRequired),
  flag('disabled', '是否禁用'),
  flag('readonly', '是否只读'),
  flag('clearable', '能否清空'),
  flag('filterable', '能否搜索'),
  flag('multiple', '是否多选', is('select')),
  flag('props.props.multiple', '是否多选'),
  flag('props.props.checkStrictly', '任选层级'),
  flag('show-all-levels', '展示全路径'),
  flag('allow-half', '允许半选'),
  flag('show-text', '辅助文字'),
  flag('show-score', '显示分数'),
  flag('show-stops', '显示间断点'),
  flag('range', '范围选择', is('slider')),
  flag('border', '是否带边框', (field) => hasKey(field, 'border') && field['optionType'] !== 'button'),
  flag('show-word-limit', '输入统计'),
  flag('step-strictly', '严格步数'),
  flag('shuzhou.money', '金额', is('number')),
  flag('showTip', '显示提示', isUpload),
  flag('multiple', '多选文件', isUpload),
  flag('auto-upload', '自动上传', isUpload),
  flag('branding', '品牌烙印'),
  flag('plain', '朴素按钮', is('button')),
  flag('round', '圆角按钮', is('button')),
  row(
    '正则校验',
    'regList',
    '正则校验',
    { kind: 'own', name: 'patterns', wide: true },
    (field) => canBeRequired(field) && is('input', 'textarea', 'password', 'number', 'select', 'radio', 'date', 'time')(field),
  ),
  row('条件', 'shuzhou.visibleWhen', '显示条件', { kind: 'own', name: 'condition', wide: true }, (field) => field.layout !== 'raw'),
  row('条件', 'shuzhou.requiredWhen', '必填条件', { kind: 'own', name: 'condition', wide: true }, canBeRequired),
];

/** Returns the lines for the selected fields: those that all of them have. */
export function rowsFor(fields: readonly FormField[]): readonly PropertyRow[] {
  const rows = PROPERTY_ROWS.filter((one) => fields.every(one.shown));
  return fields.length <= 1 ? rows : rows.filter(({ editor }) => editor.kind !== 'own' || editor.name === 'span');
}

/** The value of several fields; `mixed` when they differ. */
export function sharedValue(fields: readonly FormField[], key: string): { value: unknown; mixed: boolean } {
  const [first, ...others] = fields.map((field) => valueAt(field, key));
  const mixed = others.some((value) => JSON.stringify(value) !== JSON.stringify(first));
  return { value: mixed ? undefined : first, mixed };
}
