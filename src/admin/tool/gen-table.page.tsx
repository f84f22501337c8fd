import { useMemo, useState } from 'react';
import { Button } from 'antd';
import CloudDownloadOutlined from '@ant-design/icons/CloudDownloadOutlined';
import ImportOutlined from '@ant-design/icons/ImportOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { batchGenCode, genTable, syncTable, type GenTable } from '../../../contract/tool/gen-table.ts';
import { call } from '../../api/call.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { session } from '../../session/session.store.ts';
import { resource, type Tools } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { CodePreview } from './code-preview.tsx';
import { TableCreate } from './table-create.tsx';
import { TableImport } from './table-import.tsx';
import './tool.css';

type Opened = { readonly what: 'import' | 'create'; readonly tools: Tools } | { readonly what: 'preview'; readonly table: GenTable } | null;

const download = (tables: readonly GenTable[]): Promise<unknown> => receiveFile(batchGenCode, { tables: tables.map((one) => one.tableName).join() });

/** #150: pages of this application, generated from tables. */
export function GenTablePage() {
  const [opened, setOpened] = useState<Opened>(null);
  const navigate = useNavigate();
  const { now } = useSnapshot(session);
  const isAdmin = now.state === 'authenticated' && now.roles.includes('admin');
  const tables = useMemo(
    () =>
      resource(genTable, {
        columns: ['tableName', 'tableComment', 'functionName', 'tplCategory', 'createTime', 'updateTime'],
        search: ['tableName', 'tableComment', 'range'],
        empty: '暂无生成配置，请先导入表',
        cell: { tableName: (row) => <span className="code">{row.tableName}</span> },
        rowActions: (row, tools) => [
          { key: 'edit', label: '编辑', permission: 'tool:gen:edit', run: () => void navigate(`/tool/gen-edit/index/${row.tableId}`) },
          { key: 'preview', label: '预览', permission: 'tool:gen:preview', run: () => setOpened({ what: 'preview', table: row }) },
          {
            key: 'code',
            label: '生成代码',
            permission: 'tool:gen:code',
            run: () => void tools.act(() => download([row]), '代码已下载'),
          },
          {
            key: 'sync',
            label: '同步',
            permission: 'tool:gen:edit',
            run: () =>
              tools.ask(
                {
                  title: `同步「${row.tableName}」的字段？`,
                  content: '新增的字段会加进来，数据库里已没有的字段连同它的设置一起去掉，其余设置不变。',
                  verb: '同步',
                },
                () => call(syncTable, { params: { tableName: row.tableName } }),
                '同步成功',
              ),
          },
        ],
        toolbar: (tools, chosen) => (
          <>
            {tools.may('tool:gen:code') ? (
              <Button
                icon={<CloudDownloadOutlined />}
                disabled={chosen.length === 0}
                onClick={() => void tools.act(() => download(chosen), '代码已下载')}
              >
                生成{chosen.length > 0 ? ` ${chosen.length} 张表的代码` : ''}
              </Button>
            ) : null}
            {tools.may('tool:gen:import') ? (
              <Button icon={<ImportOutlined />} onClick={() => setOpened({ what: 'import', tools })}>
                导入表
              </Button>
            ) : null}
            {isAdmin ? (
              <Button icon={<PlusOutlined />} onClick={() => setOpened({ what: 'create', tools })}>
                新建表
              </Button>
            ) : null}
          </>
        ),
        lost: () => '只删除生成配置，表和数据不受影响；字段的设置不能恢复。',
      }),
    [navigate, isAdmin],
  );
  const close = (): void => setOpened(null);
  return (
    <>
      <ResourcePage resource={tables} />
      {opened?.what === 'import' ? <TableImport tools={opened.tools} onClose={close} /> : null}
      {opened?.what === 'create' ? <TableCreate tools={opened.tools} onClose={close} /> : null}
      {opened?.what === 'preview' ? <CodePreview table={opened.table} onClose={close} /> : null}
    </>
  );
}
