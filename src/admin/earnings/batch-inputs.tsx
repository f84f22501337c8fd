import { Input, Select } from 'antd';

/** The month of a batch. */
export const PeriodInput = ({ id, value, onChange }: { id: string; value: string; onChange: (period: string) => void }) => (
  <Input id={id} type="month" style={{ width: '100%' }} value={value} onChange={({ target }) => onChange(target.value)} />
);

export const ChoiceInput = <T extends string>({
  id,
  value,
  names,
  onChange,
}: {
  id: string;
  value: T;
  names: Readonly<Partial<Record<T, string>>>;
  onChange: (value: T) => void;
}) => (
  <Select<T>
    id={id}
    value={value}
    style={{ width: '100%' }}
    options={(Object.keys(names) as T[]).map((key) => ({ value: key, label: names[key] ?? key }))}
    onChange={onChange}
  />
);
