import { valueAt } from '../linked-rules.ts';
import { isDynamic, isMultiple, type CodeField } from './code-form.ts';
import { code, jsx, type JsxNode } from './jsx-tree.ts';
import { literal } from './script-literal.ts';

/** What the control needs from its file: imports of antd, helper functions, attributes of its Form.Item. */
export interface ReactControl {
  readonly node: JsxNode;
  readonly imports: readonly string[];
  readonly helpers: readonly string[];
  readonly item: readonly (readonly [string, string | true])[];
}

type At = readonly [string, string | true] | null;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const textAt = (name: string, value: unknown): At => (text(value) === '' ? null : [name, literal(text(value))]);
const numberAt = (name: string, value: unknown): At => (typeof value === 'number' ? [name, literal(value)] : null);
const flagAt = (name: string, value: unknown): At => (value === true ? [name, true] : null);

function styleAt({ field }: CodeField): At {
  const width = text(valueAt(field, 'style.width'));
  return width === '' ? null : ['style', `{ width: ${literal(width)} }`];
}

const control = (
  tag: string,
  attributes: readonly At[],
  more: Partial<Omit<ReactControl, 'node'>> = {},
  children: readonly JsxNode[] = [],
): ReactControl => ({
  node: jsx(tag, attributes, children),
  imports: [tag.split('.')[0] as string],
  helpers: [],
  item: [],
  ...more,
});

const dayFormat = (value: unknown, usual: string): string =>
  (text(value) || usual).replaceAll('yyyy', 'YYYY').replaceAll('dd', 'DD').replaceAll('WW', 'ww');

/** Values are texts; the picker has dates. */
const dateItem = (stored: string, range: boolean): ReactControl['item'] => [
  ['getValueProps', `(value: unknown) => ({ value: ${range ? 'toDays' : 'toDay'}(value, ${literal(stored)}) })`],
  [
    'getValueFromEvent',
    range
      ? `(days: (Dayjs | null)[] | null) => fromDays(days, ${literal(stored)})`
      : `(day: Dayjs | null) => day?.format(${literal(stored)}) ?? null`,
  ],
];

const PICKERS: Readonly<Record<string, string>> = { week: 'week', month: 'month', year: 'year', monthrange: 'month' };

function dateControl(one: CodeField, clock: boolean): ReactControl {
  const { field, kind } = one;
  const range = kind === 'date-range' || kind === 'time-range';
  const type = text(field['type']);
  const stored = dayFormat(field['value-format'], clock ? 'HH:mm:ss' : 'YYYY-MM-DD');
  const shown = dayFormat(field['format'], stored);
  const tag = clock ? (range ? 'TimePicker.RangePicker' : 'TimePicker') : range ? 'DatePicker.RangePicker' : 'DatePicker';
  const picker = PICKERS[type];
  // Without words antd shows English ones.
  const [from, to] = clock ? ['开始时间', '结束时间'] : ['开始日期', '结束日期'];
  const hints = [text(field['start-placeholder']) || from, text(field['end-placeholder']) || to];
  return control(
    tag,
    [
      range ? ['placeholder', literal(hints)] : textAt('placeholder', field['placeholder']),
      range ? ['separator', literal(text(field['range-separator']) || '至')] : null,
      picker && !clock ? ['picker', literal(picker)] : null,
      type.startsWith('datetime') && !clock ? ['showTime', true] : null,
      type === 'week' ? null : ['format', literal(shown)],
      field['clearable'] === false ? ['allowClear', 'false'] : null,
      flagAt('disabled', field['disabled']),
      styleAt(one),
    ],
    { helpers: [range ? 'days' : 'day'], item: dateItem(stored, range) },
  );
}

const UNITS: Readonly<Record<string, number>> = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

function uploadControl(one: CodeField): ReactControl {
  const { field, kind } = one;
  const accept = text(field['accept']);
  const [size, unit] = [
    typeof field['fileSize'] === 'number' ? field['fileSize'] : 2,
    text(field['sizeUnit']) in UNITS ? text(field['sizeUnit']) : 'MB',
  ];
  const card = field['list-type'] === 'picture-card' || kind === 'signature';
  const limits = literal({ bytes: size * (UNITS[unit] as number), words: `${size}${unit}`, accept });
  return control(
    'Upload',
    [
      textAt('action', field['action']),
      textAt('name', field['name']),
      textAt('accept', accept),
      ['listType', literal(card ? 'picture-card' : text(field['list-type']) || 'text')],
      field['multiple'] === true ? ['multiple', true] : ['maxCount', '1'],
      ['beforeUpload', `(file) => checkFile(file, ${limits})`],
      flagAt('disabled', field['disabled']),
    ],
    {
      imports: ['Upload', 'Button', 'message'],
      helpers: ['files', 'checkFile'],
      item: [
        ['valuePropName', '"fileList"'],
        ['getValueFromEvent', '(event: { fileList: UploadFile[] }) => event.fileList'],
      ],
    },
    [card ? jsx('span', [], [code(literal('＋'))]) : jsx('Button', [], [code(literal(text(field['buttonText']) || '点击上传'))])],
  );
}

/** `options` is the name of the constant with the options of the field. */
export function reactControl(one: CodeField, options: string): ReactControl | null {
  const { field, kind } = one;
  const usual = [
    textAt('placeholder', field['placeholder']),
    flagAt('allowClear', field['clearable']),
    flagAt('disabled', field['disabled']),
    styleAt(one),
  ];
  const input = [
    ...usual,
    numberAt('maxLength', field['maxlength']),
    flagAt('showCount', field['show-word-limit']),
    flagAt('readOnly', field['readonly']),
  ];
  const list: At = ['options', isDynamic(one) ? '[]' : options];
  switch (kind) {
    case 'input':
      return control('Input', [...input, textAt('prefix', field['prepend']), textAt('suffix', field['append'])]);
    case 'password':
      return control('Input.Password', [...input, ['autoComplete', '"new-password"']]);
    case 'textarea': {
      const rows = [valueAt(field, 'autosize.minRows'), valueAt(field, 'autosize.maxRows')];
      return control('Input.TextArea', [...input, ['autoSize', literal({ minRows: rows[0], maxRows: rows[1] })]]);
    }
    case 'rich-text':
      return control('Input.TextArea', [textAt('placeholder', field['placeholder']), ['autoSize', '{ minRows: 6 }']]);
    case 'number':
      return control('InputNumber', [
        textAt('placeholder', field['placeholder']),
        numberAt('min', field['min']),
        numberAt('max', field['max']),
        numberAt('step', field['step']),
        numberAt('precision', field['precision']),
        field.shuzhou?.sumOf ? ['disabled', true] : flagAt('disabled', field['disabled']),
        ['style', '{ width: "100%" }'],
      ]);
    case 'select':
      return control('Select', [...usual, list, isMultiple(one) ? ['mode', '"multiple"'] : null, flagAt('showSearch', field['filterable'])]);
    case 'cascader':
      return control('Cascader', [
        ...usual,
        list,
        isMultiple(one) ? ['multiple', true] : null,
        flagAt('changeOnSelect', valueAt(field, 'props.props.checkStrictly')),
        flagAt('showSearch', field['filterable']),
      ]);
    case 'radio':
      return control('Radio.Group', [
        list,
        field['optionType'] === 'button' ? ['optionType', '"button"'] : null,
        flagAt('disabled', field['disabled']),
      ]);
    case 'checkbox':
      return control('Checkbox.Group', [list, flagAt('disabled', field['disabled'])]);
    case 'switch': {
      const [on, off] = [literal(field['active-value'] ?? true), literal(field['inactive-value'] ?? false)];
      const item: ReactControl['item'] = [
        ['getValueProps', `(value: unknown) => ({ checked: value === ${on} })`],
        ['getValueFromEvent', on === 'true' && off === 'false' ? '(on: boolean) => on' : `(on: boolean) => (on ? ${on} : ${off})`],
      ];
      return control(
        'Switch',
        [textAt('checkedChildren', field['active-text']), textAt('unCheckedChildren', field['inactive-text']), flagAt('disabled', field['disabled'])],
        { item },
      );
    }
    case 'slider':
      return control('Slider', [
        numberAt('min', field['min']),
        numberAt('max', field['max']),
        numberAt('step', field['step']),
        flagAt('range', field['range']),
        flagAt('disabled', field['disabled']),
      ]);
    case 'time':
    case 'time-range':
      return dateControl(one, true);
    case 'date':
    case 'date-range':
      return dateControl(one, false);
    case 'rate':
      return control('Rate', [numberAt('count', field['max']), flagAt('allowHalf', field['allow-half']), flagAt('disabled', field['disabled'])]);
    case 'color': {
      const rgb = text(field['color-format']).startsWith('rgb') || (text(field['color-format']) === '' && field['show-alpha'] === true);
      const item: ReactControl['item'] = [
        ['getValueFromEvent', `(color: { toHexString(): string; toRgbString(): string }) => color.${rgb ? 'toRgbString' : 'toHexString'}()`],
      ];
      return control('ColorPicker', [field['show-alpha'] === true ? null : ['disabledAlpha', true], flagAt('disabled', field['disabled'])], { item });
    }
    case 'upload':
    case 'signature':
      return uploadControl(one);
    default:
      return null;
  }
}
