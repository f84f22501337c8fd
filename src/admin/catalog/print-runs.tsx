import { useQuery } from '@tanstack/react-query';
import { Table } from 'antd';
import { printRuns } from '../../../contract/catalog/publication.ts';
import { yuan } from '../../../contract/money.ts';
import { queryOf } from '../../api/query-client.ts';
import { count } from '../../format/number.ts';
import { emptyText } from '../crud/list-states.tsx';

/** The reprints of a printed work; the first impression is the print run of its release. */
export function PrintRuns({ publishId }: { publishId: number }) {
  const list = useQuery({ ...queryOf(printRuns, { params: { publishId } }), staleTime: 0 });
  return (
    <>
      <Table
        rowKey="printRunId"
        size="small"
        loading={list.isPending}
        dataSource={list.data?.runs ?? []}
        pagination={false}
        scroll={{ x: 480 }}
        locale={{ emptyText: emptyText(list, '还没有登记过重印') }}
        columns={[
          { title: '印次', dataIndex: 'impression', width: 80, render: (impression: number) => `第${impression}次` },
          { title: '印数（册）', dataIndex: 'copies', width: 100, align: 'right', render: count },
          { title: '重印日期', dataIndex: 'printedOn', width: 110 },
          { title: '定价（元）', dataIndex: 'listPriceFen', width: 100, align: 'right', render: yuan },
          { title: '登记人', dataIndex: 'operatorName' },
        ]}
      />
      {list.data && list.data.copies > 0 ? <p className="soft">重印共 {count(list.data.copies)} 册，不含首印。</p> : null}
    </>
  );
}
