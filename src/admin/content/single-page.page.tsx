import { useQuery } from '@tanstack/react-query';
import { App, Skeleton } from 'antd';
import { getSinglePage, singlePages, type SinglePageKey, type SinglePageRow } from '../../../contract/content/single-page.ts';
import { sitePageMachine } from '../../../contract/content/single-page.machine.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { useOpenRow } from '../crud/use-open-row.ts';
import { confirmLeave } from '../ui/confirm-leave.ts';
import { HiddenTitle } from '../ui/page-title.tsx';
import { useReloadState } from '../ui/use-reload-state.ts';
import { PageEditor } from './page-editor.tsx';
import { useState } from 'react';
import '../crud/crud.css';
import './single-page.css';
import { Tabs } from '../ui/tabs.tsx';

/** #8, #10, #14: the pages of the site that staff write, each with its draft, its state and its history. */
export function SinglePagePage() {
  const { modal } = App.useApp();
  const [key, setKey] = useReloadState<SinglePageKey>('single page', 'introduction');
  const [dirty, setDirty] = useState(false);
  const list = useQuery(queryOf(singlePages, {}));
  const asked = useOpenRow();
  const row = list.data?.find((one) => (asked.id === null ? one.pageKey === key : one.pageId === asked.id)) ?? list.data?.[0];
  const choose = (next: SinglePageKey) => {
    setDirty(false);
    setKey(next);
    if (asked.id !== null) asked.close();
  };
  return (
    <section className="admin-card" aria-label="站点页面">
      <HiddenTitle />
      {list.isError && !list.data ? <LoadFailed query={list} /> : null}
      {list.isPending ? <Skeleton active style={{ padding: 16 }} /> : null}
      {list.data && row ? (
        <>
          <Tabs
            style={{ paddingInline: 16 }}
            activeKey={row.pageKey}
            onChange={(next) => confirmLeave(modal, dirty, () => choose(next as SinglePageKey))}
            items={list.data.map((one) => ({
              key: one.pageKey,
              label: (
                <>
                  {one.title} <StateTag machine={sitePageMachine} state={one.state} />
                </>
              ),
            }))}
          />
          <OnePage key={row.pageId} row={row} onDirty={setDirty} />
        </>
      ) : null}
    </section>
  );
}

function OnePage({ row, onDirty }: { row: SinglePageRow; onDirty: (dirty: boolean) => void }) {
  const found = useQuery({ ...queryOf(getSinglePage, { params: { pageId: row.pageId } }), staleTime: 0 });
  if (found.isError && !found.data) return <LoadFailed query={found} />;
  // A page in the cache may be older than what somebody else has saved since.
  if (!found.data || !found.isFetchedAfterMount) return <Skeleton active style={{ padding: 16 }} />;
  return <PageEditor key={found.data.version} page={found.data} onDirty={onDirty} />;
}
