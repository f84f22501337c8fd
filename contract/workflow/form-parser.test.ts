import { expect, test } from 'vitest';
import { formFixture, formText, hostileCases } from '../../tests/support/form-fixtures.ts';
import { allFields, FormError, type FormField } from './form-content.ts';
import { parseForm } from './form-parser.ts';
import { serializeForm } from './form-serializer.ts';

const NOW = { now: 1_732_600_000_000 };
const hostile = hostileCases();
const contentOf = (name: string): string => hostile.get(name)!.content;
const field = (fields: readonly FormField[], name: string): FormField => allFields(fields).find(({ vModel }) => vModel === name)!;
const messageOf = (input: unknown): string => {
  try {
    parseForm(input, NOW);
  } catch (error) {
    if (error instanceof FormError) return error.message;
    throw error;
  }
  return 'accepted';
};

const ACCEPTED = ['topic-declaration.json', 'leave-request.flat.json', 'seal-application.row.json', 'expense.ours.json'];

test.each(ACCEPTED)('form-designer point 1: %s is the same after parse, serialize and parse', (name) => {
  const once = parseForm(formText(name), NOW).form;
  const saved = serializeForm(once);
  const again = parseForm(JSON.stringify(saved), NOW);
  expect(again.warnings).toEqual([]);
  expect(again.form).toEqual(once);
  expect(serializeForm(again.form)).toEqual(saved);
});

test('form-designer point 1: keys that this program does not know survive', () => {
  const form = formFixture('topic-declaration.json') as { fields: Record<string, unknown>[]; [key: string]: unknown };
  const [first] = form.fields;
  const odd = {
    ...form,
    madeBy: 'another tool',
    fields: [
      {
        ...first,
        'data-odd': 7,
        odd: { a: [1] },
        __config__: { ...(first!['__config__'] as object), note: 'n', extra: { b: 1 } },
        __slot__: { tail: 'x' },
      },
    ],
  };
  const saved = serializeForm(parseForm(odd, NOW).form) as unknown as typeof odd;
  expect(saved.madeBy).toBe('another tool');
  expect(saved.fields[0]).toMatchObject({ 'data-odd': 7, odd: { a: [1] }, __config__: { note: 'n', extra: { b: 1 } }, __slot__: { tail: 'x' } });
});

test('S3.8 form-designer point 2: reads the newer flavour without a warning', () => {
  const { form, warnings } = parseForm(formFixture('topic-declaration.json'), NOW);
  expect(warnings).toEqual([]);
  expect(allFields(form.fields)).toHaveLength(23);
  expect(form.config).toMatchObject({ labelWidth: 100, span: 12 });
  const row = form.fields[1]!;
  expect(row).toMatchObject({ layout: 'rowFormItem', gutter: 20, type: 'flex', justify: 'space-between', align: 'middle' });
  expect(row.children?.[2]).toMatchObject({ layout: 'rowFormItem', formId: 106 });
  expect(field(form.fields, 'sample')).toMatchObject({ defaultValue: '', 'list-type': 'text', fileSize: 2 });
  expect(field(form.fields, 'forms')).toMatchObject({ border: true, min: 1, max: 3 });
});

test('S3.7 form-designer point 2: reads the older flat flavour', () => {
  const { form } = parseForm(formFixture('leave-request.flat.json'), NOW);
  expect(allFields(form.fields)).toHaveLength(10);
  expect(form.config).toMatchObject({ size: 'medium', labelWidth: 90, labelPosition: 'top', formRef: 'formRef' });
  expect(field(form.fields, 'period')).toMatchObject({ format: 'yyyy-MM-dd', 'value-format': 'yyyy-MM-dd' });
  expect(field(form.fields, 'mark')).toMatchObject({ size: 'medium' });
  expect(field(form.fields, 'handover')).toMatchObject({
    props: { props: { multiple: true, label: 'label', value: 'value', children: 'children' } },
    dataType: 'dynamic',
  });
  expect(form.fields.at(-1)).toMatchObject({ tag: 'el-button', default: '主要按钮' });
  expect(form.fields.at(-1)).not.toHaveProperty('vModel');
  const saved = serializeForm(form) as { fields: { __config__: Record<string, unknown>; __slot__?: unknown; __vModel__?: string }[] };
  expect(saved.fields[0]).toMatchObject({
    __config__: { label: '申请人', tag: 'el-input' },
    __slot__: { prepend: '', append: '' },
    __vModel__: 'applicant',
  });
  expect(saved.fields[3]).toMatchObject({ __config__: { optionType: 'button', border: false }, border: false });
});

test('form-designer point 2: reads a server row, its text and the variables of a running flow', () => {
  const row = formFixture('seal-application.row.json') as { formContent: string; flowVariables: { variables: object } };
  const { form } = parseForm(row, NOW);
  expect(allFields(form.fields).map(({ vModel }) => vModel)).toEqual(['reason', 'seal', 'copies', 'files']);
  expect(parseForm(row.formContent, NOW).form).toEqual(form);
  expect(parseForm(JSON.stringify(row.formContent), NOW).form).toEqual(form);
  const running = parseForm(row.flowVariables, NOW).form;
  expect(parseForm(row.flowVariables.variables, NOW).form).toEqual(running);
  expect(field(running.fields, 'files').defaultValue).toEqual([
    { name: '合同草案.pdf', url: '/profile/upload/2026/11/20/a1b2c3.pdf', fileType: 'application/pdf' },
  ]);
  expect(field(running.fields, 'files')).toMatchObject({ disabled: true });
});

test.each([
  ['not-json', 'JSON格式错误，请检查'],
  ['not-a-form', '没有组件列表 fields'],
  ['vform', '这张表单由 VForm 设计'],
  ['unknown-layout', '第1项「布局」：没有与布局「gridItem」对应的画法'],
  ['deep', '布局嵌套不能超过 5 层'],
  ['many-options', '静态选项不能超过 500 项，请改用动态数据'],
  ['five-thousand', '组件不能超过 500 个'],
])('S8 form-designer point 3: rejects %s with a message that says why', (name, message) => {
  expect(messageOf(contentOf(name))).toContain(message);
});

test('form-designer point 3: repairs duplicate and illegal names with warnings, and keeps them where the form is in use', () => {
  const { form, warnings } = parseForm(contentOf('duplicate-vmodel'), NOW);
  const names = allFields(form.fields).flatMap(({ vModel }) => vModel ?? []);
  expect(new Set(names).size).toBe(names.length);
  expect(names[1]).toBe('field102');
  expect(warnings[0]!.message).toMatch(/mobile.*甲.*乙.*field102/);
  const inUse = parseForm(contentOf('duplicate-vmodel'), { ...NOW, repair: false });
  expect(allFields(inUse.form.fields).flatMap(({ vModel }) => vModel ?? [])).toEqual(['mobile', 'mobile']);
  const illegal = parseForm(contentOf('illegal-vmodel'), NOW);
  expect(allFields(illegal.form.fields).length).toBeGreaterThan(0);
  expect(allFields(illegal.form.fields).every(({ vModel, formId }) => vModel === `field${formId}`)).toBe(true);
  expect(illegal.warnings).toHaveLength(illegal.form.fields.length);
});

test('form-designer point 3: keeps an unknown component as it is', () => {
  const given = JSON.parse(contentOf('unknown-tag')) as { fields: object[] };
  expect((serializeForm(parseForm(given, NOW).form)['fields'] as object[])[0]).toEqual(given.fields[0]);
});

test.each(['prototype-pollution', 'dom-injection', 'text-injection', 'foreign-action', 'foreign-options', 'five-hundred'])(
  'form-designer point 3: reads %s without side effects',
  (name) => {
    const { form } = parseForm(contentOf(name), NOW);
    const saved = JSON.stringify(serializeForm(form));
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect((globalThis as Record<string, unknown>)['__x']).toBeUndefined();
    expect(saved).not.toMatch(/"(__proto__|constructor|domProps|on|nativeOn|directives|scopedSlots|ref|slot|class)":/);
    expect(saved).not.toContain('javascript:');
    expect(form.config.formRef).toMatch(/^[A-Za-z]\w*$/);
    expect(parseForm(saved, NOW).form).toEqual(form);
  },
);

test('form-designer point 3: reads numbers and booleans written as text', () => {
  const { form } = parseForm(contentOf('numbers-as-text'), NOW);
  expect(form.config).toMatchObject({ labelWidth: 90, gutter: 15, span: 24 });
  expect(form.fields[0]).toMatchObject({ labelWidth: 80, required: true, span: 12, maxlength: 11 });
});

test('form-designer point 3: replaces values out of range and cuts long texts, each with a warning', () => {
  const { form, warnings } = parseForm(contentOf('out-of-range'), NOW);
  expect(form.config).toMatchObject({ size: 'medium', labelPosition: 'right', gutter: 15, span: 24 });
  expect(form.fields[0]).toMatchObject({ span: 24, labelWidth: null });
  expect(warnings).toHaveLength(6);
  const long = parseForm(contentOf('too-long-text'), NOW);
  expect(long.form.fields[0]!.label).toHaveLength(50);
  expect(long.warnings.length).toBeGreaterThan(0);
});

test('form-designer point 20: writes every pattern as one literal, and drops text that is not a pattern', () => {
  const patterns = (name: string) =>
    allFields(parseForm(contentOf(name), NOW).form.fields).map(({ regList }) => regList.map(({ pattern }) => pattern).join(' '));
  expect(patterns('pattern-bare')).toEqual(['/^A\\d{3}$/']);
  expect(patterns('pattern-slash')).toEqual(['/^a\\/b$/', '/[/]/i']);
  expect(patterns('pattern-flags')).toEqual(['/a/', '/a/iu', '']);
  expect(patterns('pattern-code')).toEqual(['/alert(1)/', '', '/(()=>{window.__x=1})()/']);
  expect((globalThis as Record<string, unknown>)['__x']).toBeUndefined();
});

test('form-designer point 4: reads every stored drawing, or rejects it', () => {
  const stored = formFixture('local-storage.json') as { name: string; store: Record<string, string> }[];
  expect(stored.length).toBeGreaterThan(1);
  for (const { store } of stored) {
    const items = store['drawingItems'];
    if (items === undefined) continue;
    if (items === '[{') expect(messageOf(items)).toBe('JSON格式错误，请检查');
    else expect(parseForm(items, NOW).form.fields.length).toBeGreaterThan(0);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  }
});

test('form-designer point 5: keeps every key and value of a form with our extensions', () => {
  const given = formFixture('expense.ours.json');
  expect(serializeForm(parseForm(given, NOW).form)).toMatchObject(given as object);
});

test('form-designer §1.6: writes what compatible renderers need', () => {
  const saved = serializeForm(parseForm(formFixture('seal-application.row.json'), NOW).form) as { fields: Record<string, unknown>[] };
  const [, radio, number, upload] = saved.fields;
  expect(number).not.toHaveProperty('placeholder');
  expect(radio).toMatchObject({ border: true, __config__: { border: true } });
  expect(upload).toMatchObject({ __config__: { defaultValue: '' }, __slot__: { 'list-type': true } });
  const running = serializeForm(
    parseForm((formFixture('seal-application.row.json') as { flowVariables: object }).flowVariables, NOW).form,
  ) as unknown as { fields: { __config__: { defaultValue: string } }[] };
  expect(JSON.parse(running.fields[3]!.__config__.defaultValue)).toHaveLength(1);
});

test('form-designer §1.7: a table keeps the loading directive alone, and a style cannot load a picture', () => {
  const table = {
    tag: 'el-table',
    tagIcon: 'table',
    layout: 'colFormItem',
    directives: [{ name: 'html', value: '<b>' }],
    style: { width: '50%', background: 'url(//evil.example/x)' },
    onclick: 'x()',
    href: 'javascript:x()',
    children: [{ tag: 'el-table-column', layout: 'raw', prop: 'day', label: '日期' }],
  };
  const { form } = parseForm([table], NOW);
  expect(form.fields[0]).toMatchObject({ directives: [{ name: 'loading', value: true }], style: { width: '50%' } });
  expect(form.fields[0]!.children![0]).toMatchObject({ label: '日期', prop: 'day' });
  expect(JSON.stringify(serializeForm(form))).not.toMatch(/onclick|javascript|html|evil/);
});
