import { valueAt } from '../linked-rules.ts';
import { isDynamic, type CodeField } from './code-form.ts';
import { bound, directive, element, flag, plain, templateLiteral, words, type Attribute, type Child, type ElementNode } from './element-tree.ts';

/** Attributes that a component of element-ui has by default; they are left out. */
const DEFAULTS: Readonly<Record<string, readonly (readonly [key: string, usual: unknown])[]>> = {
  input: [
    ['type', 'text'],
    ['placeholder', ''],
    ['maxlength', null],
    ['show-word-limit', false],
    ['clearable', false],
    ['prefix-icon', ''],
    ['suffix-icon', ''],
    ['show-password', false],
    ['readonly', false],
    ['disabled', false],
    ['autosize', null],
  ],
  number: [
    ['placeholder', ''],
    ['min', null],
    ['max', null],
    ['step', 1],
    ['step-strictly', false],
    ['precision', null],
    ['controls-position', ''],
    ['disabled', false],
  ],
  'rich-text': [
    ['placeholder', ''],
    ['height', null],
    ['branding', false],
  ],
  select: [
    ['placeholder', ''],
    ['multiple', false],
    ['filterable', false],
    ['clearable', false],
    ['disabled', false],
  ],
  cascader: [
    ['placeholder', ''],
    ['show-all-levels', true],
    ['clearable', false],
    ['filterable', false],
    ['disabled', false],
    ['separator', ' / '],
  ],
  radio: [
    ['size', 'medium'],
    ['disabled', false],
  ],
  checkbox: [
    ['size', 'medium'],
    ['min', null],
    ['max', null],
    ['disabled', false],
  ],
  switch: [
    ['active-text', ''],
    ['inactive-text', ''],
    ['active-color', null],
    ['inactive-color', null],
    ['active-value', true],
    ['inactive-value', false],
    ['disabled', false],
  ],
  slider: [
    ['min', 0],
    ['max', 100],
    ['step', 1],
    ['show-stops', false],
    ['range', false],
    ['disabled', false],
  ],
  time: [
    ['placeholder', ''],
    ['is-range', false],
    ['start-placeholder', ''],
    ['end-placeholder', ''],
    ['range-separator', '-'],
    ['format', 'HH:mm:ss'],
    ['value-format', null],
    ['picker-options', null],
    ['clearable', true],
    ['disabled', false],
  ],
  date: [
    ['type', 'date'],
    ['placeholder', ''],
    ['start-placeholder', ''],
    ['end-placeholder', ''],
    ['range-separator', '-'],
    ['format', null],
    ['value-format', null],
    ['clearable', true],
    ['readonly', false],
    ['disabled', false],
  ],
  rate: [
    ['max', 5],
    ['allow-half', false],
    ['show-text', false],
    ['show-score', false],
    ['disabled', false],
  ],
  color: [
    ['show-alpha', false],
    ['color-format', ''],
    ['size', 'medium'],
    ['disabled', false],
  ],
  upload: [
    ['name', 'file'],
    ['accept', ''],
    ['list-type', 'text'],
    ['multiple', false],
    ['auto-upload', true],
    ['disabled', false],
  ],
  button: [
    ['type', ''],
    ['icon', ''],
    ['size', 'medium'],
    ['plain', false],
    ['round', false],
    ['circle', false],
    ['disabled', false],
  ],
  table: [['border', false]],
  text: [
    ['title', ''],
    ['description', ''],
    ['type', 'info'],
    ['closable', true],
  ],
};
const SHARED: Readonly<Record<string, string>> = {
  textarea: 'input',
  password: 'input',
  'time-range': 'time',
  'date-range': 'date',
  signature: 'upload',
};

/** An object of plain values as an expression of a template. */
function objectCode(value: unknown): string {
  if (typeof value === 'string') return templateLiteral(value);
  if (Array.isArray(value)) return `[${value.map(objectCode).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .map(([key, one]) => `${/^[A-Za-z]\w*$/.test(key) ? key : templateLiteral(key)}: ${objectCode(one)}`)
      .join(', ')} }`;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : 'null';
}

function attribute(key: string, value: unknown, usual: unknown): Attribute | null {
  if (value === undefined || value === null || value === usual) return null;
  if (value === '' && (usual === null || usual === '')) return null;
  if (typeof value === 'string') return plain(key, value);
  if (value === true) return usual === false ? flag(key) : bound(key, 'true');
  return bound(key, objectCode(value));
}

export function ownAttributes({ field, kind }: CodeField): Attribute[] {
  const own = (DEFAULTS[SHARED[kind] ?? kind] ?? []).flatMap(([key, usual]) => attribute(key, field[key], usual) ?? []);
  const { style } = field as { style?: unknown };
  const width = valueAt(field, 'style.width');
  return typeof style === 'object' && typeof width === 'string' && width !== ''
    ? [...own, bound('style', `{ width: ${templateLiteral(width)} }`)]
    : own;
}

/** Stem of the data and methods of a field; a column of a repeated table may have the name of a field of the form. */
const stem = ({ name, table, field }: CodeField): string => (name === '' ? `table${field.formId}` : table === null ? name : `${table}_${name}`);
export const optionsName = (one: CodeField): string => `${stem(one)}${one.kind === 'table' ? 'Data' : 'Options'}`;
export const propsName = (one: CodeField): string => `${stem(one)}Props`;
export const actionName = (one: CodeField): string => `${stem(one)}Action`;
export const filesName = (one: CodeField): string => `${stem(one)}fileList`;
export const uploadMethod = (one: CodeField, what: 'BeforeUpload' | 'Success' | 'Remove'): string => `${stem(one)}${what}`;

const inList = (one: CodeField): Attribute[] => [directive('v-for', `(item, index) in ${optionsName(one)}`), bound('key', 'index')];

function choices(one: CodeField, what: 'radio' | 'checkbox'): ElementNode[] {
  const button = one.field['optionType'] === 'button';
  return [
    element(
      `el-${what}${button ? '-button' : ''}`,
      [
        ...inList(one),
        bound('label', 'item.value'),
        bound('disabled', 'item.disabled'),
        one.field['border'] === true && !button ? flag('border') : null,
      ],
      [{ expression: 'item.label' }],
    ),
  ];
}

const rowFiles = (one: CodeField, parameters: string): string => `(${parameters}) => setFiles(scope.row, '${one.name}', files)`;

function uploadContent(one: CodeField): (Child | null)[] {
  const { field, kind } = one;
  const text = typeof field['buttonText'] === 'string' && field['buttonText'] ? field['buttonText'] : '点击上传';
  const accept = typeof field['accept'] === 'string' ? field['accept'] : '';
  return [
    field['list-type'] === 'picture-card' || kind === 'signature'
      ? element('i', [plain('class', 'el-icon-plus')])
      : element(
          'el-button',
          [
            field['auto-upload'] === false ? plain('slot', 'trigger') : null,
            plain('size', 'small'),
            plain('type', 'primary'),
            plain('icon', 'el-icon-upload'),
          ],
          [words(text)],
        ),
    field['auto-upload'] === false
      ? element(
          'el-button',
          [plain('size', 'small'), plain('type', 'success'), plain('style', 'margin-left: 10px'), directive('@click', 'submitUpload')],
          [words('上传到服务器')],
        )
      : null,
    field['showTip'] === true
      ? element(
          'div',
          [plain('slot', 'tip'), plain('class', 'el-upload__tip')],
          [words(`只能上传不超过 ${String(field['fileSize'] ?? 2)}${String(field['sizeUnit'] ?? 'MB')} 的${accept}文件`)],
        )
      : null,
  ];
}

/** The control of a field. `model` is the expression of its value. */
export function controlOf(one: CodeField, model: string): Child | null {
  const { field, kind } = one;
  const attributes = [directive('v-model', model), ...ownAttributes(one)];
  const slot = (name: 'prepend' | 'append'): ElementNode | null =>
    typeof field[name] === 'string' && field[name] !== '' ? element('template', [plain('slot', name)], [words(field[name])]) : null;
  switch (kind) {
    case 'input':
    case 'password':
    case 'textarea':
      return element('el-input', attributes, [slot('prepend'), slot('append')]);
    case 'number':
      return element('el-input-number', field.shuzhou?.sumOf ? [...attributes.filter((at) => at.name !== 'disabled'), flag('disabled')] : attributes);
    case 'rich-text':
      return element('tinymce', attributes);
    case 'select':
      return element('el-select', attributes, [
        element('el-option', [...inList(one), bound('label', 'item.label'), bound('value', 'item.value'), bound('disabled', 'item.disabled')]),
      ]);
    case 'cascader':
      return element('el-cascader', [
        directive('v-model', model),
        bound('options', optionsName(one)),
        bound('props', propsName(one)),
        ...ownAttributes(one),
      ]);
    case 'radio':
      return element('el-radio-group', attributes, choices(one, 'radio'));
    case 'checkbox':
      return element('el-checkbox-group', attributes, choices(one, 'checkbox'));
    case 'switch':
      return element('el-switch', attributes);
    case 'slider':
      return element('el-slider', attributes);
    case 'time':
    case 'time-range':
      return element('el-time-picker', attributes);
    case 'date':
    case 'date-range':
      return element('el-date-picker', attributes);
    case 'rate':
      return element('el-rate', attributes);
    case 'color':
      return element('el-color-picker', attributes);
    case 'upload':
    case 'signature':
      return element(
        'el-upload',
        [
          one.table === null ? plain('ref', one.name) : null,
          bound('file-list', one.table === null ? filesName(one) : model),
          bound('action', actionName(one)),
          bound('before-upload', uploadMethod(one, 'BeforeUpload')),
          ...(one.table === null
            ? [bound('on-success', uploadMethod(one, 'Success')), bound('on-remove', uploadMethod(one, 'Remove'))]
            : [bound('on-success', rowFiles(one, 'response, file, files')), bound('on-remove', rowFiles(one, 'file, files'))]),
          ...ownAttributes(one),
        ],
        uploadContent(one),
      );
    case 'button':
      return element('el-button', ownAttributes(one), [words(typeof field['default'] === 'string' ? field['default'] : '')]);
    case 'table':
      return element(
        'el-table',
        [bound('data', optionsName(one)), ...ownAttributes(one)],
        (field.children ?? []).map((column) =>
          element('el-table-column', [
            plain('label', column.label),
            typeof column['prop'] === 'string' ? plain('prop', column['prop']) : null,
            typeof column['width'] === 'number' ? bound('width', String(column['width'])) : null,
          ]),
        ),
      );
    case 'text':
      return element('el-alert', [...ownAttributes(one), plain('style', 'margin-bottom: 18px')]);
    case 'divider':
      return element('el-divider', [], field.shuzhou?.text ? [words(field.shuzhou.text)] : []);
    default:
      return null;
  }
}

/** The field has options that the code fetches or holds. */
export const hasOptions = (one: CodeField): boolean =>
  ['select', 'radio', 'checkbox', 'cascader'].includes(one.kind) || (one.kind === 'table' && isDynamic(one));
