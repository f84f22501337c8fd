import { memo, useState } from 'react';
import { Tooltip, type MenuProps } from 'antd';
import MoreOutlined from '@ant-design/icons/MoreOutlined';
import { call } from '../../api/call.ts';
import { PressMenu } from '../ui/press-menu.tsx';
import { canCall } from './may-call.ts';
import type { AnyResource, RowAction, Tools } from './resource.ts';
import type { AnyRow } from './use-resource.tsx';

const nameOf = ({ crud }: AnyResource, row: AnyRow): string => String(row[crud.title] ?? row[crud.key]);

/** Asks before rows go, naming them and what goes with them. */
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

/** What may be done with a row by this person: the first two as words, the rest behind the three dots. */
export function rowActionsOf(resource: AnyResource, row: AnyRow, tools: Tools): RowAction[] {
  const { crud } = resource;
  const locked = resource.locked?.(row);
  const own = (resource.rowActions?.(row, tools) ?? []).filter((action) => !action.permission || tools.may(action.permission));
  const writes = (resource.form?.length ?? 0) > 0 && canCall(tools.may, crud, 'edit') && !locked;
  const removes = canCall(tools.may, crud, 'remove') && !locked;
  return [
    ...(writes ? [{ key: 'edit', label: '修改', run: () => tools.open('form', row) }] : []),
    ...own,
    ...(canCall(tools.may, crud, 'get') ? [{ key: 'detail', label: '详情', run: () => tools.open('detail', row) }] : []),
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

/** Drawn anew only when the row, the page's words or what may be done have changed: twenty of them stand in a list. */
export const RowMenu = memo(function RowMenu({ resource, row, tools, folded = false }: Props) {
  const actions = rowActionsOf(resource, row, tools);
  const locked = resource.locked?.(row);
  const all = actions.length <= IN_SIGHT + 1 && !folded;
  const sight = folded ? [] : actions.slice(0, all ? actions.length : IN_SIGHT);
  const rest = actions.slice(sight.length);
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      {sight.map(({ key, label, danger, run }) => (
        // Of the page's own making: three of the library's in each of twenty rows are a third of the time a list takes.
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

/** Three dots. The library's menu comes when they are first pressed: in each of twenty rows it is a good part of the time a list takes. */
function More({ name, large, items }: { name: string; large: boolean; items: NonNullable<MenuProps['items']> }) {
  const [open, setOpen] = useState<boolean | null>(null);
  const dots = (
    <button
      type="button"
      className={large ? 'row-act dots large' : 'row-act dots'}
      aria-label={name}
      aria-haspopup="menu"
      aria-expanded={open ?? false}
      // The menu takes the place of what was pressed, and the keyboard stays.
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
