const KINDS = [
  ['el-input', 'input'],
  ['el-input-number', 'number'],
  ['el-rate', 'rate'],
  ['el-switch', 'switch'],
] as const;

function field(at: number): object {
  const [tag, tagIcon] = KINDS[at % KINDS.length] as (typeof KINDS)[number];
  const config = { label: `字段${at}`, tag, tagIcon, layout: 'colFormItem', required: false, span: 12, regList: [], formId: 101 + at };
  const values = tagIcon === 'switch' ? { 'active-value': true, 'inactive-value': false } : {};
  return { __config__: config, __vModel__: `field${at}`, ...values };
}

/** The text of a form with this many fields, numbered from 101. */
export const largeForm = (count: number): string =>
  JSON.stringify({
    formRef: 'elForm',
    formModel: 'formData',
    formRules: 'rules',
    size: 'medium',
    labelPosition: 'right',
    labelWidth: 100,
    gutter: 15,
    disabled: false,
    span: 24,
    formBtns: true,
    fields: Array.from({ length: count }, (_, at) => field(at)),
  });
