import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input, Table, type TableColumnsType } from 'antd';
import { DAY_MS } from '../../../contract/clock.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { listRecycled, purgeRecycled, restoreRecycled, type Bin, type RecycleItem } from '../../../contract/system/recycle-item.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import '../crud/crud.css';
import { listPaging } from '../crud/list-paging.tsx';
import { useActs, useCan } from '../crud/use-resource.tsx';
import { HiddenTitle } from '../ui/page-title.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { emptyText, LoadFailed } from '../crud/list-states.tsx';

const SOON_DAYS = 3;

/** One recycle bin: deleted rows, and how long they can still be restored. */
function RecyclePage({ bin, name }: { bin: Bin; name: string }) {
  const narrow = useNarrow();
  const may = useCan();
  const client = useQueryClient();
  const [now] = useState(() => Date.now());
  const [title, setTitle] = useState('');
  const [page, setPage] = useState({ pageNum: 1, pageSize: PAGE_SIZE });
  const [ticked, setChosen] = useState<readonly number[]>([]);
  const list = useQuery({ ...queryOf(listRecycled, { query: { group: bin, title, ...page } }), placeholderData: (before) => before });
  // Restored and purged rows may appear in any list, so all lists are refetched.
  const { act, ask } = useActs(async () => {
    setChosen([]);
    await client.invalidateQueries();
  });
  const { rows = [], total = 0 } = list.data ?? {};
  // Only visible rows are purged.
  const chosen = rows.map((row) => row.recycleId).filter((recycleId) => ticked.includes(recycleId));
  const what = (ids: readonly number[]): string =>
    ids.length === 1 ? `「${rows.find((row) => row.recycleId === ids[0])?.title ?? ''}」` : `选中的 ${ids.length} 项`;
  const restore = (ids: readonly number[]) => void act(() => call(restoreRecycled, { params: { ids: ids.join() } }), '已恢复');
  const purge = (ids: readonly number[]) =>
    ask(
      { title: `彻底删除${what(ids)}？`, content: '删除后不能恢复。', verb: '彻底删除', danger: true },
      () => call(purgeRecycled, { params: { ids: ids.join() } }),
      '已彻底删除',
    );
  const columns: TableColumnsType<RecycleItem> = [
    { title: '名称', dataIndex: 'title', rowScope: 'row', width: 260, ellipsis: true },
    { title: '类别', dataIndex: 'origin', width: 100 },
    ...(narrow
      ? []
      : [
          { title: '删除人', dataIndex: 'deletedBy', width: 120 },
          { title: '删除时间', dataIndex: 'deletedAt', width: 160 },
        ]),
    { title: '还能恢复', dataIndex: 'expireAt', width: 110, render: (expireAt: string) => <Left expireAt={expireAt} now={now} /> },
    {
      title: '操作',
      key: 'actions',
      width: 170,
      render: (_value, row) => (
        <>
          {may(`recycle:${bin}:restore`) ? (
            <Button type="link" size="small" onClick={() => restore([row.recycleId])}>
              恢复
            </Button>
          ) : null}
          {may(`recycle:${bin}:purge`) ? (
            <Button type="link" size="small" danger onClick={() => purge([row.recycleId])}>
              彻底删除
            </Button>
          ) : null}
        </>
      ),
    },
  ];
  return (
    <section className="admin-card crud" aria-label={name}>
      <HiddenTitle />
      <div className="admin-toolbar">
        {may(`recycle:${bin}:restore`) ? (
          <Button type="primary" disabled={chosen.length === 0} onClick={() => restore(chosen)}>
            恢复
          </Button>
        ) : null}
        {may(`recycle:${bin}:purge`) ? (
          <Button danger disabled={chosen.length === 0} onClick={() => purge(chosen)}>
            彻底删除
          </Button>
        ) : null}
        <span className="soft">30 天后自动彻底删除</span>
        <span className="grow" />
        <Input.Search
          aria-label="名称"
          placeholder="按名称找"
          allowClear
          style={{ width: 220 }}
          onSearch={(value) => (setTitle(value), setPage({ ...page, pageNum: 1 }))}
        />
      </div>
      {list.isError ? (
        <LoadFailed query={list} />
      ) : (
        <Table<RecycleItem>
          rowKey="recycleId"
          size="medium"
          columns={columns}
          dataSource={rows}
          loading={list.isPending}
          scroll={{ x: columns.reduce((sum, column) => sum + Number(column.width), 48) }}
          rowSelection={{
            selectedRowKeys: chosen,
            onChange: (keys) => setChosen(keys as number[]),
            getCheckboxProps: (row) => ({ 'aria-label': `选择${row.title}` }) as object,
          }}
          pagination={{
            ...listPaging(page, total, narrow, setPage),
            onChange: (pageNum, pageSize) => setPage({ pageNum, pageSize }),
          }}
          locale={{ emptyText: emptyText(list, title ? '没有找到' : '回收站是空的') }}
          style={{ paddingInline: narrow ? 0 : 16 }}
        />
      )}
    </section>
  );
}

function Left({ expireAt, now }: { expireAt: string; now: number }) {
  const days = Math.ceil((Date.parse(`${expireAt.replace(' ', 'T')}+08:00`) - now) / DAY_MS);
  return days <= SOON_DAYS ? <strong className="late">还剩 {Math.max(0, days)} 天</strong> : <>还剩 {days} 天</>;
}

/** #121, #135, #136: the recycle bins, the same list with another key. */
export const ContentRecyclePage = () => <RecyclePage bin="content" name="内容回收站" />;
export const ArchiveRecyclePage = () => <RecyclePage bin="archive" name="稿件回收站" />;
export const PublicationRecyclePage = () => <RecyclePage bin="publication" name="出版物回收站" />;
export const UserRecyclePage = () => <RecyclePage bin="user" name="用户回收站" />;
