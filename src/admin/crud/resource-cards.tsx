import { Skeleton } from 'antd';
import { CardPick, PickAll, toggled } from './card-batch.tsx';
import { FieldValue } from './field/field-value.tsx';
import { CardPaging } from './list-paging.tsx';
import type { AnyResource } from './resource.ts';
import { emptyOf, picksRows } from './resource-table.tsx';
import { RowMenu } from './row-menu.tsx';
import type { ResourceState } from './use-resource-list.ts';

/** Number of facts next to the title of a card. */
const FACTS = 3;

/** The same list on a phone: one card for each row, title and state first, the actions in the "more" menu, a checkbox if there are bulk actions. */
export function ResourceCards({ resource, state }: { resource: AnyResource; state: ResourceState }) {
  const { crud } = resource;
  if (state.list.isPending) return <Skeleton active style={{ padding: 16 }} />;
  const facts = resource.columns.filter((field) => field !== crud.title && field !== crud.key);
  const keyOf = (row: (typeof state.rows)[number]) => row[crud.key] as number;
  const picks = picksRows(resource, state.tools);
  const chosen = state.chosen.map(keyOf);
  const choose = (keys: readonly number[]) => state.setChosen(state.rows.filter((row) => keys.includes(keyOf(row))));
  const show = (field: string, row: (typeof state.rows)[number]) =>
    resource.cell?.[field]?.(row, state.tools) ?? <FieldValue meta={crud.meta[field]} value={row[field]} />;
  return (
    <>
      {state.rows.length === 0 ? emptyOf(resource, state) : null}
      {picks ? <PickAll keys={state.rows.map(keyOf)} chosen={chosen} onChoose={choose} /> : null}
      <ul className="admin-cards">
        {state.rows.map((row) => (
          <li key={String(row[crud.key])} className={chosen.includes(keyOf(row)) ? 'chosen' : ''}>
            {picks ? (
              <CardPick
                name={String(row[crud.title] ?? row[crud.key])}
                checked={chosen.includes(keyOf(row))}
                onChange={(on) => choose(toggled(chosen, keyOf(row), on))}
              />
            ) : null}
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
