import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Table } from 'antd';
import { listMerges, undoMerge, type ScholarMerge } from '../../../contract/scholar/merge.ts';
import type { scholar } from '../../../contract/scholar/scholar.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { emptyText } from '../crud/list-states.tsx';
import type { Tools } from '../crud/resource.ts';
import { Drawer } from '../ui/drawer.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

const PAGE = 10;

const stateOf = (row: ScholarMerge): string =>
  row.undoneTime ? `${row.undoneBy} 于 ${row.undoneTime.slice(0, 16)} 撤销` : row.undoable ? `${row.undoUntil.slice(0, 10)} 前可撤销` : '已过撤销期';

/** The merges of scholars, newest first; a merge may be undone for 90 days. */
export function MergeList({ tools, onClose }: { tools: Tools<typeof scholar>; onClose: () => void }) {
  useRestoreFocus();
  const narrow = useNarrow();
  const client = useQueryClient();
  const [pageNum, setPageNum] = useState(1);
  const list = useQuery({ ...queryOf(listMerges, { query: { pageNum, pageSize: PAGE } }), staleTime: 0 });
  const undo = (row: ScholarMerge) =>
    tools.ask(
      {
        title: `撤销「${row.mergedName}」并入「${row.keptName}」？`,
        content: '当时移走的作品、资讯、关注和绑定用户会移回去，旧地址重新打开原来的主页。',
        verb: '撤销合并',
      },
      async () => {
        await call(undoMerge, { params: { mergeId: row.mergeId } });
        await client.invalidateQueries(allOf(listMerges));
      },
      '已撤销合并',
    );
  return (
    <Drawer open size={narrow ? '100%' : 760} title="合并记录" onClose={onClose}>
      <Table
        rowKey="mergeId"
        size="small"
        loading={list.isPending}
        dataSource={list.data?.rows ?? []}
        locale={{ emptyText: emptyText(list, '还没有合并过学者') }}
        pagination={{ current: pageNum, pageSize: PAGE, total: list.data?.total ?? 0, onChange: setPageNum, showSizeChanger: false }}
        scroll={{ x: 640 }}
        columns={[
          { title: '并入的学者', dataIndex: 'mergedName', width: 120 },
          { title: '保留的学者', dataIndex: 'keptName', width: 120 },
          { title: '操作人', dataIndex: 'createBy', width: 100 },
          { title: '合并时间', dataIndex: 'createTime', width: 150 },
          { title: '状态', key: 'state', width: 170, render: (_value, row) => stateOf(row) },
          {
            title: '操作',
            key: 'undo',
            width: 80,
            render: (_value, row) =>
              row.undoable && tools.may('structure:scholar:edit') ? (
                <Button type="link" size="small" aria-label={`撤销合并${row.mergedName}`} onClick={() => undo(row)}>
                  撤销
                </Button>
              ) : null,
          },
        ]}
      />
    </Drawer>
  );
}
