import { Input, Select } from 'antd';
import './crud.css';

interface ChoiceProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Undefined shows all. */
  readonly onChange: (value: string | undefined) => void;
}

/** A filter of a list by one of several values. It stands in a `search.crud-search`. */
export function FilterChoice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <div className="crud-filter">
      <span className="soft">{label}</span>
      <Select
        aria-label={label}
        allowClear
        placeholder="全部"
        value={value ?? null}
        options={[...options]}
        onChange={(chosen: string | null | undefined) => onChange(chosen ?? undefined)}
      />
    </div>
  );
}

interface TextProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onSearch: (text: string) => void;
}

/** A filter of a list by a text, which is sent with Enter, trimmed. */
export function FilterText({ label, value, onSearch }: TextProps) {
  return (
    <div className="crud-filter">
      <span className="soft">{label}</span>
      {/* The key takes over a value that changes in the address. */}
      <Input.Search key={value} aria-label={label} allowClear defaultValue={value ?? ''} onSearch={(text) => onSearch(text.trim())} />
    </div>
  );
}

/** The sums of a filter over all pages of its list. */
export function ListSums({ items }: { readonly items: readonly (readonly [label: string, value: string])[] }) {
  return (
    <dl className="list-sums" aria-label="筛选结果的合计">
      {items.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
