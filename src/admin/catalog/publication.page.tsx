import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Pagination, Result, Select, Skeleton, Table, Tabs, TreeSelect } from 'antd';
import type { TableProps } from 'antd';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import HistoryOutlined from '@ant-design/icons/HistoryOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { useSnapshot } from 'valtio/react';
import {
  listPublications,
  PUBLICATION_STATUSES,
  publicationCounts,
  type Publication,
  type PublicationStatus,
} from '../../../contract/catalog/publication.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { queryOf } from '../../api/query-client.ts';
import { hasPermission } from '../../session/rights.ts';
import { session } from '../../session/session.store.ts';
import { chosenOrder, type ListOrder, withOrder } from '../crud/list-order.ts';
import { listPaging } from '../crud/list-paging.tsx';
import { useReopenedDraft } from '../crud/use-form-draft.ts';
import { wordsOf } from '../frame/say.ts';
import { useNarrow } from '../frame/use-device.ts';
import { useReloadState } from '../frame/use-reload-state.ts';
import { useCategoryOptions } from './category-options.ts';
import { usePublicationEvents } from './publication-actions.ts';
import { PublicationCards } from './publication-cards.tsx';
import { publicationColumns } from './publication-columns.tsx';
import { PublicationDetail } from './publication-detail.tsx';
import { type PublicationDraft, PublicationForm } from './publication-form.tsx';
import { statusName } from './publication-status.tsx';
import { PublicationPreparations } from './publication-preparations.tsx';
import { PublicationUpload } from './publication-upload.tsx';

interface Filter {
  readonly title?: string;
  readonly authorsText?: string;
  readonly isbn?: string;
  readonly archiveTypeId?: number;
  readonly isFree?: '0' | '1';
  readonly status?: PublicationStatus;
}

type SortColumn = 'title' | 'salePriceFen' | 'viewNum' | 'updateTime';

/** #129: publications, from an uploaded file to a work on sale. */
export function PublicationPage() {
  const narrow = useNarrow();
  const { now } = useSnapshot(session);
  const may = (permission: string): boolean => now.state === 'known' && hasPermission(now.permissions, permission);
  const [filter, setFilter] = useReloadState<Filter>('filter', {});
  const [typed, setTyped] = useState(filter);
  const [page, setPage] = useReloadState('page', { pageNum: 1, pageSize: PAGE_SIZE });
  const [sort, setSort] = useReloadState<ListOrder<SortColumn>>('order', {});
  const [chosen, setChosen] = useState<Publication[]>([]);
  const [opened, setOpened] = useState<{ what: 'detail' | 'form'; publishId: number } | null>(null);
  const [uploading, setUploading] = useState(false);
  const [records, setRecords] = useState(false);
  const events = usePublicationEvents();
  const categories = useCategoryOptions();
  const list = useQuery({ ...queryOf(listPublications, { query: { ...filter, ...page, ...sort } }), placeholderData: (before) => before });
  const counts = useQuery(queryOf(publicationCounts, {}));

  const search = (next: Filter) => {
    setFilter(next);
    setTyped(next);
    setPage({ ...page, pageNum: 1 });
    setChosen([]);
  };
  const open = (what: 'detail' | 'form', publishId: number) => setOpened({ what, publishId });
  const draft = useReopenedDraft<PublicationDraft>('publication list', ({ publishId }) => open('form', publishId));
  const { rows = [], total = 0 } = list.data ?? {};
  const tabs = [undefined, ...PUBLICATION_STATUSES.filter((status) => status !== 'recalled')].map((status) => ({
    key: status ?? '',
    label: `${status ? statusName(status) : '全部'} ${counts.data ? (status ? counts.data[status] : PUBLICATION_STATUSES.reduce((sum, one) => sum + (counts.data[one] ?? 0), 0)) : ''}`,
  }));
  const actions = { open, events, may };
  const change: TableProps<Publication>['onChange'] = (to, _filters, sorter) => {
    setPage({ pageNum: to.current ?? 1, pageSize: to.pageSize ?? PAGE_SIZE });
    setSort(chosenOrder(sorter));
  };

  return (
    <section className="desk-card" aria-labelledby="page-title">
      <h1 id="page-title" style={{ position: 'absolute', clip: 'rect(0 0 0 0)' }}>
        出版物列表
      </h1>
      <Tabs
        items={tabs}
        activeKey={filter.status ?? ''}
        onChange={(key) => search({ ...without(filter, 'status'), ...(key ? { status: key as PublicationStatus } : {}) })}
        style={{ paddingInline: 16 }}
      />
      <search>
        <form
          className="desk-filters"
          onSubmit={(event) => {
            event.preventDefault();
            search(typed);
          }}
        >
          <Input
            aria-label="书名"
            placeholder="书名"
            allowClear
            value={typed.title ?? ''}
            onChange={(e) => setTyped({ ...typed, title: e.target.value })}
            style={{ width: 180 }}
          />
          {narrow ? null : (
            <>
              <Input
                aria-label="作者"
                placeholder="作者"
                allowClear
                value={typed.authorsText ?? ''}
                onChange={(e) => setTyped({ ...typed, authorsText: e.target.value })}
                style={{ width: 140 }}
              />
              <Input
                aria-label="书号"
                placeholder="书号"
                allowClear
                value={typed.isbn ?? ''}
                onChange={(e) => setTyped({ ...typed, isbn: e.target.value })}
                style={{ width: 180 }}
              />
              <TreeSelect
                aria-label="分类"
                placeholder="分类"
                allowClear
                treeDefaultExpandAll
                treeData={categories}
                {...(typed.archiveTypeId ? { value: typed.archiveTypeId } : {})}
                onChange={(value: number | undefined) => setTyped(value ? { ...typed, archiveTypeId: value } : without(typed, 'archiveTypeId'))}
                style={{ width: 150 }}
              />
              <Select
                aria-label="价格"
                placeholder="价格"
                allowClear
                options={[
                  { value: '1', label: '免费' },
                  { value: '0', label: '付费' },
                ]}
                value={typed.isFree ?? null}
                onChange={(value: '0' | '1' | undefined) => setTyped(value ? { ...typed, isFree: value } : without(typed, 'isFree'))}
                style={{ width: 110 }}
              />
            </>
          )}
          <Button onClick={() => search(filter.status ? { status: filter.status } : {})}>重置</Button>
          <Button type="primary" htmlType="submit">
            查询
          </Button>
        </form>
      </search>
      <div className="desk-toolbar">
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
          <Button danger icon={<DeleteOutlined />} disabled={chosen.length === 0} onClick={() => events.askRemove(chosen, () => setChosen([]))}>
            删除
          </Button>
        ) : null}
        {chosen.length > 0 ? <span className="soft">已选 {chosen.length} 项</span> : null}
        <span className="grow" />
        <Button icon={<ReloadOutlined />} aria-label="刷新" onClick={() => void list.refetch()} />
      </div>
      {list.isError ? (
        <Result status="error" title="加载失败" subTitle={wordsOf(list.error)} extra={<Button onClick={() => void list.refetch()}>重试</Button>} />
      ) : narrow ? (
        <>
          {list.isPending ? <Skeleton active style={{ padding: 16 }} /> : <PublicationCards rows={rows} {...actions} />}
          <div style={{ padding: 12 }}>
            <Pagination simple current={page.pageNum} pageSize={page.pageSize} total={total} onChange={(pageNum) => setPage({ ...page, pageNum })} />
          </div>
        </>
      ) : (
        <Table<Publication>
          rowKey="publishId"
          size="medium"
          columns={withOrder(publicationColumns(actions), sort)}
          dataSource={rows}
          loading={list.isPending}
          pagination={listPaging(page, total, narrow, setPage)}
          onChange={change}
          scroll={{ x: 1200 }}
          locale={{ emptyText: '暂无出版物' }}
          rowSelection={{
            selectedRowKeys: chosen.map((row) => row.publishId),
            onChange: (_keys, selected) => setChosen(selected),
            getCheckboxProps: (row) => ({ 'aria-label': `选择《${row.title}》` }) as object,
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
      {opened?.what === 'detail' ? (
        <PublicationDetail
          publishId={opened.publishId}
          onClose={() => setOpened(null)}
          onEdit={() => open('form', opened.publishId)}
          actions={actions}
        />
      ) : null}
      {opened?.what === 'form' ? <PublicationForm publishId={opened.publishId} draft={draft} onClose={() => setOpened(null)} /> : null}
    </section>
  );
}

function without<T extends object, K extends keyof T>(value: T, key: K): Omit<T, K> {
  const { [key]: _gone, ...rest } = value;
  return rest;
}
