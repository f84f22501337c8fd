import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Input, Modal, Result, Table } from 'antd';
import { emptyText } from '../crud/list-states.tsx';
import { importTables, listDbTables } from '../../../contract/tool/gen-table.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import type { Tools } from '../crud/resource.ts';
import { errorMessage } from '../ui/error-message.ts';

const PAGE = 10;

/** Selects database tables to generate pages from. */
export function TableImport({ tools, onClose }: { tools: Tools; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [pageNum, setPageNum] = useState(1);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [saving, setSaving] = useState(false);
  const found = useQuery({
    ...queryOf(listDbTables, { query: { tableName: typed, pageNum, pageSize: PAGE } }),
    placeholderData: (before) => before,
    staleTime: 0,
  });
  const save = async (): Promise<void> => {
    setSaving(true);
    const done = await tools.act(() => call(importTables, { query: { tables: chosen.join() } }), `已导入 ${chosen.length} 张表`);
    setSaving(false);
    if (done) onClose();
  };
  return (
    <Modal
      open
      title="导入表"
      width={720}
      onCancel={onClose}
      okText={chosen.length > 0 ? `导入 ${chosen.length} 张表` : '导入'}
      okButtonProps={{ disabled: chosen.length === 0, loading: saving }}
      onOk={() => void save()}
    >
      <Input.Search
        aria-label="查找表"
        placeholder="表名称"
        allowClear
        onSearch={(text) => {
          setTyped(text.trim());
          setPageNum(1);
        }}
        style={{ marginBottom: 12 }}
      />
      {found.isError ? <Result status="warning" title="加载失败" subTitle={errorMessage(found.error)} /> : null}
      <Table
        rowKey="tableName"
        size="small"
        loading={found.isFetching}
        dataSource={found.data?.rows ?? []}
        columns={[
          { title: '表名称', dataIndex: 'tableName', render: (name: string) => <span className="code">{name}</span> },
          { title: '表描述', dataIndex: 'tableComment', render: (text: string) => text || <span className="soft">—</span> },
        ]}
        rowSelection={{
          selectedRowKeys: [...chosen],
          preserveSelectedRowKeys: true,
          onChange: (keys) => setChosen(keys as string[]),
          getCheckboxProps: (row) => ({ 'aria-label': `选择${row.tableName}` }) as object,
        }}
        pagination={{ current: pageNum, pageSize: PAGE, total: found.data?.total ?? 0, onChange: setPageNum, showSizeChanger: false }}
        locale={{ emptyText: emptyText(found, typed ? '没有找到这个名称的表' : '所有表都已导入') }}
      />
    </Modal>
  );
}
