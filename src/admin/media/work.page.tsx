import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Select, Skeleton, Table, type TableColumnsType, type TableProps } from 'antd';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { useSnapshot } from 'valtio/react';
import { getPublication, PUBLICATION_STATUSES, type PublicationStatus } from '../../../contract/catalog/publication.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { listWorks, type Work } from '../../../contract/media/work.ts';
import { queryOf } from '../../api/query-client.ts';
import { hasPermission } from '../../session/rights.ts';
import { session } from '../../session/session.store.ts';
import { usePublicationEvents } from '../catalog/publication-actions.ts';
import { priceOf, RowMenu, whenCell, widthOf } from '../catalog/publication-columns.tsx';
import { type PublicationDraft, PublicationForm } from '../catalog/publication-form.tsx';
import { statusName, StatusTag } from '../catalog/publication-status.tsx';
import { WorkCards } from '../catalog/work-cards.tsx';
import { WorkCell } from '../catalog/work-cell.tsx';
import { chosenOrder, withOrder } from '../crud/list-order.ts';
import { CardPaging, listPaging } from '../crud/list-paging.tsx';
import { anyText, oneOf, usePageList } from '../crud/use-page-list.ts';
import { useOpenRow } from '../crud/use-open-row.ts';
import { useReopenedDraft } from '../crud/use-form-draft.ts';
import { errorMessage } from '../ui/error-message.ts';
import { HiddenTitle } from '../ui/page-title.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { TrackDrawer } from './track-drawer.tsx';
import { WorkCreate } from './work-create.tsx';
import { kindName, WorkExtent } from './work-extent.tsx';
import { emptyText, LoadFailed } from '../crud/list-states.tsx';

const SORTED = ['title', 'salePriceFen', 'viewNum', 'updateTime'] as const;
const FILTERS = { title: anyText, kind: oneOf(['audio', 'video']), status: oneOf(PUBLICATION_STATUSES) };
interface Filter {
  readonly title?: string;
  readonly kind?: 'audio' | 'video';
  readonly status?: PublicationStatus;
}
const KINDS = [
  { value: 'audio' as const, label: '音频' },
  { value: 'video' as const, label: '视频' },
];

/** #130: audio and video, from an uploaded file to a work on sale. */
export function WorkPage() {
  const { now } = useSnapshot(session);
  const may = (permission: string): boolean => now.state === 'authenticated' && hasPermission(now.permissions, permission);
  const { filter: texts, setFilter, page, setPage, order: sort, setOrder } = usePageList(FILTERS, SORTED);
  const filter = texts as Filter;
  const [typed, setTyped] = useState(filter.title ?? '');
  const narrow = useNarrow();
  const [opened, setOpened] = useState<{ what: 'detail' | 'form'; publishId: number } | null>(null);
  const [creating, setCreating] = useState(false);
  const asked = useOpenRow();
  const events = usePublicationEvents();
  const list = useQuery({ ...queryOf(listWorks, { query: { ...filter, ...page, ...sort } }), placeholderData: keepPreviousData });
  const { rows = [], total = 0 } = list.data ?? {};
  const open = (what: 'detail' | 'form', publishId: number) => setOpened({ what, publishId });
  const draft = useReopenedDraft<PublicationDraft>('works', ({ publishId }) => open('form', publishId));
  const search = setFilter;
  const change: TableProps<Work>['onChange'] = (to, _filters, sorter, { action }) => {
    setOrder(chosenOrder(sorter), { pageNum: action === 'sort' ? 1 : (to.current ?? 1), pageSize: to.pageSize ?? PAGE_SIZE });
  };
  const actions = { open, events, may };
  const extent = (row: Work) => <WorkExtent work={row} open={() => open('detail', row.publishId)} />;
  const columns: TableColumnsType<Work> = [
    {
      key: 'title',
      title: '作品',
      width: 220,
      sorter: true,
      render: (_value, row) => <WorkCell work={row} open={() => open('detail', row.publishId)} />,
    },
    { key: 'kind', title: '类型', width: 64, render: (_value, row) => kindName(row) },
    {
      key: 'tracks',
      title: '曲目与分集',
      width: 166,
      render: (_value, row) => extent(row),
    },
    { key: 'salePriceFen', title: '售价（元）', width: 106, align: 'right', sorter: true, render: (_value, row) => priceOf(row) },
    { key: 'status', title: '状态', width: 104, render: (_value, row) => <StatusTag status={row.status} /> },
    { key: 'viewNum', title: '浏览', dataIndex: 'viewNum', width: 76, align: 'right', sorter: true },
    { key: 'updateTime', title: '更新时间', dataIndex: 'updateTime', width: 100, sorter: true, render: whenCell },
    {
      key: 'actions',
      title: '操作',
      width: 174,
      align: 'right',
      fixed: 'right',
      render: (_value, row) => <RowMenu row={row} {...actions} />,
    },
  ];
  const shownId = opened?.publishId ?? asked.id;
  const listed = rows.find((row) => row.publishId === shownId);
  const found = useQuery({
    ...queryOf(getPublication, { params: { publishId: asked.id ?? 0 } }),
    enabled: asked.id !== null && shownId === asked.id && list.isSuccess && !listed,
  });
  const shown = listed ?? (found.data?.publishId === shownId ? found.data : undefined);

  return (
    <section className="admin-card" aria-label="音像出版">
      <HiddenTitle />
      <search>
        <form
          className="admin-filters"
          onSubmit={(event) => {
            event.preventDefault();
            search({ title: typed });
          }}
        >
          <Input
            aria-label="作品名"
            placeholder="作品名"
            allowClear
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            style={{ width: 180 }}
          />
          <Select
            aria-label="类型"
            placeholder="类型"
            allowClear
            options={KINDS}
            value={filter.kind ?? null}
            onChange={(kind: Filter['kind']) => search({ kind })}
            style={{ width: 110 }}
          />
          <Select
            aria-label="状态"
            placeholder="状态"
            allowClear
            options={PUBLICATION_STATUSES.map((value) => ({ value, label: statusName(value) }))}
            value={filter.status ?? null}
            onChange={(status: Filter['status']) => search({ status })}
            style={{ width: 130 }}
          />
          <Button
            onClick={() => {
              setTyped('');
              search({ title: undefined, kind: undefined, status: undefined });
            }}
          >
            重置
          </Button>
          <Button type="primary" htmlType="submit">
            查询
          </Button>
        </form>
      </search>
      <div className="admin-toolbar">
        {may('publish:audio:add') ? (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setCreating(true)}>
            新建音像作品
          </Button>
        ) : null}
        <span className="grow" />
        <Button icon={<ReloadOutlined />} aria-label="刷新" onClick={() => void list.refetch()} />
      </div>
      {found.isError ? <Alert type="error" showIcon title={errorMessage(found.error)} style={{ margin: '0 16px 12px' }} /> : null}
      {list.isError && rows.length === 0 ? (
        <LoadFailed query={list} />
      ) : narrow ? (
        <>
          {list.isPending ? (
            <Skeleton active style={{ padding: 16 }} />
          ) : (
            <WorkCards
              rows={rows}
              empty="暂无音像出版物"
              extent={(row) => (
                <>
                  {kindName(row)} · {extent(row)}
                </>
              )}
              {...actions}
            />
          )}
          <CardPaging page={page} total={total} setPage={setPage} />
        </>
      ) : (
        <Table<Work>
          rowKey="publishId"
          size="medium"
          columns={withOrder(columns, sort)}
          dataSource={rows}
          loading={list.isPending}
          pagination={listPaging(page, total, narrow, setPage)}
          onChange={change}
          scroll={{ x: widthOf(columns) }}
          locale={{ emptyText: emptyText(list, '暂无音像出版物') }}
          style={{ paddingInline: 16 }}
        />
      )}
      {creating ? <WorkCreate onClose={() => setCreating(false)} onMade={(publishId) => (setCreating(false), open('detail', publishId))} /> : null}
      {opened?.what !== 'form' && shown ? (
        <TrackDrawer
          key={shown.publishId}
          work={shown}
          may={may}
          events={events}
          onEdit={() => open('form', shown.publishId)}
          onClose={() => (opened ? setOpened(null) : asked.close())}
        />
      ) : null}
      {opened?.what === 'form' ? <PublicationForm publishId={opened.publishId} draft={draft} onClose={() => setOpened(null)} /> : null}
    </section>
  );
}
