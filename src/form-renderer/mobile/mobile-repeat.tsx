import { useState } from 'react';
import SwipeAction from 'antd-mobile/es/components/swipe-action';
import type { FormField } from '../../../contract/workflow/form-content.ts';
import type { Values } from '../initial-values.ts';
import { useRead, useRowCount, useStore } from '../use-filled-form.ts';
import { MobileField } from './mobile-field.tsx';

/** A card for each row. A row is removed by its button or by swiping, and can be brought back. */
export function MobileRepeat({ table }: { table: FormField }) {
  const store = useStore();
  const count = useRowCount(table);
  const mode = useRead(store, () => store.modeOf(table, null));
  const error = useRead(store, () => store.errorOf(table, null));
  const [removed, setRemoved] = useState<{ row: number; values: Values } | null>(null);
  if (mode === 'hidden') return null;
  const editing = mode === 'edit';
  const most = table.shuzhou?.max ?? Infinity;
  const least = table.shuzhou?.min ?? 0;
  const remove = (row: number) => {
    const values = store.removeRow(table, row);
    if (values) setRemoved({ row, values });
  };
  return (
    <section className="mf-repeat" aria-label={table.label} data-field={table.formId}>
      <h3>{table.label}</h3>
      {Array.from({ length: count }, (_, row) => (
        <SwipeAction
          key={row}
          {...(editing && count > least ? { rightActions: [{ key: 'remove', text: '删除', color: 'danger', onClick: () => remove(row) }] } : {})}
        >
          <div className="mf-card">
            <header>
              <strong>第{row + 1}行</strong>
              {editing ? (
                <span>
                  <button type="button" disabled={count >= most} aria-label={`复制第${row + 1}行`} onClick={() => store.addRow(table, row)}>
                    复制
                  </button>
                  <button type="button" disabled={count <= least} aria-label={`删除第${row + 1}行`} onClick={() => remove(row)}>
                    删除
                  </button>
                </span>
              ) : null}
            </header>
            {(table.children ?? []).map((column) => (
              <MobileField key={column.formId} field={column} place={{ table, row }} />
            ))}
          </div>
        </SwipeAction>
      ))}
      {removed ? (
        <output className="mf-undo">
          已删除第{removed.row + 1}行
          <button
            type="button"
            onClick={() => {
              store.insertRow(table, removed.row, removed.values);
              setRemoved(null);
            }}
          >
            撤销
          </button>
        </output>
      ) : null}
      {editing ? (
        <button type="button" className="mf-add" disabled={count >= most} onClick={() => store.addRow(table)}>
          {count >= most ? `最多${most}行` : table.shuzhou?.addText || '添加一行'}
        </button>
      ) : null}
      {error ? (
        <p className="mf-error" role="alert">
          {error}
        </p>
      ) : null}
    </section>
  );
}
