import { useRef } from 'react';
import { Button, Tooltip } from 'antd';
import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import CopyOutlined from '@ant-design/icons/CopyOutlined';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import HolderOutlined from '@ant-design/icons/HolderOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import type { FormField } from '../../../contract/workflow/form-content.ts';
import { useField, useRead, useRowCount, useStore } from '../../form-renderer/use-filled-form.ts';
import { FieldControl } from './field-control.tsx';
import { ReadValue } from '../../form-renderer/read-value.tsx';

/** A repeated table: a row of controls for each entry. Rows are moved by dragging, or by the buttons. */
export function RepeatTable({ table }: { table: FormField }) {
  const store = useStore();
  const count = useRowCount(table);
  const mode = useRead(store, () => store.modeOf(table, null));
  const error = useRead(store, () => store.errorOf(table, null));
  const dragged = useRef<number | null>(null);
  if (mode === 'hidden') return null;
  const columns = table.children ?? [];
  const editing = mode === 'edit';
  const most = table.shuzhou?.max ?? Infinity;
  const least = table.shuzhou?.min ?? 0;
  return (
    <section className="form-repeat" aria-label={table.label} data-field={table.formId}>
      <h3>
        {table.label}
        {least > 0 ? <span className="form-required"> *</span> : null}
      </h3>
      <div className="form-repeat-scroll">
        <table>
          <thead>
            <tr>
              {editing ? <td className="form-repeat-handle">#</td> : null}
              {columns.map((column) => (
                <th key={column.formId} scope="col">
                  {column.label}
                  {column.required && editing ? <span className="form-required"> *</span> : null}
                </th>
              ))}
              {editing ? <th scope="col">操作</th> : null}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: count }, (_, row) => (
              <tr
                key={row}
                onDragOver={(event) => dragged.current !== null && event.preventDefault()}
                onDrop={() => {
                  if (dragged.current !== null && dragged.current !== row) store.moveRow(table, dragged.current, row);
                  dragged.current = null;
                }}
              >
                {editing ? (
                  <td className="form-repeat-handle" draggable onDragStart={() => (dragged.current = row)} aria-hidden>
                    <HolderOutlined />
                  </td>
                ) : null}
                {columns.map((column) => (
                  <Cell key={column.formId} column={column} table={table} row={row} />
                ))}
                {editing ? (
                  <td className="form-repeat-actions">
                    <RowButton
                      label={`上移第${row + 1}行`}
                      icon={<ArrowUpOutlined />}
                      disabled={row === 0}
                      onClick={() => store.moveRow(table, row, row - 1)}
                    />
                    <RowButton
                      label={`下移第${row + 1}行`}
                      icon={<ArrowDownOutlined />}
                      disabled={row === count - 1}
                      onClick={() => store.moveRow(table, row, row + 1)}
                    />
                    <RowButton
                      label={`复制第${row + 1}行`}
                      icon={<CopyOutlined />}
                      disabled={count >= most}
                      onClick={() => store.addRow(table, row)}
                    />
                    <RowButton
                      label={`删除第${row + 1}行`}
                      icon={<DeleteOutlined />}
                      disabled={count <= least}
                      onClick={() => void store.removeRow(table, row)}
                    />
                  </td>
                ) : null}
              </tr>
            ))}
            {count === 0 ? (
              <tr>
                <td colSpan={columns.length + (editing ? 2 : 0)} className="soft">
                  还没有内容
                </td>
              </tr>
            ) : null}
          </tbody>
        </table>
      </div>
      {editing ? (
        <Button type="dashed" icon={<PlusOutlined />} disabled={count >= most} onClick={() => store.addRow(table)}>
          {table.shuzhou?.addText || '添加一行'}
        </Button>
      ) : null}
      {count >= most && editing ? <span className="soft form-tip"> 最多{most}行</span> : null}
      {error ? (
        <div className="form-error" role="alert">
          {error}
        </div>
      ) : null}
    </section>
  );
}

function RowButton({ label, icon, disabled, onClick }: { label: string; icon: React.ReactNode; disabled: boolean; onClick: () => void }) {
  return (
    <Tooltip title={label}>
      <Button type="text" size="small" icon={icon} aria-label={label} disabled={disabled} onClick={onClick} />
    </Tooltip>
  );
}

function Cell({ column, table, row }: { column: FormField; table: FormField; row: number }) {
  const place = { table, row };
  const state = useField(column, place);
  if (state.mode === 'hidden') return <td>—</td>;
  return (
    <td data-field={`${column.formId}:${row}`}>
      {state.mode === 'read' ? <ReadValue field={column} value={state.value} /> : <FieldControl field={column} state={state} place={place} />}
      {state.error ? (
        <div className="form-error" id={`${state.id}-error`} role="alert">
          {state.error}
        </div>
      ) : null}
    </td>
  );
}
