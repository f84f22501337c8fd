import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton, Table } from 'antd';
import type { TableProps } from 'antd';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import HistoryOutlined from '@ant-design/icons/HistoryOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { useSnapshot } from 'valtio/react';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { listPublications, PUBLICATION_STATUSES, publicationCounts, type Publication } from '../../../contract/catalog/publication.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { queryOf } from '../../api/query-client.ts';
import { hasPermission } from '../../session/rights.ts';
import { session } from '../../session/session.store.ts';
import { BatchBar } from '../crud/card-batch.tsx';
import '../crud/crud.css';
import { chosenOrder, withOrder } from '../crud/list-order.ts';
import { CardPaging, listPaging } from '../crud/list-paging.tsx';
import { useReopenedDraft } from '../crud/use-form-draft.ts';
import { useOpenRow } from '../crud/use-open-row.ts';
import { usePageList } from '../crud/use-page-list.ts';
import { inSight } from '../crud/use-resource.tsx';
import { HiddenTitle } from '../ui/page-title.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { usePublicationEvents } from './publication-actions.ts';
import { bookExtent, publicationColumns, widthOf } from './publication-columns.tsx';
import { PublicationDetail } from './publication-detail.tsx';
import { PUBLICATION_FILTERS, type PublicationFilter, publicationFilter, PublicationFilters, withStatus } from './publication-filters.tsx';
import { type PublicationDraft, PublicationForm } from './publication-form.tsx';
import { statusName } from './publication-status.tsx';
import { PublicationPreparations } from './publication-preparations.tsx';
import { PublicationUpload } from './publication-upload.tsx';
import { WorkCards } from './work-cards.tsx';
import { emptyText, LoadFailed } from '../crud/list-states.tsx';
import { Tabs } from '../ui/tabs.tsx';

const SORTED = ['title', 'salePriceFen', 'viewNum', 'updateTime'] as const;
const NO_FILTER = Object.fromEntries(Object.keys(PUBLICATION_FILTERS).map((name) => [name, undefined]));

/** Width of the selection column, px. */
const PICK_WIDTH = 32;

/** #129: publications, from an uploaded file to a work on sale. */
export function PublicationPage() {
  const narrow = useNarrow();
  const { now } = useSnapshot(session);
  const may = (permission: string): boolean => now.state === 'authenticated' && hasPermission(now.permissions, permission);
  const { filter: texts, setFilter, page, setPage, order: sort, setOrder } = usePageList(PUBLICATION_FILTERS, SORTED);
  const filter = useMemo(() => publicationFilter(texts), [texts]);
  const [ticked, setChosen] = useState<Publication[]>([]);
  const [opened, setOpened] = useState<{ what: 'detail' | 'form'; publishId: number } | null>(null);
  const [uploading, setUploading] = useState(false);
  const [records, setRecords] = useState(false);
  const events = usePublicationEvents();
  const list = useQuery({ ...queryOf(listPublications, { query: { ...filter, ...page, ...sort } }), placeholderData: (before) => before });
  const counts = useQuery(queryOf(publicationCounts, {}));

  const search = (next: PublicationFilter) => {
    setFilter({ ...NO_FILTER, ...next });
    setChosen([]);
  };
  const open = (what: 'detail' | 'form', publishId: number) => setOpened({ what, publishId });
  const draft = useReopenedDraft<PublicationDraft>('publication list', ({ publishId }) => open('form', publishId));
  const asked = useOpenRow();
  const { rows = [], total = 0 } = list.data ?? {};
  const chosen = inSight(rows, ticked, 'publishId');
  const numbers = counts.data;
  const all = numbers && PUBLICATION_STATUSES.reduce((sum, status) => sum + numbers[status], 0);
  const tabs = [
    { key: '', label: `全部 ${all ?? ''}` },
    ...PUBLICATION_STATUSES.map((status) => ({
      key: status,
      label: `${statusName(status)} ${numbers?.[status] ?? ''}`,
    })),
  ];
  const actions = { open, events, may };
  const columns = publicationColumns(actions);
  const change: TableProps<Publication>['onChange'] = (to, _filters, sorter, { action }) => {
    setOrder(chosenOrder(sorter), { pageNum: action === 'sort' ? 1 : (to.current ?? 1), pageSize: to.pageSize ?? PAGE_SIZE });
  };

  const shown = opened?.publishId ?? asked.id;

  return (
    <section className="admin-card crud" aria-label="出版物列表">
      <HiddenTitle />
      <Tabs items={tabs} activeKey={filter.status ?? ''} onChange={(key) => search(withStatus(filter, key))} style={{ paddingInline: 16 }} />
      <PublicationFilters filter={filter} onSearch={search} />
      <div className="admin-toolbar">
        {may('publish:publication:add') ? (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setUploading(true)}>
            上传电子书
          </Button>
        ) : null}
        {may('publish:publication:add') ? (
          <Button icon={<HistoryOutlined />} onClick={() => setRecords(true)}>
            处理记录
          </Button>
        ) : null}
        {may('publish:publication:remove') && !narrow ? (
          <Button danger icon={<DeleteOutlined />} disabled={chosen.length === 0} onClick={() => events.confirmRemoval(chosen, () => setChosen([]))}>
            删除
          </Button>
        ) : null}
        {chosen.length > 0 && !narrow ? <span className="soft">已选 {chosen.length} 项</span> : null}
        <span className="grow" />
        <Button icon={<ReloadOutlined />} aria-label="刷新" onClick={() => void list.refetch()} />
      </div>
      {list.isError && rows.length === 0 ? (
        <LoadFailed query={list} />
      ) : narrow ? (
        <>
          {list.isPending ? (
            <Skeleton active style={{ padding: 16 }} />
          ) : (
            <WorkCards
              rows={rows}
              empty="暂无出版物"
              extent={bookExtent}
              {...(may('publish:publication:remove')
                ? {
                    pick: {
                      chosen: chosen.map((row) => row.publishId),
                      onChoose: (ids) => setChosen(rows.filter((row) => ids.includes(row.publishId))),
                    },
                  }
                : {})}
              {...actions}
            />
          )}
          <BatchBar count={chosen.length} onCancel={() => setChosen([])}>
            <Button danger onClick={() => events.confirmRemoval(chosen, () => setChosen([]))}>
              删除
            </Button>
          </BatchBar>
          <CardPaging page={page} total={total} setPage={setPage} />
        </>
      ) : (
        <Table<Publication>
          rowKey="publishId"
          size="medium"
          columns={withOrder(columns, sort)}
          dataSource={rows}
          loading={list.isPending}
          pagination={listPaging(page, total, narrow, setPage)}
          onChange={change}
          scroll={{ x: PICK_WIDTH + widthOf(columns) }}
          locale={{ emptyText: emptyText(list, '暂无出版物') }}
          rowSelection={{
            selectedRowKeys: chosen.map((row) => row.publishId),
            onChange: (_keys, selected) => setChosen(selected),
            getCheckboxProps: (row) => ({ 'aria-label': `选择${inTitleMarks(row.title)}` }) as object,
          }}
          style={{ paddingInline: 16 }}
        />
      )}
      {records ? (
        <PublicationPreparations onClose={() => setRecords(false)} onOpen={(publishId) => (setRecords(false), open('detail', publishId))} />
      ) : null}
      {uploading ? (
        <PublicationUpload onClose={() => setUploading(false)} onOpen={(publishId) => (setUploading(false), open('form', publishId))} />
      ) : null}
      {shown === null || opened?.what === 'form' ? null : (
        <PublicationDetail
          key={shown}
          publishId={shown}
          onClose={() => (opened ? setOpened(null) : asked.close())}
          onEdit={() => open('form', shown)}
          actions={actions}
        />
      )}
      {opened?.what === 'form' ? <PublicationForm publishId={opened.publishId} draft={draft} onClose={() => setOpened(null)} /> : null}
    </section>
  );
}
