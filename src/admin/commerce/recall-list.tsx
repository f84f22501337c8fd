import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Descriptions, Empty, Skeleton, Table, type TableColumnsType } from 'antd';
import { confirmRecall, RECALL_PARTS, recallList, type RecallPart, type RecallRow } from '../../../contract/commerce/recall.ts';
import { refundMachine } from '../../../contract/commerce/refund.machine.ts';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { yuan } from '../../../contract/money.ts';
import { allOf } from '../../api/all-of.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { price } from '../../format/number.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useOpenRow } from '../crud/use-open-row.ts';
import { usePageList } from '../crud/use-page-list.ts';
import { useActs } from '../crud/use-resource.tsx';
import { TaskList } from '../manuscript/task-list.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { useNarrow } from '../ui/use-device.ts';

const amount = (fen: number) => <span className="money-cell">{yuan(fen)}</span>;
const partOf = (row: RecallRow, name: RecallPart) => row.parts.find(({ part }) => part === name) ?? { lines: 0, fen: 0 };

/** Where the refunds of a recall are. */
function Progress({ row }: { row: RecallRow }) {
  if (row.lines === 0) return <StateTag machine={refundMachine} state="cancelled" words="没有买家" />;
  if (row.confirmedBy === '') return <StateTag machine={refundMachine} state="approved" />;
  const done = partOf(row, 'done').lines === row.lines;
  return <StateTag machine={refundMachine} state={done ? 'done' : 'sending'} {...(done ? { words: '已全部退款' } : {})} />;
}

/** The refunds of all buyers of recalled works: confirmed by a second person, then made in the background. */
export function RecallList() {
  const { id: open, open: show, close } = useOpenRow();
  const { page, setPage } = usePageList({});
  const list = useQuery({ ...queryOf(recallList, { query: page }), placeholderData: (before) => before });
  const act = (row: RecallRow) => (
    <button type="button" className="row-act" onClick={() => show(row.recallId)}>
      {row.mayConfirm && row.lines > 0 ? '复核' : '查看'}
    </button>
  );
  const columns: TableColumnsType<RecallRow> = [
    { title: '作品', dataIndex: 'title', width: 220, ellipsis: true, render: inTitleMarks },
    { title: '进度', key: 'state', width: 110, render: (_value, row) => <Progress row={row} /> },
    { title: '召回原因', dataIndex: 'reason', width: 200, ellipsis: true },
    { title: '买家', dataIndex: 'buyers', width: 80, align: 'right' },
    { title: '应退', dataIndex: 'fen', width: 110, align: 'right', render: amount },
    { title: '已退', key: 'done', width: 110, align: 'right', render: (_value, row) => amount(partOf(row, 'done').fen) },
    { title: '召回人', dataIndex: 'recalledBy', width: 110, ellipsis: true },
    { title: '召回时间', dataIndex: 'createTime', width: 170 },
    { title: '操作', key: 'actions', width: 80, render: (_value, row) => act(row) },
  ];
  return (
    <>
      <TaskList
        list={list}
        rowKey="recallId"
        columns={columns}
        width={1190}
        empty="没有召回的作品"
        page={page}
        setPage={setPage}
        card={(row) => (
          <>
            <strong>{inTitleMarks(row.title)}</strong> <Progress row={row} />
            <div className="soft">
              {row.reason} · {row.buyers} 位买家 · 应退 {price(row.fen)} · {row.createTime.slice(0, 16)}
            </div>
            {act(row)}
          </>
        )}
      />
      {open ? <RecallDrawer key={open} recallId={open} onClose={close} /> : null}
    </>
  );
}

function RecallDrawer({ recallId, onClose }: { recallId: number; onClose: () => void }) {
  const narrow = useNarrow();
  const found = useQuery({ ...queryOf(recallList, { query: { recallId } }), staleTime: 0 });
  const [row] = found.data?.rows ?? [];
  return (
    <Drawer open size={narrow ? '100%' : 560} title={row ? `召回${inTitleMarks(row.title)}` : '召回'} onClose={onClose}>
      {row ? (
        <Batch row={row} onClose={onClose} />
      ) : found.isError ? (
        <LoadFailed query={found} />
      ) : found.isPending ? (
        <Skeleton active />
      ) : (
        <Empty description="没有这个召回批次" />
      )}
    </Drawer>
  );
}

function Batch({ row, onClose }: { row: RecallRow; onClose: () => void }) {
  const client = useQueryClient();
  const { ask } = useActs(() => client.invalidateQueries(allOf(recallList)));
  const confirm = () =>
    ask(
      {
        title: `给 ${row.buyers} 位买家退款 ${price(row.fen)}？`,
        content: '每一笔都全额原路退回。已开票的先红冲，再由财务逐笔复核。',
        verb: '复核通过，开始退款',
      },
      async () => {
        await call(confirmRecall, { params: { recallId: row.recallId } });
        onClose();
      },
      '已复核，退款在后台进行',
    );
  return (
    <>
      <Descriptions
        bordered
        size="small"
        column={1}
        items={[
          { key: 'state', label: '进度', children: <Progress row={row} /> },
          { key: 'reason', label: '召回原因', children: row.reason },
          { key: 'by', label: '召回人', children: `${row.recalledBy || '系统'}，${row.createTime}` },
          ...(row.confirmedBy ? [{ key: 'second', label: '复核人', children: `${row.confirmedBy}，${row.confirmedAt}` }] : []),
          { key: 'buyers', label: '买家', children: `${row.buyers} 位` },
        ]}
      />
      <Table
        style={{ marginTop: 16 }}
        size="small"
        rowKey="part"
        pagination={false}
        dataSource={row.parts}
        columns={[
          { title: '退款', dataIndex: 'part', render: (part: RecallPart) => RECALL_PARTS[part] },
          { title: '笔数', dataIndex: 'lines', width: 90, align: 'right' },
          { title: '金额', dataIndex: 'fen', width: 130, align: 'right', render: amount },
        ]}
        summary={() => (
          <Table.Summary.Row>
            <Table.Summary.Cell index={0}>
              <strong>合计</strong>
            </Table.Summary.Cell>
            <Table.Summary.Cell index={1} align="right">
              <strong>{row.lines}</strong>
            </Table.Summary.Cell>
            <Table.Summary.Cell index={2} align="right">
              <strong>{amount(row.fen)}</strong>
            </Table.Summary.Cell>
          </Table.Summary.Row>
        )}
      />
      {row.confirmedBy || row.lines === 0 ? null : row.mayConfirm ? (
        <Button block type="primary" style={{ marginTop: 16 }} onClick={confirm}>
          复核退款
        </Button>
      ) : (
        <Alert style={{ marginTop: 16 }} type="info" showIcon title="须由另一位财务人员处理" />
      )}
    </>
  );
}
