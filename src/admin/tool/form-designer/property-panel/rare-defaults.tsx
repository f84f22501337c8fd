import { Cascader, Rate } from 'antd';
import type { DefaultOptionType } from 'antd/es/cascader';
import type { FormField } from '../../../../../contract/workflow/form-content.ts';
import { valueAt } from '../linked-rules.ts';

interface Props {
  readonly field: FormField;
  readonly onChange: (value: unknown) => void;
}

export function CascaderDefault({ field, onChange, id }: Props & { readonly id: string }) {
  const { defaultValue: value } = field;
  return (
    <Cascader
      id={id}
      size="small"
      style={{ width: '100%' }}
      placeholder="没有默认值"
      options={(field.options ?? []) as DefaultOptionType[]}
      multiple={valueAt(field, 'props.props.multiple') === true}
      value={Array.isArray(value) ? value : []}
      onChange={(next: unknown) => onChange(next ?? [])}
    />
  );
}

export function RateDefault({ field, onChange }: Props) {
  const { defaultValue: value } = field;
  return (
    <Rate
      allowHalf={field['allow-half'] === true}
      count={typeof field['max'] === 'number' ? field['max'] : 5}
      value={typeof value === 'number' ? value : 0}
      onChange={onChange}
    />
  );
}
