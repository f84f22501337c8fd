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
import type { AnyResource, Resource, Values } from './resource.ts';
import { useFormDraft } from './use-form-draft.ts';
import { useHiddenColumns } from './use-hidden-columns.ts';
import { useResource } from './use-resource.tsx';
import { LoadFailed } from './list-states.tsx';

interface Props<C extends AnyCrud> {
  readonly resource: Resource<C>;
  /** Filters the page sets: a department chosen beside the list. */
  readonly fixed?: Values;
  /** Values every new row gets: the group a page is of. */
  readonly given?: Values;
  /** Stands left of the list: a tree that filters. */
  readonly aside?: ReactNode;
  /** Above the list: what page this is, when the tab does not say it. */
  readonly heading?: ReactNode;
}

/** A list page, made of its description: search, toolbar, table or cards, form and detail. */
export function ResourcePage<C extends AnyCrud>({ resource: typed, fixed, given, aside, heading }: Props<C>) {
  const resource = typed as unknown as AnyResource;
  const state = useResource(resource, fixed);
  const narrow = useNarrow();
  const draft = useFormDraft(resource, given, (row) => state.tools.open('form', row));
  const [searching, setSearching] = useState(true);
  const { hidden, toggle } = useHiddenColumns(resource.crud.path);
  const { opened, list, tools, chosen, setChosen, asked } = state;
  const { refetch } = list;
  // The buttons are drawn anew with what they show, not with every step of a question.
  const handle = useMemo(() => ({ tools, chosen, setChosen, asked, refetch }), [tools, chosen, setChosen, asked, refetch]);
  const all = useMemo(() => resource.columns.map((key) => ({ key, label: resource.crud.meta[key]?.label ?? '编号' })), [resource]);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- `toggle` is of what is hidden
  const columns = useMemo(() => ({ all, hidden, toggle }), [all, hidden]);
  const onSearching = useCallback(() => setSearching((before) => !before), []);
  return (
    <div className={aside ? 'crud-with-aside' : ''}>
      {aside}
      <section className="admin-card crud" aria-label={`${resource.crud.name}列表`}>
        {heading ?? <HiddenTitle />}
        {searching ? <ResourceSearch resource={resource} filter={state.filter} onSearch={state.search} /> : null}
        <ResourceToolbar resource={resource} list={handle} searching={searching} onSearching={onSearching} columns={columns} />
        {list.isError && state.rows.length === 0 ? (
          <LoadFailed query={list} />
        ) : narrow ? (
          <ResourceCards resource={resource} state={state} />
        ) : (
          <ResourceTable resource={resource} state={state} hidden={hidden} />
        )}
        {opened?.what === 'form' ? (
          <ResourceForm resource={resource} row={opened.row} tools={state.tools} onClose={state.close} draft={draft} {...(given ? { given } : {})} />
        ) : null}
        {opened?.what === 'detail' && opened.row ? (
          <ResourceDetail resource={resource} row={opened.row} tools={state.tools} onClose={state.close} />
        ) : null}
      </section>
    </div>
  );
}
