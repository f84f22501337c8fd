// @vitest-environment jsdom
import { parse } from 'acorn';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Vue from 'vue2/dist/vue.common.dev.js';
import { DEFAULT_CONFIG, type Form, type FormField } from '../../../../../contract/workflow/form-content.ts';
import { newField } from '../../../../../contract/workflow/form-field.ts';
import { PALETTE, paletteEntry } from '../../../../../contract/workflow/form-palette.ts';
import { parseForm } from '../../../../../contract/workflow/form-parser.ts';
import { canonicalRegex } from '../../../../../contract/workflow/form-regex.ts';
import { formFixture } from '../../../../../tests/support/form-fixtures.ts';
import { lintForm } from '../../../../../contract/workflow/form-lint.ts';
import { serializeForm } from '../../../../../contract/workflow/form-serializer.ts';
import { withPresentDictionaries } from '../dictionary-options.ts';
import { generateCode } from './generate-code.ts';

const everyComponent = (): Form => ({
  config: DEFAULT_CONFIG,
  fields: PALETTE.map((entry, at) => newField(entry, { formId: 101 + at, config: DEFAULT_CONFIG, now: 1 })),
});
const GOOD = ['topic-declaration.json', 'leave-request.flat.json', 'expense.ours.json'];
const goodForms = (): [string, Form][] => [
  ['every component', everyComponent()],
  ...GOOD.map((name): [string, Form] => [name, parseForm(formFixture(name)).form]),
];

// Vue prints its hints one task after it was imported.
Vue.config.productionTip = false;
Vue.config.devtools = false;
const log = vi.spyOn(console, 'error');
beforeEach(() => log.mockReset());
afterEach(() => expect(log.mock.calls).toEqual([]));

/** Evaluates the generated script, as the build of a project would, and mounts it with components that draw their slots. */
function mount(js: string, html: string): { readonly root: Record<string, unknown>; readonly element: Element } {
  // oxlint-disable-next-line no-new-func -- the test runs the generated code, as a project does
  const component = new Function(`${js.replace('export default', 'return')}`)() as Record<string, unknown>;
  const tags = new Set([...html.matchAll(/<((?:el-|tinymce)[a-z-]*)/g)].map((found) => found[1] as string));
  const drawn = (name: string) => ({
    name: `drawn-${name}`,
    inheritAttrs: false,
    methods: { validate: (done: (valid: boolean) => void) => done(true), resetFields: () => undefined, clearValidate: () => undefined },
    render(
      this: { $slots: Record<string, unknown>; $scopedSlots: Record<string, ((scope: object) => unknown) | undefined>; $attrs: object },
      create: (tag: string, data: object, children: unknown) => unknown,
    ) {
      const scoped = name === 'el-table-column' ? this.$scopedSlots['default']?.({ row: {}, $index: 0 }) : undefined;
      return create('div', { attrs: this.$attrs }, [scoped, ...Object.values(name === 'el-table-column' ? {} : this.$slots)].flat());
    },
  });
  const components = Object.fromEntries([...tags].map((name) => [name, drawn(name)]));
  const compiled = Vue.compile(html);
  const vm = new Vue({ ...component, ...compiled, components }).$mount();
  return { root: vm as unknown as Record<string, unknown>, element: vm.$el };
}

test.each(goodForms())('point 17: the Vue export of %s compiles and mounts without console output, as page and as dialog', (_name, form) => {
  for (const kind of ['file', 'dialog'] as const) {
    const { html, js, vue } = generateCode(form, kind);
    const { root } = mount(js, html);
    expect(root[form.config.formModel]).toBeTypeOf('object');
    expect(vue.match(/<script>/g)).toHaveLength(1);
    expect(root[kind === 'file' ? 'submitForm' : 'confirm']).toBeTypeOf('function');
  }
});

test('point 17: the dialog closes by its event, and the page submits a copy of its values', () => {
  const form = parseForm(formFixture('leave-request.flat.json')).form;
  const { js, html } = generateCode(form, 'file');
  const { root } = mount(js, html);
  const sent: unknown[] = [];
  (root['$on'] as (name: string, listener: (values: unknown) => void) => void)('submit', (values) => sent.push(values));
  (root['submitForm'] as () => void)();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toEqual(root[form.config.formModel]);
  expect(sent[0]).not.toBe(root[form.config.formModel]);
});

const HOSTILE = [
  '</script><script>window.__x=1</script>',
  '{{ constructor.constructor("window.__x=1")() }}',
  '"><img src=x onerror="window.__x=1">',
  "'+(window.__x=1)+'",
  '`${window.__x=1}`',
  '\u2028window.__x=1//',
  '</template><script>window.__x=1</script>',
  '&quot;x&lt;b&gt;',
  'a\nb',
];

function hostileForm(text: string): Form {
  const { fields, config } = everyComponent();
  const nasty = (field: FormField): FormField => {
    const next: Record<string, unknown> = { ...field, label: text };
    for (const [key, value] of Object.entries(field))
      if (
        typeof value === 'string' &&
        !/^(tag|tagIcon|layout|vModel|renderKey|componentName|document|dataType|optionType|type|list-type|size|sizeUnit|method|align|justify)$/.test(
          key,
        )
      )
        next[key] = text;
    if (field.options) next['options'] = [{ label: text, value: text }];
    if (field.vModel) next['regList'] = [{ pattern: text, message: text }];
    next['shuzhou'] = { ...field.shuzhou, help: text, text, addText: text };
    return next as unknown as FormField;
  };
  return { config, fields: fields.map(nasty) };
}

test.each(HOSTILE)('point 19: generated code contains %j only as data', (text) => {
  const form = hostileForm(text);
  const { html, js, vue, react } = generateCode(form, 'file');
  for (const code of [js, react]) expect(code).not.toMatch(/\beval\b|new Function|v-html/);
  // Each part keeps its borders: one script, whose text is one statement.
  expect(vue.split('</script').length).toBe(2);
  expect(vue.split('</template>\n\n<script>').length).toBe(2);
  expect(parse(js, { ecmaVersion: 2022, sourceType: 'module' }).body).toHaveLength(1);
  const { element } = mount(js, html);
  expect((globalThis as { __x?: unknown }).__x).toBeUndefined();
  expect(element.querySelector('img, script')).toBeNull();
  expect(element.querySelector('[placeholder]')?.getAttribute('placeholder')).toBe(text);
});

test('point 19: names that are not identifiers, and names in use, become those of new fields', () => {
  const entry = paletteEntry('input');
  const fields = ['a', 'a', 'x};alert(1)//', '__proto__'].map((vModel, at) => ({
    ...newField(entry as NonNullable<typeof entry>, { formId: 101 + at, config: DEFAULT_CONFIG, now: 1 }),
    vModel,
  }));
  const { js } = generateCode({ config: { ...DEFAULT_CONFIG, formModel: 'a-b' }, fields }, 'file');
  expect(js).not.toContain('alert');
  for (const name of ['a:', 'field102:', 'field103:', 'field104:', 'formData:']) expect(js).toContain(name);
});

test.each([
  ['^a$', '/^a$/'],
  ['/^a$/i', '/^a$/i'],
  ['/^a$/gi', '/^a$/i'],
  ['/x/;alert(1)', null],
  ['a/b', String.raw`/a\/b/`],
  ['[</script>]', '/[<\\/script>]/'],
])('point 20: the pattern %s is written as one literal or not at all', (pattern, expected) => {
  const entry = paletteEntry('input') as NonNullable<ReturnType<typeof paletteEntry>>;
  const field = { ...newField(entry, { formId: 101, config: DEFAULT_CONFIG, now: 1 }), regList: [{ pattern, message: '不符合' }] };
  const { js } = generateCode({ config: DEFAULT_CONFIG, fields: [field] }, 'file');
  const written = /pattern: (.*),$/m.exec(js)?.[1] ?? null;
  expect(written).toBe(expected);
  if (written === null) return expect(canonicalRegex(pattern)).toBeNull();
  const [statement] = parse(written, { ecmaVersion: 2024 }).body;
  expect(statement).toMatchObject({ type: 'ExpressionStatement', expression: { type: 'Literal' } });
});

test('S5.12, point 17: required rules use the placeholder, the title, or the words for lists; a rate needs half a star', () => {
  const { js } = generateCode(everyComponent(), 'file');
  expect(js).toContain('请输入单行文本');
  expect(js).toContain('单选框组不能为空');
  expect(js).toContain('请至少选择一个多选框组');
  expect(js).toMatch(/type: 'number',\s+min: 0\.5/);
});

test('S5.4, S5.5: uploads check size by the unit and kind by ending or type', () => {
  const entry = paletteEntry('upload') as NonNullable<ReturnType<typeof paletteEntry>>;
  const upload = newField(entry, { formId: 101, config: DEFAULT_CONFIG, now: 1 });
  const code = (part: object): string => generateCode({ config: DEFAULT_CONFIG, fields: [{ ...upload, ...part }] }, 'file').js;
  expect(code({ fileSize: 3, sizeUnit: 'KB' })).toContain('file.size / 1024 <= 3');
  expect(code({ sizeUnit: 'GB' })).toContain('file.size / 1024 / 1024 / 1024 <= 2');
  const { js, html } = generateCode({ config: DEFAULT_CONFIG, fields: [{ ...upload, accept: '.doc,.docx' }] }, 'file');
  const { root } = mount(js, html);
  const accepts = root['acceptsFile'] as (file: { name: string; type: string }, accept: string) => boolean;
  expect(accepts({ name: '稿件.DOCX', type: '' }, '.doc,.docx')).toBe(true);
  expect(accepts({ name: 'a.png', type: 'image/png' }, '.doc,.docx')).toBe(false);
  expect(accepts({ name: 'a', type: 'image/png' }, 'image/*')).toBe(true);
  expect(js).toContain('应该选择.doc,.docx类型的文件');
  expect(js).toContain('文件大小超过 2MB');
});

const only = (icon: string, more: object): Form => ({
  config: DEFAULT_CONFIG,
  fields: [{ ...newField(paletteEntry(icon)!, { formId: 101, config: DEFAULT_CONFIG, now: 1 }), ...more }],
});

test('#43.19 saved JSON and both exports have the present entries of a dictionary, not those of the last edit', async () => {
  const old = [{ label: '旧选项', value: 'old' }];
  const form = only('select', { options: old, shuzhou: { dict: 'sys_process_category' } });
  const now = await withPresentDictionaries(form, async () => [{ label: '新选项', value: 'fresh' }]);
  const { vue, react } = generateCode(now, 'file');
  for (const text of [vue, react, JSON.stringify(serializeForm(now))]) {
    expect(text).toContain('新选项');
    expect(text).not.toContain('旧选项');
  }
  expect(await withPresentDictionaries(form, () => Promise.reject(new Error('offline')))).toEqual(form);
});

test('#43.19 the React export keeps `${}` in the message of a rule as text', () => {
  const { react } = generateCode(
    only('input', { required: true, placeholder: '请填写 ${name}', regList: [{ pattern: '/^a$/', message: '须是 ${label}' }] }),
    'file',
  );
  expect(react).toContain(String.raw`message: "须是 \\${'$'}{label}"`);
  // antd replaces a variable that no backslash precedes.
  expect(react.match(/message: "[^"\\]*\$\{/g)).toBeNull();
});

test('#43.19 a range in the React export has its separator and Chinese words', () => {
  const { react } = generateCode(only('time-range', { 'range-separator': '到', 'start-placeholder': '', 'end-placeholder': '收工' }), 'file');
  expect(react).toContain('separator={"到"}');
  expect(react).toContain('placeholder={["开始时间", "收工"]}');
});

test('#43.19 an unknown component of an imported form keeps its attributes and is in the problem list', () => {
  const item = {
    __config__: { layout: 'colFormItem', tag: 'el-transfer', tagIcon: 'transfer', label: '穿梭框', formId: 101, span: 24 },
    __vModel__: 'picked',
    data: [{ key: 1, label: '甲' }],
    span: 6,
    border: 'thick',
    maxlength: 'many',
    type: 'text',
    'button-texts': ['左', '右'],
  };
  const { form, warnings } = parseForm(JSON.stringify({ fields: [item] }));
  const [saved] = serializeForm(form)['fields'] as Record<string, unknown>[];
  const { __config__: _config, ...attributes } = item;
  expect(saved).toMatchObject(attributes);
  expect(warnings.map(({ message }) => message)).toContain('本站不认识组件「el-transfer」，已原样保留；填写时不显示');
  expect(lintForm(form).warnings.map(({ message }) => message)).toContain('本站不认识组件「el-transfer」，已原样保留；填写时不显示');
});
