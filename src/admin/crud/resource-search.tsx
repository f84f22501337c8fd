import { memo, useState } from 'react';
import { Button, DatePicker, Input, Select } from 'antd';
import DownOutlined from '@ant-design/icons/DownOutlined';
import UpOutlined from '@ant-design/icons/UpOutlined';
import dayjs from 'dayjs';
import type { FieldMeta } from '../../../contract/field.ts';
import { useNarrow } from '../ui/use-device.ts';
import { useDict } from './field/dict-tag.tsx';
import { FieldControl } from './field/field-control.tsx';
import { RangeInput } from './field/range-input.tsx';
import type { AnyResource, Values } from './resource.ts';

/** Fields next to the buttons while the others are collapsed. */
const FOLDED = 3;

interface SearchProps {
  readonly resource: AnyResource;
  /** The current filter; the fields start with it, and no active filter is hidden. */
  readonly filter: Values;
  readonly onSearch: (filter: Values) => void;
}

/** The filters of a list: a grid on a desktop; on a phone one field, the others on demand. */
export const ResourceSearch = memo(function ResourceSearch({ resource, filter, onSearch }: SearchProps) {
  const narrow = useNarrow();
  const fields = resource.search ?? [];
  const first = narrow ? 1 : FOLDED;
  const [typed, setTyped] = useState<Values>(filter);
  const [seen, setSeen] = useState(filter);
  const folded = (of: Values): boolean => fields.slice(first).some((field) => isFiltered(of, field));
  const [open, setOpen] = useState(() => folded(filter));
  // The back button or a stored view changes the filter; the fields take its values.
  if (seen !== filter) {
    setSeen(filter);
    setTyped(filter);
    if (folded(filter)) setOpen(true);
  }
  if (fields.length === 0) return null;
  const shown = open ? fields : fields.slice(0, first);
  const put = (field: string, value: unknown) => setTyped({ ...typed, [field]: value });
  return (
    <search>
      <form
        className="crud-search"
        aria-label={`查询${resource.crud.name}`}
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(typed);
        }}
      >
        {shown.map((field) => (
          <label key={field} className="crud-filter">
            <span className="soft">{field === 'range' ? rangeLabel(resource) : (resource.crud.meta[field]?.label ?? field)}</span>
            {field === 'range' ? (
              <DatePicker.RangePicker
                aria-label={rangeLabel(resource)}
                value={rangeOf(typed)}
                onChange={(range) =>
                  setTyped({
                    ...typed,
                    'params[beginTime]': range?.[0]?.format('YYYY-MM-DD') ?? '',
                    'params[endTime]': range?.[1]?.format('YYYY-MM-DD') ?? '',
                  })
                }
              />
            ) : (
              <Filter
                meta={resource.crud.meta[field]}
                between={resource.crud.filter[field] === 'between'}
                {...(resource.control?.[`search.${field}`] ? { control: resource.control[`search.${field}`] } : {})}
                value={typed[field]}
                onChange={(value) => put(field, value)}
              />
            )}
          </label>
        ))}
        <div className="crud-search-buttons">
          <Button
            onClick={() => {
              // Filters of controls next to the list stay.
              const rest = Object.fromEntries(Object.entries(filter).filter(([field]) => !fieldsOf(fields).includes(field)));
              setTyped(rest);
              onSearch(rest);
            }}
          >
            重置
          </Button>
          <Button type="primary" htmlType="submit">
            查询
          </Button>
          {fields.length > first ? (
            <Button type="link" icon={open ? <UpOutlined /> : <DownOutlined />} aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? '收起' : '展开'}
            </Button>
          ) : null}
        </div>
      </form>
    </search>
  );
});

const fieldsOf = (fields: readonly string[]): string[] =>
  fields.flatMap((field) => (field === 'range' ? ['params[beginTime]', 'params[endTime]'] : [field]));

const isFiltered = (filter: Values, field: string): boolean => (field === 'range' ? rangeOf(filter) !== null : (filter[field] ?? '') !== '');

function rangeLabel({ crud }: AnyResource): string {
  return crud.meta[crud.range]?.label ?? '时间';
}

const rangeOf = (typed: Values): [dayjs.Dayjs, dayjs.Dayjs] | null =>
  typed['params[beginTime]'] && typed['params[endTime]']
    ? [dayjs(String(typed['params[beginTime]'])), dayjs(String(typed['params[endTime]']))]
    : null;

interface FilterProps {
  readonly meta: FieldMeta | undefined;
  readonly between: boolean;
  readonly control?: NonNullable<AnyResource['control']>[string] | undefined;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function Filter({ meta, between, control, value, onChange }: FilterProps) {
  const options = useDict(meta?.kind === 'choice' || meta?.kind === 'flag' ? (meta.dict ?? '') : '');
  if (control) return control({ value, onChange });
  if (meta && between) return <RangeInput meta={meta} value={(value ?? '') as string} onChange={onChange} />;
  if (meta?.of) return <FieldControl meta={meta} value={value ? Number(value) : null} onChange={(next) => onChange(next ?? '')} />;
  if (options.length > 0)
    return (
      <Select
        aria-label={meta?.label ?? ''}
        allowClear
        placeholder="全部"
        options={options.map(({ value: key, label }) => ({ value: key, label }))}
        value={value || null}
        onChange={(next: unknown) => onChange(next)}
      />
    );
  return (
    <Input
      aria-label={meta?.label ?? ''}
      allowClear
      maxLength={200}
      value={(value ?? '') as string}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
