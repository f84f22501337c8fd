import { isRepeat, isRow, type Form, type FormField } from '../../../../contract/workflow/form-content.ts';

type Values = Record<string, unknown>;

const pathOf = (field: FormField): unknown[] => {
  const path: unknown[] = [];
  let level = field.options;
  while (level?.[0]) {
    path.push(level[0].value);
    level = level[0].children;
  }
  return path;
};

function sampleOf(field: FormField): unknown {
  const first = field.options?.find((option) => !option.disabled)?.value;
  const number = (key: string, usual: number): number => (typeof field[key] === 'number' ? (field[key] as number) : usual);
  switch (field.tagIcon) {
    case 'input':
    case 'password':
      return field.regList.some(({ pattern }) => pattern.includes('1(3|4|5'))
        ? '13812345678'
        : `示例${field.label}`.slice(0, number('maxlength', 50));
    case 'textarea':
      return `这是${field.label}的示例内容。`.slice(0, number('maxlength', 200));
    case 'rich-text':
      return `<p>这是${field.label.replaceAll(/[<>&]/g, '')}的示例内容。</p>`;
    case 'number':
      return Math.max(number('min', 1), 0);
    case 'select':
      return field['multiple'] === true ? [first] : first;
    case 'radio':
      return first;
    case 'checkbox':
      return field.options?.slice(0, Math.max(1, number('min', 1))).map((option) => option.value);
    case 'cascader':
      return pathOf(field);
    case 'switch':
      return field['active-value'];
    case 'slider':
      return field['range'] === true ? [number('min', 0), number('max', 100)] : number('min', 0);
    case 'rate':
      return number('max', 5);
    case 'color':
      return '#409EFF';
    default:
      return undefined;
  }
}

/** Values that fill a form for a look at it; dates and uploads stay empty. */
export function sampleValues(form: Form): Values {
  const values: Values = {};
  const walk = (fields: readonly FormField[], into: Values): void => {
    for (const field of fields) {
      if (isRepeat(field) && field.vModel) {
        const row: Values = {};
        walk(field.children ?? [], row);
        into[field.vModel] = [row];
      } else if (isRow(field)) walk(field.children ?? [], into);
      else if (field.vModel && field['dataType'] !== 'dynamic' && !field.shuzhou?.dict && !field.shuzhou?.sumOf) {
        const sample = sampleOf(field);
        if (sample !== undefined) into[field.vModel] = sample;
      }
    }
  };
  walk(form.fields, values);
  return values;
}
