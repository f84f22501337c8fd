import { FORM_LIMITS, type FieldCondition, type FormOption } from '../../../../../contract/workflow/form-content.ts';
import { valueAt } from '../linked-rules.ts';
import { initialValue, isDynamic, isUpload, rowValues, type CodeField, type CodeForm } from './code-form.ts';
import { conditionCode, rulesOf } from './field-rules.ts';
import { keyLiteral, literal } from './script-literal.ts';
import { actionName, filesName, hasOptions, optionsName, propsName, uploadMethod } from './vue-controls.ts';
import { addRowName, removeRowName, rowRulesName, visibleName, type CodeKind } from './vue-template.ts';

/** Parts of the component; each entry is `name: value` or a method. */
interface ScriptModel {
  readonly data: string[];
  readonly rules: string[];
  readonly methods: Map<string, string>;
  readonly created: string[];
  readonly watch: string[];
}

/** Methods that generated code calls; each is written only when it is called. */
const HELPERS = {
  isEmpty: `isEmpty(value) {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}`,
  includes: `includes(value, wanted) {
  return Array.isArray(value) ? value.indexOf(wanted) > -1 : typeof value === 'string' && value.indexOf(String(wanted)) > -1
}`,
  readList: `readList(response, path) {
  const list = path.reduce((value, key) => {
    return value !== null && typeof value === 'object' && Object.prototype.hasOwnProperty.call(value, key) ? value[key] : undefined
  }, response.data)
  return Array.isArray(list) ? list : []
}`,
  acceptsFile: `acceptsFile(file, accept) {
  const name = file.name.toLowerCase()
  return accept.split(',').map(part => part.trim().toLowerCase()).filter(Boolean).some(part => {
    if (part.charAt(0) === '.') return name.slice(-part.length) === part
    if (part.slice(-2) === '/*') return file.type.indexOf(part.slice(0, -1)) === 0
    return file.type === part
  })
}`,
  setFiles: `setFiles(target, key, files) {
  if (files.some(file => file.status !== 'success')) return
  target[key] = files.map(file => {
    const answer = file.response || {}
    const url = answer.url || (answer.data && answer.data.url) || file.url
    return { uid: file.uid, name: file.name, url }
  })
}`,
} as const;

type Helper = keyof typeof HELPERS;

/** Returns the script of the component (form-designer §4.1). */
export function vueScript(form: CodeForm, kind: CodeKind): string {
  const script: ScriptModel = { data: [], rules: [], methods: new Map(), created: [], watch: [] };
  const helper = (name: Helper): string => {
    script.methods.set(name, HELPERS[name]);
    return `this.${name}`;
  };
  const columns = form.all.flatMap(({ children, kind: own }) => (own === 'repeat' ? children : []));
  const values = form.all.filter(({ name }) => name);
  for (const one of [...form.all, ...columns]) {
    addOptions(one, script, helper);
    addUpload(one, form, script, helper);
    addCondition(one, form, script, helper);
  }
  for (const one of form.all) if (one.kind === 'repeat') addTable(one, form, script, helper);
  for (const one of values) {
    const rules = ruleLines(one, form, helper);
    if (rules.length > 0) script.rules.push(`${keyLiteral(one.name)}: [${rules.join(', ')}]`);
  }
  addSums(form, script);
  addActions(form, kind, script);
  const { formModel, formRules } = form.config;
  const model = values.map((one) => `${keyLiteral(one.name)}: ${literal(initialValue(one))}`);
  script.methods.set('initialModel', `initialModel() {\nreturn { ${model.join(',\n')} }\n}`);
  const data = [`${formModel}: this.initialModel()`, `${formRules}: { ${script.rules.join(',\n')} }`, ...script.data];
  const parts = [
    ...(kind === 'dialog' ? ['inheritAttrs: false'] : []),
    'components: {}',
    'props: {}',
    `data() {\nreturn { ${data.join(',\n')} }\n}`,
    ...(script.watch.length > 0 ? [`watch: { ${script.watch.join(',\n')} }`] : []),
    ...(script.created.length > 0 ? [`created() {\n${script.created.join('\n')}\n}`] : []),
    `methods: {\n${[...script.methods.values()].join(',\n')}\n}`,
  ];
  return `export default {\n${parts.join(',\n')}\n}`;
}

type UseHelper = (name: Helper) => string;

function ruleLines(one: CodeField, form: CodeForm, helper: UseHelper): string[] {
  const rules = rulesOf(one);
  if (!rules) return [];
  const { trigger, message, type } = rules;
  const lines: string[] = [];
  if (rules.required) {
    const extra = type === 'array' ? `type: 'array', ` : type === 'number' ? `type: 'number', min: 0.5, ` : '';
    lines.push(`{ required: true, ${extra}message: ${literal(message)}, trigger: '${trigger}' }`);
  }
  if (rules.requiredWhen) {
    const condition = conditionCode(rules.requiredWhen, reader(one, form), helper);
    const empty = one.kind === 'rate' ? '!value' : `${helper('isEmpty')}(value)`;
    // A column reads the form only: its rule does not know its row.
    lines.push(
      `{ validator: (rule, value, callback) => callback((${condition}) && ${empty} ? new Error(${literal(message)}) : undefined), trigger: '${trigger}' }`,
    );
  }
  for (const pattern of rules.patterns) lines.push(`{ pattern: ${pattern.literal}, message: ${literal(pattern.message)}, trigger: '${trigger}' }`);
  return lines;
}

/** Code that reads a field in a condition: of the row, where the condition belongs to a column, or of the form. */
function reader(one: CodeField, { all, config }: CodeForm, row: string | null = null): (name: string) => string {
  const columns = one.table === null ? undefined : all.find(({ name }) => name === one.table)?.children;
  return (name) => {
    if (row !== null && columns?.some((column) => column.name === name)) return `${row}.${name}`;
    return all.some((field) => field.name === name) ? `this.${config.formModel}.${name}` : 'undefined';
  };
}

function addCondition(one: CodeField, form: CodeForm, script: ScriptModel, helper: UseHelper): void {
  const condition: FieldCondition | undefined = one.field.shuzhou?.visibleWhen;
  if (!condition) return;
  const name = visibleName(one);
  const row = one.table === null ? null : 'row';
  script.methods.set(name, `${name}(${row ?? ''}) {\nreturn ${conditionCode(condition, reader(one, form, row), helper)}\n}`);
}

const plainOptions = (options: readonly FormOption[]): unknown[] =>
  options.map(({ label, value, disabled, children }) => ({
    label,
    value,
    ...(disabled ? { disabled } : {}),
    ...(children && children.length > 0 ? { children: plainOptions(children) } : {}),
  }));

function addOptions(one: CodeField, script: ScriptModel, helper: UseHelper): void {
  const { field, kind } = one;
  if (kind === 'table') {
    if (isDynamic(one) && typeof field['url'] === 'string' && field['url'] !== '') addLoader(one, script, helper);
    script.data.push(`${optionsName(one)}: ${literal(Array.isArray(field['data']) && !isDynamic(one) ? field['data'] : [])}`);
    return;
  }
  if (!hasOptions(one)) return;
  const dynamic = isDynamic(one) && typeof field['url'] === 'string' && field['url'] !== '';
  script.data.push(`${optionsName(one)}: ${literal(dynamic ? [] : plainOptions(field.options ?? []))}`);
  if (kind === 'cascader') {
    const keys = dynamic
      ? {
          label: valueAt(field, 'props.props.label') ?? 'label',
          value: valueAt(field, 'props.props.value') ?? 'value',
          children: valueAt(field, 'props.props.children') ?? 'children',
        }
      : { label: 'label', value: 'value', children: 'children' };
    const props = {
      multiple: valueAt(field, 'props.props.multiple') === true,
      ...keys,
      checkStrictly: valueAt(field, 'props.props.checkStrictly') === true,
    };
    script.data.push(`${propsName(one)}: ${literal(props)}`);
  }
  if (dynamic) addLoader(one, script, helper);
}

/** Fetches a list when the component is created, where the project has `$axios`. */
function addLoader(one: CodeField, script: ScriptModel, helper: UseHelper): void {
  const { field } = one;
  const target = `this.${optionsName(one)}`;
  const name = `load${optionsName(one).charAt(0).toUpperCase()}${optionsName(one).slice(1)}`;
  const path = typeof field['dataPath'] === 'string' ? field['dataPath'].split('.').filter(Boolean) : [];
  const own = one.kind === 'cascader' || one.kind === 'table';
  const [label, value] = [field.shuzhou?.labelKey ?? 'label', field.shuzhou?.valueKey ?? 'value'];
  const list = `${helper('readList')}(response, ${literal(path)})`;
  const taken = own
    ? list
    : `${list}.slice(0, ${FORM_LIMITS.options}).map(item => ({ label: item[${literal(label)}], value: item[${literal(value)}] }))`;
  script.created.push(`this.${name}()`);
  script.methods.set(
    name,
    `${name}() {
if (!this.$axios) return
this.$axios({ method: ${literal(String(field['method'] ?? 'get'))}, url: ${literal(String(field['url'] ?? ''))} }).then(response => {
  ${target} = ${taken}
}).catch(() => {
  ${target} = []
})
}`,
  );
}

const UNITS: Readonly<Record<string, string>> = { KB: '1024', MB: '1024 / 1024', GB: '1024 / 1024 / 1024' };

function addUpload(one: CodeField, form: CodeForm, script: ScriptModel, helper: UseHelper): void {
  if (!isUpload(one)) return;
  const { field, name, table } = one;
  const unit = typeof field['sizeUnit'] === 'string' && field['sizeUnit'] in UNITS ? field['sizeUnit'] : 'MB';
  const size = typeof field['fileSize'] === 'number' ? field['fileSize'] : 2;
  const accept = typeof field['accept'] === 'string' ? field['accept'] : '';
  script.data.push(`${actionName(one)}: ${literal(typeof field['action'] === 'string' ? field['action'] : '')}`);
  const before = uploadMethod(one, 'BeforeUpload');
  script.methods.set(
    before,
    `${before}(file) {
const isRightSize = file.size / ${UNITS[unit]} <= ${size}
if (!isRightSize) this.$message.error(${literal(`文件大小超过 ${size}${unit}`)})
${
  accept === ''
    ? 'return isRightSize'
    : `const isAccept = ${helper('acceptsFile')}(file, ${literal(accept)})
if (!isAccept) this.$message.error(${literal(`应该选择${accept}类型的文件`)})
return isRightSize && isAccept`
}
}`,
  );
  if (table !== null) return void helper('setFiles');
  script.data.push(`${filesName(one)}: ${literal(Array.isArray(field.defaultValue) ? field.defaultValue : [])}`);
  const { formModel } = form.config;
  for (const [what, parameters] of [
    ['Success', 'response, file, files'],
    ['Remove', 'file, files'],
  ] as const) {
    const method = uploadMethod(one, what);
    script.methods.set(method, `${method}(${parameters}) {\n${helper('setFiles')}(this.${formModel}, ${literal(name)}, files)\n}`);
  }
}

function addTable(one: CodeField, form: CodeForm, script: ScriptModel, helper: UseHelper): void {
  const list = `this.${form.config.formModel}.${one.name}`;
  script.methods.set(addRowName(one), `${addRowName(one)}() {\n${list}.push(${literal(rowValues(one))})\n}`);
  script.methods.set(removeRowName(one), `${removeRowName(one)}(index) {\n${list}.splice(index, 1)\n}`);
  const rules = one.children.flatMap((column) => {
    const lines = ruleLines(column, form, helper);
    return lines.length > 0 ? [`${keyLiteral(column.name)}: [${lines.join(', ')}]`] : [];
  });
  if (rules.length > 0) script.data.push(`${rowRulesName(one)}: { ${rules.join(', ')} }`);
}

/** Numbers that show the sum of a column. */
function addSums(form: CodeForm, script: ScriptModel): void {
  for (const one of form.all) {
    const [table = '', column = ''] = one.field.shuzhou?.sumOf?.split('.') ?? [];
    const known = form.all.find(({ kind, name }) => kind === 'repeat' && name === table);
    if (!known?.children.some(({ name }) => name === column)) continue;
    const { formModel } = form.config;
    const method = `${one.name}Sum`;
    script.methods.set(
      method,
      `${method}() {
const sum = this.${formModel}.${table}.reduce((total, row) => total + (Number(row.${column}) || 0), 0)
this.${formModel}.${one.name} = Math.round(sum * 1e6) / 1e6
}`,
    );
    script.watch.push(`'${formModel}.${table}': { deep: true, handler: '${method}' }`);
  }
}

function addActions(form: CodeForm, kind: CodeKind, script: ScriptModel): void {
  const { formRef, formModel } = form.config;
  const uploads = form.all.filter(isUpload);
  const hidden = form.all.filter(({ name, field }) => name && field.shuzhou?.visibleWhen);
  const manual = [...uploads].filter(({ field }) => field['auto-upload'] === false);
  const ref = `this.$refs[${literal(formRef)}]`;
  script.methods.set(
    'submittedValues',
    `submittedValues() {
const values = { ...this.${formModel} }
${hidden.map((one) => `if (!this.${visibleName(one)}()) delete values[${literal(one.name)}]`).join('\n')}
return values
}`,
  );
  // resetFields turns an empty range into [null], so the values are assigned again (form-designer §8).
  const reset = `${ref}.resetFields()
this.${formModel} = this.initialModel()
${uploads.map((one) => `this.${filesName(one)} = []`).join('\n')}
this.$nextTick(() => ${ref}.clearValidate())`;
  if (manual.length > 0)
    script.methods.set('submitUpload', `submitUpload() {\n${manual.map(({ name }) => `this.$refs[${literal(name)}].submit()`).join('\n')}\n}`);
  if (kind === 'file') {
    script.methods.set(
      'submitForm',
      `submitForm() {
${ref}.validate(valid => {
  if (!valid) return
  this.$emit('submit', this.submittedValues())
})
}`,
    );
    script.methods.set('resetForm', `resetForm() {\n${reset}\n}`);
    return;
  }
  script.methods.set('onOpen', 'onOpen() {}');
  script.methods.set('onClose', `onClose() {\n${reset}\n}`);
  script.methods.set('close', `close() {\nthis.$emit('update:visible', false)\n}`);
  script.methods.set(
    'confirm',
    `confirm() {
${ref}.validate(valid => {
  if (!valid) return
  this.$emit('submit', this.submittedValues())
  this.close()
})
}`,
  );
}
