import { Skeleton } from 'antd';
import { FieldValue } from './field-value.tsx';
import { CardPaging } from './list-paging.tsx';
import type { AnyResource } from './resource.ts';
import { emptyOf } from './resource-table.tsx';
import { RowMenu } from './row-menu.tsx';
import type { ResourceState } from './use-resource-list.ts';

/** Number of facts next to the title of a card. */
const FACTS = 3;

/** The same list on a phone: one card for each row, title and state first, the actions in the "more" menu. */
export function ResourceCards({ resource, state }: { resource: AnyResource; state: ResourceState }) {
  const { crud } = resource;
  if (state.list.isPending) return <Skeleton active style={{ padding: 16 }} />;
  const facts = resource.columns.filter((field) => field !== crud.title && field !== crud.key);
  const show = (field: string, row: (typeof state.rows)[number]) =>
    resource.cell?.[field]?.(row, state.tools) ?? <FieldValue meta={crud.meta[field]} value={row[field]} />;
  return (
    <>
      {state.rows.length === 0 ? emptyOf(resource, state) : null}
      <ul className="admin-cards">
        {state.rows.map((row) => (
          <li key={String(row[crud.key])}>
            <div style={{ flex: 1, minWidth: 0 }}>
              <strong>{resource.cell?.[crud.title]?.(row, state.tools) ?? String(row[crud.title] ?? row[crud.key])}</strong>
              <dl className="crud-facts">
                {facts.slice(0, FACTS).map((field) => (
                  <div key={field}>
                    <dt className="soft">{crud.meta[field]?.label}</dt>
                    <dd>{show(field, row)}</dd>
                  </div>
                ))}
              </dl>
            </div>
            <RowMenu resource={resource} row={row} tools={state.tools} folded />
          </li>
        ))}
      </ul>
      <CardPaging page={state.page} total={state.total} setPage={state.setPage} />
    </>
  );
}
