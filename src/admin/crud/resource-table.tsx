import { useMemo } from 'react';
import { Button, Empty, Table, type TableColumnsType, type TableProps } from 'antd';
import { focusableScroll } from '../ui/focusable-scroll.ts';
import { useNarrow } from '../ui/use-device.ts';
import { canCall } from './may-call.ts';
import { WithDicts } from './field/dict-tag.tsx';
import { FieldValue } from './field/field-value.tsx';
import { headerWidth } from './header-width.ts';
import { chosenOrder, orderOf } from './list-order.ts';
import { listPaging } from './list-paging.tsx';
import type { AnyResource, Tools } from './resource.ts';
import { RowMenu } from './row-menu.tsx';
import type { AnyRow } from './use-resource.tsx';
import type { ResourceState } from './use-resource-list.ts';
import { emptyText } from './list-states.tsx';

/** Preferred column widths by kind of value, px. */
const WIDTHS: Readonly<Record<string, number>> = { time: 150, date: 120, flag: 90, choice: 110, number: 100, money: 120, image: 80 };
const TEXT_WIDTH = 160;
const ACTIONS_WIDTH = 168;

/** Returns the columns of a resource for the table without the `hidden` ones. */
export function columnsOf(
  resource: AnyResource,
  { tools, sort }: Pick<ResourceState, 'tools' | 'sort'>,
  hidden: ReadonlySet<string>,
): TableColumnsType<AnyRow> {
  const { crud } = resource;
  const columns = resource.columns.filter((field) => !hidden.has(field));
  return [
    ...columns.map((field, index) => {
      const meta = crud.meta[field];
      const kind = meta?.kind ?? 'text';
      const sorted = crud.sort.includes(field);
      return {
        key: field,
        dataIndex: field,
        title: meta?.label ?? '编号',
        width: Math.max(resource.widths?.[field] ?? WIDTHS[kind] ?? TEXT_WIDTH, headerWidth(meta?.label ?? '编号', sorted)),
        ellipsis: kind === 'text' || kind === 'long',
        ...(kind === 'number' || kind === 'money' ? { align: 'right' as const } : {}),
        ...(sorted ? { sorter: true, sortOrder: orderOf(sort, field), onHeaderCell: () => ({ title: '点击排序' }) } : {}),
        ...(index === 0 ? { rowScope: 'row' as const } : {}),
        render: (value: unknown, row: AnyRow) => resource.cell?.[field]?.(row, tools) ?? <FieldValue meta={meta} value={value} />,
        // Cells that depend only on their row are rendered once for each row object.
        ...(resource.cell?.[field] ? {} : { shouldCellUpdate: (row: AnyRow, before: AnyRow) => row !== before }),
      };
    }),
    ...(hasActions(resource)
      ? [
          {
            key: 'actions',
            title: '操作',
            width: ACTIONS_WIDTH,
            fixed: 'right' as const,
            className: 'no-print',
            render: (_value: unknown, row: AnyRow) => <RowMenu resource={resource} row={row} tools={tools} />,
          },
        ]
      : []),
  ];
}

/** Whether a row can have an action; a log may have none. */
const hasActions = ({ crud, rowActions }: AnyResource): boolean =>
  rowActions !== undefined || (['get', 'edit', 'remove'] as const).some((call) => crud.calls.includes(call));

/** Whether rows are selected for bulk actions. */
export const picksRows = ({ crud, toolbar }: AnyResource, { may }: Tools): boolean => canCall(may, crud, 'remove') || toolbar !== undefined;

export const emptyOf = (resource: AnyResource, state: ResourceState) => {
  const { crud } = resource;
  const narrowed = Object.values(state.asked).some((value) => value !== undefined && value !== '');
  const adds = (resource.form?.length ?? 0) > 0 && canCall(state.tools.may, crud, 'add');
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={narrowed ? `没有符合条件的${crud.name}` : resource.empty}>
      {adds && !narrowed ? <Button onClick={() => state.tools.open('form', null)}>新增{crud.name}</Button> : null}
    </Empty>
  );
};

/** The list on a desktop: it scrolls inside its card; header and pagination stay. */
export function ResourceTable({ resource, state }: { resource: AnyResource; state: ResourceState }) {
  const { crud } = resource;
  const narrow = useNarrow();
  const { tools, sort, hidden } = state;
  const columns = useMemo(() => columnsOf(resource, { tools, sort }, hidden), [resource, tools, sort, hidden]);
  const dicts = useMemo(() => [...new Set(resource.columns.flatMap((field) => crud.meta[field]?.dict ?? []))], [resource, crud]);
  const picks = picksRows(resource, tools);
  const change: TableProps<AnyRow>['onChange'] = (to, _filters, sorter, extra) => {
    const { orderByColumn = '', isAsc = 'asc' } = chosenOrder(sorter);
    state.change({ pageNum: extra.action === 'sort' ? 1 : (to.current ?? 1), orderByColumn, isAsc });
  };
  return (
    <WithDicts types={dicts}>
      <Table<AnyRow>
        ref={focusableScroll(state.rows.length)}
        rowKey={crud.key}
        size={state.density === 'compact' ? 'small' : 'medium'}
        columns={columns}
        dataSource={state.rows}
        loading={{ spinning: state.list.isPending, delay: 200 }}
        pagination={listPaging(state.page, state.total, narrow, state.setPage)}
        onChange={change}
        // The body scrolls only horizontally, so antd need not scroll back to the first row frame by frame.
        scroll={{ x: columns.reduce((sum, column) => sum + Number(column.width ?? TEXT_WIDTH), picks ? 48 : 0), scrollToFirstRowOnChange: false }}
        showSorterTooltip={false}
        locale={{ emptyText: emptyText(state.list, emptyOf(resource, state)) }}
        {...(picks
          ? {
              rowSelection: {
                selectedRowKeys: state.chosen.map((row) => row[crud.key] as number),
                onChange: (_keys, rows) => state.setChosen(rows),
                getCheckboxProps: (row) => ({ 'aria-label': `选择${String(row[crud.title])}` }) as object,
              },
            }
          : {})}
        style={{ paddingInline: 16 }}
      />
    </WithDicts>
  );
}
