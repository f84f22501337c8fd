import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Skeleton, Table } from 'antd';
import { accessBatchMachine, type AccessBatchEvent } from '../../../contract/textbook/access-batch.machine.ts';
import { accessBatch, accessBatchEvent, batchUsage, printBatch } from '../../../contract/textbook/access-code.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { PublicationSelect } from '../catalog/publication-select.tsx';
import { DictTag } from '../crud/field/dict-tag.tsx';
import { resource, type RowAction, type Tools, type WireRow } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { EventDialog } from '../state-machine/event-dialog.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { Name } from '../ui/name.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

type Row = WireRow<typeof accessBatch>;

const printPath = (batchId: number): string => printBatch.path.replace('{batchId}', String(batchId));

/** Batches of codes: made by one person, issued by another, printed once, frozen when they leak. */
export function CodeBatchList({ onCodes }: { onCodes: (batchId: number) => void }) {
  const { message } = App.useApp();
  const [asked, setAsked] = useState<{ row: Row; event: AccessBatchEvent; tools: Tools<typeof accessBatch> } | null>(null);
  const [usage, setUsage] = useState<Row | null>(null);
  const batches = useMemo(() => {
    const print = (row: Row, tools: Tools<typeof accessBatch>): void =>
      tools.ask(
        {
          title: `生成“${row.name}”的印制文件？`,
          content: row.printedAt
            ? `${row.printedAt} 已由${row.printedBy}生成过一份。重新生成后，上一份文件里的 ${row.count} 个码全部作废。`
            : `会生成 ${row.count} 个激活码并马上下载。服务器不保存激活码，请把文件直接交给印厂并妥善保管。`,
          verb: '生成并下载',
          danger: row.printedAt !== '',
        },
        () => receiveFile({ method: printBatch.method, path: printPath(row.batchId) }),
        '印制文件已下载',
      );
    const steps = (row: Row, tools: Tools<typeof accessBatch>): RowAction<typeof accessBatch>[] =>
      row.can.flatMap((step): RowAction<typeof accessBatch>[] => {
        if (step === 'edit') return [];
        if (step === 'print') return [{ key: step, label: row.printedAt ? '重新生成印制文件' : '生成印制文件', run: () => print(row, tools) }];
        const { label, danger } = accessBatchMachine.events[step];
        return [{ key: step, label, ...(danger ? { danger } : {}), run: () => setAsked({ row, event: step, tools }) }];
      });
    return resource(accessBatch, {
      columns: ['name', 'publishTitle', 'count', 'usedNum', 'voidNum', 'status', 'validTo', 'printedAt', 'printedBy', 'issuedBy', 'updateTime'],
      search: ['name', 'status'],
      form: ['publishId', 'name', 'count', 'validFrom', 'validTo', 'rightDays', 'rightTo', 'remark'],
      detail: [
        'name',
        'publishTitle',
        'count',
        'usedNum',
        'voidNum',
        'validFrom',
        'validTo',
        'rightDays',
        'rightTo',
        'printedAt',
        'printedBy',
        'issuedBy',
        'remark',
        'createBy',
        'createTime',
      ],
      empty: '暂无激活码批次',
      widths: { name: 180, publishTitle: 180, count: 90, usedNum: 90, voidNum: 90, status: 90, validTo: 120, printedBy: 100, issuedBy: 100 },
      cell: { status: (row) => <DictTag type="textbook_code_batch_status" value={row.status} /> },
      control: { publishId: (props) => <PublicationSelect {...props} title={String(props.row?.['publishTitle'] ?? '')} /> },
      locked: (row) => (row.can.includes('edit') ? false : '批次已发行，不能修改和删除'),
      rowActions: (row, tools) => [
        ...steps(row, tools),
        { key: 'usage', label: '使用情况', run: () => setUsage(row) },
        { key: 'codes', label: '查激活码', run: () => onCodes(row.batchId) },
      ],
      lost: () => '草稿删除后不能恢复；还没有生成激活码。',
    });
  }, [onCodes]);
  return (
    <>
      <ResourcePage resource={batches} part="batch" />
      {asked ? (
        <EventDialog
          event={accessBatchMachine.events[asked.event]}
          name={`“${asked.row.name}”`}
          onSend={async (reason) => {
            await call(accessBatchEvent, { params: { event: asked.event, batchId: asked.row.batchId }, body: { reason } });
            void message.success(`已${accessBatchMachine.events[asked.event].label}`);
            await asked.tools.act(() => Promise.resolve());
          }}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {usage ? <Usage row={usage} onClose={() => setUsage(null)} /> : null}
    </>
  );
}

/** The codes of a batch that were used, by day. */
function Usage({ row, onClose }: { row: Row; onClose: () => void }) {
  useRestoreFocus();
  const narrow = useNarrow();
  const found = useQuery({ ...queryOf(batchUsage, { params: { batchId: row.batchId } }), staleTime: 0 });
  return (
    <Drawer open size={narrow ? '100%' : 480} title={<Name>{row.name}</Name>} onClose={onClose}>
      <p>
        共 {row.count} 个，已激活 {row.usedNum} 个，已作废 {row.voidNum} 个。
      </p>
      {found.isError ? <Alert type="error" title={errorMessage(found.error)} /> : null}
      {found.isPending ? <Skeleton active /> : null}
      {found.data ? (
        <Table
          size="small"
          rowKey="day"
          dataSource={found.data.toReversed()}
          pagination={{ pageSize: 20, hideOnSinglePage: true }}
          locale={{ emptyText: '近三个月没有激活' }}
          columns={[
            { title: '日期', dataIndex: 'day' },
            { title: '激活', dataIndex: 'used', align: 'right' },
          ]}
        />
      ) : null}
    </Drawer>
  );
}
