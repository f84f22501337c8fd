import { DatePicker, Input, InputNumber, Radio, Select, Skeleton, Switch } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { AnyCrud } from '../../../../contract/crud.ts';
import type { FieldMeta, ReferenceTarget, StoredFile } from '../../../../contract/field.ts';
import { loadable } from '../../../loading/loadable.ts';
import { useDict } from './dict-tag.tsx';
import { FilesInput } from './files-input.tsx';
import { ImageInput } from './image-input.tsx';
import { MoneyInput } from './money-input.tsx';
import { PersonSelect } from './person-select.tsx';
import { ReferenceSelect } from './reference-select.tsx';
import type { ControlProps } from '../resource.ts';
import { RowsInput, type Line } from './rows-input.tsx';

/** Loaded on demand: few pages use rich text. */
const RichTextInput = loadable(async () => (await import('./rich-text-input.tsx')).RichTextInput, <Skeleton active />);

/** Up to this many choices are shown as buttons instead of a list. */
const AT_ONCE = 3;

type Bound = ControlProps & { readonly meta: FieldMeta };

function Choice({ meta, id, value, onChange, disabled = false, many = false }: Bound & { many?: boolean }) {
  const options = useDict(meta.dict ?? '').map(({ value: key, label }) => ({ value: key, label }));
  const shared = { ...(id ? { id } : {}), disabled, options };
  if (!many && options.length > 0 && options.length <= AT_ONCE)
    return <Radio.Group {...shared} value={value} onChange={(event) => onChange?.(event.target.value)} />;
  return (
    <Select
      {...shared}
      value={value === '' ? null : value}
      {...(many ? { mode: 'multiple' as const } : {})}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={`请选择${meta.label}`}
      onChange={(next: unknown) => onChange?.(next)}
    />
  );
}

/** Selects a row of the resource that the contract names. */
function Reference({ of, meta: _meta, ...props }: Bound & { of: ReferenceTarget }) {
  if (of === 'person') return <PersonSelect {...props} />;
  return <ReferenceSelect {...props} crud={of.crud() as AnyCrud} fixed={of.only ?? {}} />;
}

/** The form control for a field kind. Values use the wire format: flags `0` and `1`, dates as text, money in fen. */
export function FieldControl(props: Bound) {
  const { meta, id, value, onChange, disabled = false } = props;
  const shared = { ...(id ? { id } : {}), disabled };
  const text = (value ?? '') as string;
  const limit = meta.max ? { maxLength: meta.max } : {};
  switch (meta.kind) {
    case 'choice':
      return <Choice {...props} />;
    case 'choices':
      return <Choice {...props} many />;
    case 'flag':
      return <Switch {...shared} checked={value === '1'} checkedChildren="是" unCheckedChildren="否" onChange={(on) => onChange?.(on ? '1' : '0')} />;
    case 'number':
      return (
        <InputNumber
          {...shared}
          value={value as number}
          min={meta.min ?? 0}
          {...(meta.max === undefined ? {} : { max: meta.max })}
          precision={0}
          style={{ width: '100%' }}
          onChange={(next) => onChange?.(next)}
        />
      );
    case 'money':
      return (
        <MoneyInput {...shared} {...(meta.max === undefined ? {} : { max: meta.max })} value={value as number} onChange={(fen) => onChange?.(fen)} />
      );
    case 'html':
      return (
        <RichTextInput
          {...shared}
          label={meta.label}
          value={text}
          {...(meta.richText ? { limits: meta.richText } : {})}
          onChange={(html) => onChange?.(html)}
        />
      );
    case 'long':
      return (
        <Input.TextArea
          {...shared}
          {...limit}
          value={text}
          autoSize={{ minRows: 3, maxRows: 12 }}
          showCount={(meta.max ?? 0) > 0}
          onChange={(event) => onChange?.(event.target.value)}
        />
      );
    case 'date':
    case 'time':
      return (
        <DatePicker
          {...shared}
          showTime={meta.kind === 'time'}
          value={text ? dayjs(text) : null}
          style={{ width: '100%' }}
          onChange={(next: Dayjs | null) => onChange?.(next?.format(meta.kind === 'time' ? 'YYYY-MM-DD HH:mm:ss' : 'YYYY-MM-DD') ?? '')}
        />
      );
    case 'image':
      return <ImageInput {...shared} label={meta.label} value={text} onChange={(url) => onChange?.(url)} />;
    case 'words':
      return (
        <Select
          {...shared}
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={['，', ',', '、']}
          value={(value ?? []) as string[]}
          onChange={(next) => onChange?.(next)}
        />
      );
    case 'password':
      return <Input.Password {...shared} {...limit} value={text} autoComplete="new-password" onChange={(event) => onChange?.(event.target.value)} />;
    case 'reference':
      return meta.of ? (
        <Reference {...props} of={meta.of} />
      ) : (
        <Input {...shared} {...limit} value={text} onChange={(event) => onChange?.(event.target.value)} />
      );
    case 'rows':
      return (
        <RowsInput
          {...shared}
          meta={meta}
          value={(value ?? []) as readonly Line[]}
          onChange={(lines) => onChange?.(lines)}
          cell={(cell) => <FieldControl {...cell} />}
        />
      );
    case 'file':
    case 'files':
      return <FilesInput {...shared} meta={meta} value={(value ?? []) as readonly StoredFile[]} onChange={(list) => onChange?.(list)} />;
    default:
      return <Input {...shared} {...limit} value={text} onChange={(event) => onChange?.(event.target.value)} />;
  }
}
