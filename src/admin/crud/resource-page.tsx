import { useCallback, useMemo, useState, type ReactNode } from 'react';

import { HiddenTitle } from '../ui/page-title.tsx';
import { useNarrow } from '../ui/use-device.ts';
import './crud.css';
import { ResourceCards } from './resource-cards.tsx';
import { ResourceDetail } from './resource-detail.tsx';
import { ResourceForm } from './resource-form.tsx';
import { ResourceSearch } from './resource-search.tsx';
import { ResourceTable } from './resource-table.tsx';
import { ResourceToolbar } from './resource-toolbar.tsx';
import type { AnyCrud } from '../../../contract/crud.ts';
import type { Density } from '../../../contract/system/list-view.ts';
import type { AnyResource, Resource, Values } from './resource.ts';
import { useFormDraft } from './use-form-draft.ts';
import { useOpenRow } from './use-open-row.ts';
import { useResourceList } from './use-resource-list.ts';
import { LoadFailed } from './list-states.tsx';

interface Props<C extends AnyCrud> {
  readonly resource: Resource<C>;
  /** Filters set by the page, such as the department chosen next to the list. */
  readonly fixed?: Values;
  /** Values of every new row, such as the group of a page. */
  readonly given?: Values;
  /** Content left of the list: a tree that filters it. */
  readonly aside?: ReactNode;
  /** Content above the list: the page title, if the tab does not show it. */
  readonly heading?: ReactNode;
  /** Prefix of the list's parameters in the address, for a second list on a page; null keeps them out of it. */
  readonly part?: string | null;
}

/** A list page built from its description: search, toolbar, table or cards, form and detail. */
export function ResourcePage<C extends AnyCrud>({ resource: typed, fixed, given, aside, heading, part = '' }: Props<C>) {
  const resource = typed as AnyResource;
  const state = useResourceList(resource, fixed, part);
  const narrow = useNarrow();
  const asked = useOpenRow();
  const draft = useFormDraft(resource, given, (row) => state.tools.open('form', row));
  const [searching, setSearching] = useState(true);
  const { opened, list, tools, chosen, setChosen, hidden, toggleColumn, density, change } = state;
  const { refetch } = list;
  // Re-renders the buttons only when their data changes, not at every step of a query.
  const handle = useMemo(() => ({ tools, chosen, setChosen, asked: state.asked, refetch }), [tools, chosen, setChosen, state.asked, refetch]);
  const { views, spec, shown } = state;
  const viewChoice = useMemo(
    () => (part === '' ? { list: resource.crud.path, views, spec, shown, change } : null),
    [part, resource, views, spec, shown, change],
  );
  const all = useMemo(() => resource.columns.map((key) => ({ key, label: resource.crud.meta[key]?.label ?? '编号' })), [resource]);
  const columns = useMemo(
    () => ({ all, hidden, toggle: toggleColumn, density, setDensity: (next: Density) => change({ density: next }, 'replace') }),
    [all, hidden, toggleColumn, density, change],
  );
  const onSearching = useCallback(() => setSearching((before) => !before), []);
  return (
    <div className={aside ? 'crud-with-aside' : ''}>
      {aside}
      <section className="admin-card crud" aria-label={`${resource.crud.name}列表`}>
        {heading ?? <HiddenTitle />}
        {searching ? <ResourceSearch resource={resource} filter={state.filter} onSearch={state.search} /> : null}
        <ResourceToolbar resource={resource} list={handle} searching={searching} onSearching={onSearching} columns={columns} views={viewChoice} />
        {list.isError && state.rows.length === 0 ? (
          <LoadFailed query={list} />
        ) : narrow ? (
          <ResourceCards resource={resource} state={state} />
        ) : (
          <ResourceTable resource={resource} state={state} />
        )}
        {opened?.what === 'form' ? (
          <ResourceForm resource={resource} row={opened.row} tools={state.tools} onClose={state.close} draft={draft} {...(given ? { given } : {})} />
        ) : null}
        {opened?.what === 'detail' && opened.row ? (
          <ResourceDetail resource={resource} row={opened.row} tools={state.tools} onClose={state.close} />
        ) : null}
        {opened || asked.id === null ? null : resource.opened ? (
          resource.opened(asked.id, asked.close, tools)
        ) : (
          <ResourceDetail key={asked.id} resource={resource} row={{ [resource.crud.key]: asked.id }} tools={tools} onClose={asked.close} acting />
        )}
      </section>
    </div>
  );
}
