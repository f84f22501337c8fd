import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Table, type TableColumnsType } from 'antd';
import { downloadExport, EXPORT, myExports, removeExports, type ExportFile } from '../../../contract/system/export-file.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { bytes } from '../../format/bytes.ts';
import '../crud/crud.css';
import { emptyText, LoadFailed } from '../crud/list-states.tsx';
import { useActs } from '../crud/use-resource.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { HiddenTitle } from '../ui/page-title.tsx';

const STATES: Readonly<Record<ExportFile['state'], readonly [label: string, tone: string]>> = {
  queued: ['排队中', 'info'],
  running: ['正在导出', 'primary'],
  ready: ['可以下载', 'success'],
  failed: ['没有导出', 'error'],
};
/** While an export is made, its state is asked for this often, in milliseconds. */
const EVERY_MS = 5_000;

/** The user's exports that were too large for one answer. */
export function ExportsPage() {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [loading, setLoading] = useState<number | null>(null);
  const list = useQuery({
    ...queryOf(myExports, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'queued' || one.state === 'running') ? EVERY_MS : false),
  });
  const { ask } = useActs(() => client.invalidateQueries(allOf(myExports)));
  const download = async ({ exportId }: ExportFile) => {
    setLoading(exportId);
    try {
      await receiveFile({ method: downloadExport.method, path: downloadExport.path.replace('{id}', String(exportId)) });
    } catch (error) {
      void message.error(errorMessage(error));
    } finally {
      setLoading(null);
    }
  };
  const remove = (one: ExportFile) =>
    ask(
      { title: `删除${one.createTime}的「${one.name}」？`, content: one.state === 'ready' ? '表格删除后不能恢复。' : '', verb: '删除', danger: true },
      () => call(removeExports, { params: { ids: String(one.exportId) } }),
      '已删除',
    );
  const columns: TableColumnsType<ExportFile> = [
    { title: '内容', dataIndex: 'name', rowScope: 'row', width: 140 },
    {
      title: '状态',
      dataIndex: 'state',
      width: 200,
      render: (state: ExportFile['state'], { reason }) => (
        <>
          <span className={`state-tag tag-${STATES[state][1]}`}>{STATES[state][0]}</span>
          {reason ? <div className="soft">{reason}</div> : null}
        </>
      ),
    },
    { title: '行数', dataIndex: 'rows', width: 100, align: 'right', render: (rows: number) => (rows > 0 ? rows.toLocaleString('zh-CN') : '—') },
    { title: '大小', dataIndex: 'bytes', width: 100, align: 'right', render: (size: number) => (size > 0 ? bytes(size) : '—') },
    { title: '导出时间', dataIndex: 'createTime', width: 160 },
    { title: '保留到', dataIndex: 'expiresAt', width: 160, render: (time: string) => time || '—' },
    {
      title: '操作',
      key: 'actions',
      width: 130,
      render: (_value, row) => (
        <>
          {row.state === 'ready' ? (
            <Button type="link" size="small" loading={loading === row.exportId} onClick={() => void download(row)}>
              下载
            </Button>
          ) : null}
          <Button type="link" size="small" danger onClick={() => remove(row)}>
            删除
          </Button>
        </>
      ),
    },
  ];
  return (
    <section className="admin-card crud" aria-label="我的导出">
      <HiddenTitle />
      <div className="admin-toolbar">
        <span className="soft">
          超过 {EXPORT.directRows.toLocaleString('zh-CN')} 行的导出在后台进行，表格保留 {EXPORT.keptDays} 天，只有您能下载
        </span>
      </div>
      {list.isError ? (
        <LoadFailed query={list} />
      ) : (
        <Table<ExportFile>
          rowKey="exportId"
          size="medium"
          columns={columns}
          dataSource={list.data ?? []}
          loading={list.isPending}
          scroll={{ x: columns.reduce((sum, column) => sum + Number(column.width), 0) }}
          pagination={false}
          locale={{ emptyText: emptyText(list, '没有在后台进行的导出') }}
        />
      )}
    </section>
  );
}
