import { Button, Tooltip } from 'antd';
import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import type { ReactNode } from 'react';
import type { FieldMeta } from '../../../../contract/field.ts';

export type Line = Readonly<Record<string, unknown>>;

interface Props {
  readonly id?: string;
  readonly meta: FieldMeta;
  readonly value: readonly Line[];
  readonly onChange: (lines: readonly Line[]) => void;
  readonly disabled?: boolean;
  /** The control of one cell. */
  readonly cell: (cell: Cell) => ReactNode;
}

interface Cell {
  readonly meta: FieldMeta;
  readonly value: unknown;
  readonly disabled: boolean;
  readonly onChange: (value: unknown) => void;
}

/** A table inside a form: one line of controls for each row, with buttons to add, remove and move a line. */
export function RowsInput({ id, meta, value, onChange, disabled = false, cell }: Props) {
  const columns = Object.entries(meta.columns ?? {});
  const put = (at: number, field: string, next: unknown) => onChange(value.map((line, index) => (index === at ? { ...line, [field]: next } : line)));
  const move = (at: number, to: number) => {
    const lines = [...value];
    const [line] = lines.splice(at, 1);
    if (line) lines.splice(to, 0, line);
    onChange(lines);
  };
  const full = value.length >= (meta.max ?? Infinity);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot be labelled by the label of the form item
    <div className="rows-input" role="group" aria-label={meta.label}>
      {value.map((line, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines have no identity of their own
        <div key={at} className="rows-input-line">
          <span className="rows-input-number">{at + 1}</span>
          <div className="rows-input-fields">
            {columns.map(([field, column]) => (
              <label key={field} className="rows-input-field">
                <span className="soft">
                  {column.label}
                  {column.required ? <span aria-hidden> *</span> : null}
                </span>
                {cell({ meta: column, value: line[field], disabled, onChange: (next) => put(at, field, next) })}
              </label>
            ))}
          </div>
          <span className="rows-input-buttons">
            <LineButton label={`上移第${at + 1}行`} icon={<ArrowUpOutlined />} disabled={disabled || at === 0} onClick={() => move(at, at - 1)} />
            <LineButton
              label={`下移第${at + 1}行`}
              icon={<ArrowDownOutlined />}
              disabled={disabled || at === value.length - 1}
              onClick={() => move(at, at + 1)}
            />
            <LineButton
              label={`删除第${at + 1}行`}
              icon={<DeleteOutlined />}
              disabled={disabled}
              onClick={() => onChange(value.filter((_line, index) => index !== at))}
            />
          </span>
        </div>
      ))}
      <Button
        {...(id ? { id } : {})}
        type="dashed"
        block
        icon={<PlusOutlined />}
        disabled={disabled || full}
        onClick={() => onChange([...value, {}])}
      >
        {full ? `最多${meta.max}行` : '添加一行'}
      </Button>
    </div>
  );
}

function LineButton({ label, ...rest }: { label: string; icon: ReactNode; disabled: boolean; onClick: () => void }) {
  return (
    <Tooltip title={label}>
      <Button type="text" size="small" aria-label={label} {...rest} />
    </Tooltip>
  );
}
