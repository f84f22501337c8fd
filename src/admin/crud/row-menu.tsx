import { memo, useState } from 'react';
import { Tooltip, type MenuProps } from 'antd';
import MoreOutlined from '@ant-design/icons/MoreOutlined';
import { call } from '../../api/call.ts';
import { PressMenu } from '../ui/press-menu.tsx';
import { canCall } from './may-call.ts';
import type { AnyResource, RowAction, Tools } from './resource.ts';
import type { AnyRow } from './use-resource.tsx';

const nameOf = ({ crud }: AnyResource, row: AnyRow): string => String(row[crud.title] ?? row[crud.key]);

/** Confirms the removal of rows; shows their names and what is removed with them. */
export function confirmRemoval(resource: AnyResource, rows: readonly AnyRow[], tools: Tools, done?: () => void): void {
  const { crud } = resource;
  const [first] = rows;
  if (!first) return;
  const what = rows.length === 1 ? `${crud.name}「${nameOf(resource, first)}」` : `选中的 ${rows.length} 个${crud.name}`;
  tools.ask(
    {
      title: `删除${what}？`,
      content: resource.lost?.(rows) ?? '删除后不能恢复。',
      verb: '删除',
      danger: true,
    },
    async () => {
      await call(crud.remove, { params: { ids: rows.map((row) => row[crud.key]).join() } });
      done?.();
    },
    '删除成功',
  );
}

/** The actions this user may take on a row: the first two as text, the others in the "more" menu. */
export function rowActionsOf(resource: AnyResource, row: AnyRow, tools: Tools): RowAction[] {
  const { crud } = resource;
  const locked = resource.locked?.(row);
  const own = (resource.rowActions?.(row, tools) ?? []).filter((action) => !action.permission || tools.may(action.permission));
  const writes = (resource.form?.length ?? 0) > 0 && canCall(tools.may, crud, 'edit') && !locked;
  const removes = canCall(tools.may, crud, 'remove') && !locked;
  return [
    ...(writes ? [{ key: 'edit', label: '修改', run: () => tools.open('form', row) }] : []),
    ...own,
    // A page with a place of work of its own has no plain detail.
    ...(resource.detail?.length !== 0 && canCall(tools.may, crud, 'get')
      ? [{ key: 'detail', label: '详情', run: () => tools.open('detail', row) }]
      : []),
    ...(removes ? [{ key: 'remove', label: '删除', danger: true, run: () => confirmRemoval(resource, [row], tools) }] : []),
  ];
}

const IN_SIGHT = 2;

interface Props {
  readonly resource: AnyResource;
  readonly row: AnyRow;
  readonly tools: Tools;
  readonly folded?: boolean;
}

/** Re-rendered only when the row, the page description or the permissions change: a list has twenty of them. */
export const RowMenu = memo(function RowMenu({ resource, row, tools, folded = false }: Props) {
  const actions = rowActionsOf(resource, row, tools);
  const locked = resource.locked?.(row);
  const all = actions.length <= IN_SIGHT + 1 && !folded;
  const sight = folded ? [] : actions.slice(0, all ? actions.length : IN_SIGHT);
  const rest = actions.slice(sight.length);
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      {sight.map(({ key, label, danger, run }) => (
        // Plain buttons: three library buttons in each of twenty rows take a third of the list's render time.
        <button key={key} type="button" className={danger ? 'row-act danger' : 'row-act'} onClick={() => run(row)}>
          {label}
        </button>
      ))}
      {rest.length > 0 ? (
        <More
          name={`${nameOf(resource, row)}的更多操作`}
          large={folded}
          items={rest.map(({ key, label, danger, run }) => ({ key, label, danger: Boolean(danger), onClick: () => run(row) }))}
        />
      ) : null}
      {locked && actions.length === 0 ? (
        <Tooltip title={locked}>
          <span className="soft">不可操作</span>
        </Tooltip>
      ) : null}
    </span>
  );
});

/** The "more" button. The library menu is loaded at the first press: in each of twenty rows it would take a large part of the render time. */
function More({ name, large, items }: { name: string; large: boolean; items: NonNullable<MenuProps['items']> }) {
  const [open, setOpen] = useState<boolean | null>(null);
  const dots = (
    <button
      type="button"
      className={large ? 'row-act dots large' : 'row-act dots'}
      aria-label={name}
      aria-haspopup="menu"
      aria-expanded={open ?? false}
      // The menu button replaces the pressed button and keeps the focus.
      {...(open === null ? { onClick: () => setOpen(true) } : { autoFocus: true })}
    >
      <MoreOutlined />
    </button>
  );
  return open === null ? (
    dots
  ) : (
    <PressMenu open={open} onOpenChange={setOpen} menu={{ items }}>
      {dots}
    </PressMenu>
  );
}
