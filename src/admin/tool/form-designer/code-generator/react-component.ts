import type { FieldCondition, FormOption } from '../../../../../contract/workflow/form-content.ts';
import { initialValue, isUpload, rowValues, type CodeField, type CodeForm } from './code-form.ts';
import { conditionCode, rulesOf } from './field-rules.ts';
import { code, jsx, printJsx, type JsxChild } from './jsx-tree.ts';
import { reactControl } from './react-controls.ts';
import { REACT_HELPERS, type ReactHelper } from './react-helpers.ts';
import { keyLiteral, literal } from './script-literal.ts';
import type { CodeKind } from './vue-template.ts';

interface ReactFile {
  readonly imports: Set<string>;
  readonly helpers: Set<ReactHelper>;
  /** Names of fields that conditions and sums read. */
  readonly watched: Set<string>;
  readonly constants: string[];
}

type Read = (name: string) => string;

const watchName = (name: string): string => `${name}Value`;

/** Returns a component for React and antd (form-designer §4.2). */
export function reactComponent(form: CodeForm, kind: CodeKind): string {
  const file: ReactFile = { imports: new Set(['Form']), helpers: new Set(), watched: new Set(), constants: [] };
  const { config, fields, all } = form;
  const items = itemsOf(fields, form, file, config.gutter);
  const submit = submitCode(form, file);
  const buttons =
    kind === 'file' && config.formBtns
      ? [
          jsx('Form.Item', config.labelPosition === 'top' ? [] : [['wrapperCol', literal({ offset: 0 })]], [
            jsx(
              'Button',
              [
                ['type', '"primary"'],
                ['htmlType', '"submit"'],
              ],
              [code(literal('提交'))],
            ),
            jsx(
              'Button',
              [
                ['onClick', '() => form.resetFields()'],
                ['style', '{ marginInlineStart: 8 }'],
              ],
              [code(literal('重置'))],
            ),
          ]),
        ]
      : [];
  file.imports.add('Button');
  const antdForm = jsx(
    'Form<Values>',
    [
      ['form', 'form'],
      ['layout', literal(config.labelPosition === 'top' ? 'vertical' : 'horizontal')],
      config.labelPosition === 'top' ? null : ['labelCol', literal({ flex: `${config.labelWidth}px` })],
      config.labelPosition === 'left' ? ['labelAlign', '"left"'] : null,
      ['size', literal(config.size === 'medium' ? 'middle' : 'small')],
      config.disabled ? ['disabled', true] : null,
      ['initialValues', kind === 'file' ? '{ ...INITIAL, ...initialValues }' : 'INITIAL'],
      ['onFinish', '(values) => onSubmit(submitted(values))'],
    ],
    [...items, ...buttons],
  );
  const body =
    kind === 'file'
      ? antdForm
      : jsx(
          'Modal',
          [
            ['open', 'open'],
            ['title', literal('填写表单')],
            ['okText', literal('确定')],
            ['cancelText', literal('取消')],
            ['onOk', '() => form.submit()'],
            ['onCancel', 'onClose'],
            ['afterClose', '() => form.resetFields()'],
          ],
          [antdForm],
        );
  if (kind === 'dialog') {
    file.imports.add('Modal');
    file.imports.delete('Button');
    if (JSON.stringify(items).includes('"tag":"Button"')) file.imports.add('Button');
  } else if (buttons.length === 0 && !JSON.stringify(items).includes('"tag":"Button"')) file.imports.delete('Button');
  const watched = [...file.watched].map((name) => `  const ${watchName(name)}: unknown = Form.useWatch(${literal(name)}, form);`);
  const sums = all.flatMap((one) => sumCode(one, form));
  const name = kind === 'file' ? 'GeneratedForm' : 'GeneratedDialog';
  const props =
    kind === 'file'
      ? ['initialValues?: Values;', 'onSubmit: (values: Values) => void;']
      : ['open: boolean;', 'onClose: () => void;', 'onSubmit: (values: Values) => void;'];
  const parameters = kind === 'file' ? '{ initialValues, onSubmit }' : '{ open, onClose, onSubmit }';
  const values = all.filter((one) => one.name).map((one) => `  ${keyLiteral(one.name)}: ${literal(initialValue(one))},`);
  const days = file.helpers.has('day') || file.helpers.has('days');
  return [
    ...(sums.length > 0 ? [`import { useEffect } from 'react';`] : []),
    `import { ${[...file.imports].sort().join(', ')}${file.helpers.has('files') ? ', type UploadFile' : ''} } from 'antd';`,
    ...(days
      ? [
          `import dayjs, { type Dayjs } from 'dayjs';`,
          `import customParseFormat from 'dayjs/plugin/customParseFormat';`,
          '',
          'dayjs.extend(customParseFormat);',
        ]
      : []),
    '',
    'export type Values = Record<string, unknown>;',
    '',
    'const INITIAL: Values = {',
    ...values,
    '};',
    ...file.constants,
    ...[...file.helpers].map((helper) => `\n${REACT_HELPERS[helper]}`),
    '',
    submit,
    '',
    'interface Props {',
    ...props.map((one) => `  ${one}`),
    '}',
    '',
    `export default function ${name}(${parameters}: Props) {`,
    '  const [form] = Form.useForm<Values>();',
    ...watched,
    ...sums,
    '  return (',
    printJsx(body, 2),
    '  );',
    '}',
    '',
  ].join('\n');
}

/** Uploads leave the form as their addresses; fields that are not shown have no value. */
function submitCode({ all }: CodeForm, file: ReactFile): string {
  const uploads = all.filter((one) => one.name && isUpload(one)).map(({ name }) => name);
  const tables = all.flatMap((one) =>
    one.children.filter((column) => one.kind === 'repeat' && isUpload(column)).map((column) => [one.name, column.name] as const),
  );
  if (uploads.length > 0 || tables.length > 0) file.helpers.add('files');
  const lines = [
    ...uploads.map((name) => `  if (${literal(name)} in values) result[${literal(name)}] = addresses(values[${literal(name)}]);`),
    ...tables.map(
      ([table, column]) =>
        `  if (Array.isArray(result[${literal(table)}])) result[${literal(table)}] = (result[${literal(table)}] as Values[]).map((row) => ({ ...row, [${literal(column)}]: addresses(row[${literal(column)}]) }));`,
    ),
  ];
  return ['function submitted(values: Values): Values {', '  const result: Values = { ...values };', ...lines, '  return result;', '}'].join('\n');
}

function sumCode({ name, field }: CodeField, { all }: CodeForm): string[] {
  const [table = '', column = ''] = field.shuzhou?.sumOf?.split('.') ?? [];
  if (!all.some((one) => one.kind === 'repeat' && one.name === table && one.children.some((child) => child.name === column))) return [];
  return [
    `  const ${name}Rows: unknown = Form.useWatch(${literal(table)}, form);`,
    '  useEffect(() => {',
    `    const rows = Array.isArray(${name}Rows) ? (${name}Rows as (Values | undefined)[]) : [];`,
    `    const sum = rows.reduce((total, row) => total + (Number(row?.[${literal(column)}]) || 0), 0);`,
    `    form.setFieldValue(${literal(name)}, Math.round(sum * 1e6) / 1e6);`,
    `  }, [form, ${name}Rows]);`,
  ];
}

function itemsOf(fields: readonly CodeField[], form: CodeForm, file: ReactFile, gutter: number): JsxChild[] {
  const apart = fields.some(({ field }) => field.span !== 24);
  const items = fields.flatMap((one) => {
    const item = itemOf(one, form, file);
    if (!item) return [];
    if (!apart) return [item];
    file.imports.add('Col');
    return [jsx('Col', [['span', String(one.field.span)]], [item])];
  });
  if (!apart) return items;
  file.imports.add('Row');
  return [jsx('Row', [['gutter', String(gutter)]], items)];
}

/** A condition as an expression of values of the form. */
function condition(when: FieldCondition, form: CodeForm, file: ReactFile, read?: Read): string {
  const reader: Read = (name) => {
    if (!form.all.some((one) => one.name === name)) return 'undefined';
    file.watched.add(name);
    return watchName(name);
  };
  return conditionCode(
    when,
    read ?? reader,
    (helper) => {
      file.helpers.add(helper);
      return helper;
    },
    (left, operator, right) => {
      file.helpers.add('compare');
      return `compare(${left}, ${right}) ${operator} 0`;
    },
  );
}

function shown(one: CodeField, item: JsxChild, form: CodeForm, file: ReactFile): JsxChild {
  const when = one.field.shuzhou?.visibleWhen;
  return when ? { before: `${condition(when, form, file)} ? (`, inside: [item], after: ') : null' } : item;
}

function itemOf(one: CodeField, form: CodeForm, file: ReactFile): JsxChild | null {
  const { field, kind } = one;
  if (kind === 'repeat') return shown(one, tableOf(one, form, file), form, file);
  if (field.layout === 'rowFormItem') {
    const gutter = typeof field['gutter'] === 'number' ? field['gutter'] : 0;
    return shown(one, jsx('div', [], itemsOf(one.children, form, file, gutter)), form, file);
  }
  const still = stillOf(one, file);
  if (still) return shown(one, still, form, file);
  const item = formItem(one, form, file, literal(one.name), undefined);
  return item && shown(one, item, form, file);
}

/** Components without a value. */
function stillOf({ field, kind }: CodeField, file: ReactFile): JsxChild | null {
  const text = (key: string): string => (typeof field[key] === 'string' ? (field[key] as string) : '');
  if (kind === 'text') {
    file.imports.add('Alert');
    const type = ['success', 'warning', 'error'].includes(text('type')) ? text('type') : 'info';
    return jsx('Alert', [
      ['type', literal(type)],
      ['title', literal(text('title'))],
      text('description') ? ['description', literal(text('description'))] : null,
      ['style', '{ marginBottom: 16 }'],
    ]);
  }
  if (kind === 'divider') {
    file.imports.add('Divider');
    return jsx('Divider', [], [code(literal(field.shuzhou?.text ?? ''))]);
  }
  if (kind === 'button') {
    file.imports.add('Button');
    return jsx('Form.Item', [], [jsx('Button', text('type') === 'primary' ? [['type', '"primary"']] : [], [code(literal(text('default')))])]);
  }
  if (kind === 'table') {
    file.imports.add('Table');
    const columns = (field.children ?? []).map((column) => ({
      key: String(column.formId),
      title: column.label,
      dataIndex: String(column['prop'] ?? ''),
    }));
    return jsx('Form.Item', field.showLabel ? [['label', literal(field.label)]] : [], [
      jsx('Table', [
        ['size', '"small"'],
        ['columns', literal(columns)],
        ['dataSource', '[]'],
      ]),
    ]);
  }
  return null;
}

const plainOptions = (options: readonly FormOption[]): unknown[] =>
  options.map(({ label, value, disabled, children }) => ({
    label,
    value,
    ...(disabled ? { disabled } : {}),
    ...(children && children.length > 0 ? { children: plainOptions(children) } : {}),
  }));

function formItem(one: CodeField, form: CodeForm, file: ReactFile, name: string, read: Read | undefined): JsxChild | null {
  const { field } = one;
  const constant = `OPTIONS_${field.formId}`;
  const control = reactControl(one, constant);
  if (!control) return null;
  for (const part of control.imports) file.imports.add(part);
  for (const helper of control.helpers) file.helpers.add(helper as ReactHelper);
  if (['select', 'radio', 'checkbox', 'cascader'].includes(one.kind) && field['dataType'] !== 'dynamic')
    file.constants.push(
      `const ${constant}: { label: string; value: string | number; disabled?: boolean; children?: object[] }[] = ${literal(optionsOf(field.options ?? []))};`,
    );
  const rules = ruleCode(one, form, file, read);
  return jsx(
    'Form.Item',
    [
      ['name', name],
      field.showLabel && one.table === null ? ['label', literal(field.label)] : null,
      one.table === null ? null : ['style', '{ marginBottom: 0 }'],
      field.shuzhou?.help ? ['extra', literal(field.shuzhou.help)] : null,
      rules === '' ? null : ['rules', rules],
      field.required && rules === '' ? ['required', true] : null,
      ...control.item,
    ],
    [control.node],
  );
}

/** antd takes texts and numbers as values; a boolean option is written as its text. */
const optionsOf = (options: readonly FormOption[]): unknown[] =>
  (plainOptions(options) as { value: unknown }[]).map((one) => (typeof one.value === 'boolean' ? { ...one, value: String(one.value) } : one));

/** antd replaces `${name}` in the message of a rule by a property of the rule; a backslash keeps it as text. */
const messageLiteral = (message: string): string => literal(message.replace(/\$(?=\{\w+\})/g, '\\$'));

function ruleCode(one: CodeField, form: CodeForm, file: ReactFile, read: Read | undefined): string {
  const rules = rulesOf(one);
  if (!rules) return '';
  const { message, type } = rules;
  const extra = type === 'array' ? `, type: 'array'` : '';
  const words = messageLiteral(message);
  const lines: string[] = [];
  if (type === 'number' && rules.required) lines.push(`{ type: 'number', min: 0.5, message: ${words} }`);
  else if (rules.required) lines.push(`{ required: true${extra}, message: ${words} }`);
  if (rules.requiredWhen) lines.push(`{ required: ${condition(rules.requiredWhen, form, file, read)}${extra}, message: ${words} }`);
  for (const pattern of rules.patterns) lines.push(`{ pattern: ${pattern.literal}, message: ${messageLiteral(pattern.message)} }`);
  return `[${lines.join(', ')}]`;
}

/** A repeated table: one line of controls for each row. */
function tableOf(one: CodeField, form: CodeForm, file: ReactFile): JsxChild {
  file.imports.add('Button').add('Space');
  const [least, most] = [one.field.shuzhou?.min ?? 0, one.field.shuzhou?.max ?? 20];
  const cells = one.children.flatMap((child): JsxChild[] => {
    const read: Read = (name) =>
      one.children.some((column) => column.name === name)
        ? `getFieldValue([${literal(one.name)}, row.name, ${literal(name)}])`
        : form.all.some((field) => field.name === name)
          ? `getFieldValue(${literal(name)})`
          : 'undefined';
    const dependent = child.field.shuzhou?.visibleWhen ?? child.field.shuzhou?.requiredWhen;
    const item = formItem(child, form, file, `[row.name, ${literal(child.name)}]`, read);
    if (!item) return [];
    if (!dependent) return [item];
    const visible = child.field.shuzhou?.visibleWhen ? condition(child.field.shuzhou.visibleWhen, form, file, read) : 'true';
    return [
      jsx(
        'Form.Item',
        [
          ['noStyle', true],
          ['shouldUpdate', true],
        ],
        [{ before: `({ getFieldValue }) => ${visible} ? (`, inside: [item], after: ') : null' }],
      ),
    ];
  });
  const row = jsx(
    'Space',
    [
      ['key', 'row.key'],
      ['align', '"baseline"'],
      ['wrap', true],
    ],
    [
      ...cells,
      jsx(
        'Button',
        [
          ['type', '"text"'],
          ['disabled', `rows.length <= ${least}`],
          ['onClick', '() => remove(row.name)'],
        ],
        [code(literal('删除'))],
      ),
    ],
  );
  const list = jsx(
    'Form.List',
    [['name', literal(one.name)]],
    [
      {
        before: '(rows, { add, remove }) => (',
        inside: [
          jsx(
            'div',
            [],
            [
              { before: 'rows.map((row) => (', inside: [row], after: '))' },
              jsx(
                'Button',
                [
                  ['type', '"dashed"'],
                  ['disabled', `rows.length >= ${most}`],
                  ['onClick', `() => add(${literal(rowValues(one))})`],
                ],
                [code(literal(one.field.shuzhou?.addText || '添加一行'))],
              ),
            ],
          ),
        ],
        after: ')',
      },
    ],
  );
  return jsx('Form.Item', [['label', literal(one.field.label)]], [list]);
}
