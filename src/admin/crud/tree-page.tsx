import { useMemo, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Empty, Skeleton, Table, type TableColumnsType } from 'antd';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import type { AnyCrud } from '../../../contract/crud.ts';
import { HiddenTitle } from '../ui/page-title.tsx';
import { useNarrow } from '../ui/use-device.ts';
import './crud.css';
import { filterText, listSpecOf, PLAIN, type ListSpec } from './list-address.rule.ts';
import { headerWidth } from './header-width.ts';
import { canCall } from './may-call.ts';
import { FieldValue } from './field/field-value.tsx';
import { ResourceDetail } from './resource-detail.tsx';
import { ResourceForm } from './resource-form.tsx';
import { ResourceSearch } from './resource-search.tsx';
import type { AnyResource, Resource, Tools, Values } from './resource.ts';
import { RowMenu } from './row-menu.tsx';
import { branchesOf, treeOf, withAncestors, type TreeRow } from './tree-rows.ts';
import { useFormDraft } from './use-form-draft.ts';
import { useListAddress } from './use-list-address.ts';
import { useActs, useCan, type AnyRow } from './use-resource.tsx';
import { LoadFailed } from './list-states.tsx';

/** From this number of rows on, only visible rows are rendered. */
const VIRTUAL_FROM = 100;
const WIDTH = 140;
const NONE: readonly AnyRow[] = [];

interface Props<C extends AnyCrud> {
  readonly resource: Resource<C>;
  /** The query that returns every row as a flat list. */
  readonly question: { readonly queryKey: readonly unknown[]; readonly queryFn: (context: { signal: AbortSignal }) => Promise<unknown> };
  /** The field with the id of the parent row. */
  readonly parent: string;
  /** Rows that may have children; default: all. */
  readonly takes?: (row: AnyRow) => boolean;
  /** Expanded initially. */
  readonly open?: boolean;
}

/** A tree of all rows, searched in the client, each with 新增下级 next to the standard actions. */
export function TreePage<C extends AnyCrud>({ resource: typed, question, parent, takes = () => true, open = true }: Props<C>) {
  const resource = typed as AnyResource;
  const { crud } = resource;
  const narrow = useNarrow();
  const client = useQueryClient();
  const may = useCan();
  const spec = useMemo(() => searchedSpec(resource), [resource]);
  const { state, change } = useListAddress(spec, { part: '', initial: PLAIN });
  const filter = state.filter;
  const [opened, setOpened] = useState<{ what: 'form' | 'detail'; row: AnyRow | null; given?: Values } | null>(null);
  const [expanded, setExpanded] = useState<readonly number[] | null>(null);
  const found = useQuery({ queryKey: question.queryKey, queryFn: question.queryFn as (context: { signal: AbortSignal }) => Promise<AnyRow[]> });
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: question.queryKey.slice(0, 1) });
    resource.written?.();
  };
  const acts = useActs(refresh);
  const draft = useFormDraft(resource, undefined, (row) => setOpened({ what: 'form', row }));
  const tools: Tools = { may, refresh, open: (what, row) => setOpened({ what, row: row as AnyRow | null }), ...acts };
  const rows = found.data ?? NONE;
  const tree = useMemo(() => {
    const asked = Object.entries(filter);
    const seen = asked.length === 0 ? rows : withAncestors(rows, crud.key, parent, (row) => asked.every(([field, value]) => fits(row[field], value)));
    return treeOf(seen, crud.key, parent);
  }, [rows, filter, crud.key, parent]);
  const branches = useMemo(() => branchesOf(tree, crud.key), [tree, crud.key]);
  const shown = expanded ?? (open ? branches : []);

  const below = {
    ...resource,
    rowActions: (row: AnyRow, given: Tools) => [
      ...(canCall(may, crud, 'add') && takes(row)
        ? [{ key: 'below', label: '新增下级', run: () => setOpened({ what: 'form', row: null, given: { [parent]: row[crud.key] } }) }]
        : []),
      ...(resource.rowActions?.(row, given) ?? []),
    ],
  } as AnyResource;
  const fields = narrow ? resource.columns.slice(0, 2) : resource.columns;
  const columns: TableColumnsType<TreeRow> = [
    ...fields.map((field, index) => ({
      key: field,
      dataIndex: field,
      title: crud.meta[field]?.label ?? '编号',
      width: Math.max(resource.widths?.[field] ?? (index === 0 ? WIDTH * 2 : WIDTH), headerWidth(crud.meta[field]?.label ?? '编号', false)),
      ellipsis: index > 0,
      render: (value: unknown, row: TreeRow) => resource.cell?.[field]?.(row, tools) ?? <FieldValue meta={crud.meta[field]} value={value} />,
    })),
    {
      key: 'actions',
      title: '操作',
      width: narrow ? 64 : 190,
      fixed: 'right' as const,
      className: 'no-print',
      render: (_value: unknown, row: TreeRow) => <RowMenu resource={below} row={row} tools={tools} folded={narrow} />,
    },
  ];
  const virtual = rows.length > VIRTUAL_FROM;

  return (
    <section className="admin-card crud" aria-label={`${crud.name}列表`}>
      <HiddenTitle />
      <ResourceSearch resource={resource} filter={filter} onSearch={(next) => change({ filter: filterText(next) })} />
      <div className="admin-toolbar">
        {canCall(may, crud, 'add') ? (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpened({ what: 'form', row: null })}>
            新增
          </Button>
        ) : null}
        <Button onClick={() => setExpanded(shown.length > 0 ? [] : branches)}>{shown.length > 0 ? '全部折叠' : '全部展开'}</Button>
        {resource.toolbar?.(tools, [])}
        <span className="grow" />
        <Button icon={<ReloadOutlined />} aria-label="刷新" onClick={() => void found.refetch()} />
      </div>
      {found.isError ? (
        <LoadFailed query={found} />
      ) : found.isPending ? (
        <Skeleton active paragraph={{ rows: 8 }} style={{ padding: 16 }} />
      ) : (
        <Table<TreeRow>
          rowKey={crud.key}
          size="medium"
          columns={columns}
          dataSource={tree}
          pagination={false}
          virtual={virtual}
          scroll={{
            x: columns.reduce((sum, column) => sum + Number(column.width), 0),
            ...(virtual ? { y: Math.max(320, window.innerHeight - 320) } : {}),
          }}
          expandable={{ expandedRowKeys: [...shown], onExpandedRowsChange: (keys) => setExpanded(keys as number[]) }}
          locale={{
            emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={rows.length > 0 ? `没有符合条件的${crud.name}` : resource.empty} />,
          }}
          style={{ paddingInline: narrow ? 0 : 16, paddingBottom: 12 }}
        />
      )}
      {opened?.what === 'form' ? (
        <ResourceForm
          resource={resource}
          row={opened.row}
          tools={tools}
          onClose={() => setOpened(null)}
          draft={draft}
          {...(opened.given ? { given: opened.given } : {})}
        />
      ) : null}
      {opened?.what === 'detail' && opened.row ? (
        <ResourceDetail resource={resource} row={opened.row} tools={tools} onClose={() => setOpened(null)} />
      ) : null}
    </section>
  );
}

const fits = (value: unknown, asked: string): boolean =>
  typeof value === 'string' ? value.toLowerCase().includes(asked.toLowerCase()) : String(value) === asked;

/** The whole tree is loaded, so every searched field is a filter, and there are no pages and no order. */
function searchedSpec({ crud, search = [] }: AnyResource): ListSpec {
  const { filters } = listSpecOf({ ...crud, filter: Object.fromEntries(search.map((field) => [field, 'like' as const])) }, []);
  return { filters, sort: [], columns: [] };
}
