import { allOf } from '../../api/all-of.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Descriptions, Table, Typography } from 'antd';
import { Link } from 'react-router-dom';
import { INVOICE_KINDS, TITLE_TYPES } from '../../../contract/commerce/invoice-limits.ts';
import { invoiceMachine } from '../../../contract/commerce/invoice.machine.ts';
import { invoiceList, invoiceSums, rejectInvoice, type StaffInvoice } from '../../../contract/commerce/invoice.ts';
import { yuan } from '../../../contract/money.ts';
import { call } from '../../api/call.ts';
import { price } from '../../format/number.ts';
import { useActs } from '../crud/use-resource.tsx';
import { DecisionForm } from '../state-machine/decision-form.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { InvoiceIssue } from './invoice-issue.tsx';
import { InvoiceReds } from './invoice-reds.tsx';
import { VoucherLink } from './voucher-link.tsx';

const amount = (fen: number) => <span className="money-cell">{yuan(fen)}</span>;
const copyable = { tooltips: ['复制', '已复制'] };
/** 900 → 9 % */
export const percent = (bp: number): string => `${bp / 100}%`;

/** Everything that an invoice is made from, and what can be done with it now. */
export function InvoiceDetail({ row, onClose }: { row: StaffInvoice; onClose: () => void }) {
  const client = useQueryClient();
  const refresh = async (): Promise<void> => {
    await client.invalidateQueries(allOf(invoiceList));
    await client.invalidateQueries(allOf(invoiceSums));
  };
  const { act } = useActs(refresh);
  const reject = async (_event: string, reason: string, label: string): Promise<void> => {
    if (await act(() => call(rejectInvoice, { params: { invoiceId: row.invoiceId }, body: { reason } }), `已${label}`)) onClose();
  };
  const facts: readonly (readonly [label: string, value: React.ReactNode])[] = [
    ['状态', <StateTag key="state" machine={invoiceMachine} state={row.status} />],
    ['种类', INVOICE_KINDS[row.kind]],
    [
      '抬头',
      <Typography.Text key="title" copyable={copyable}>
        {row.title}
      </Typography.Text>,
    ],
    ['抬头类型', TITLE_TYPES[row.titleType]],
    ...(row.taxNo
      ? [
          [
            '税号',
            <Typography.Text key="tax" copyable={copyable}>
              {row.taxNo}
            </Typography.Text>,
          ] as const,
        ]
      : []),
    ...(row.bankInfo ? [['开户行账号', row.bankInfo] as const] : []),
    ...(row.addressPhone ? [['地址电话', row.addressPhone] as const] : []),
    ['邮箱', row.email],
    ['申请人', `${row.nickName}（${row.userName}），${row.createTime}`],
    [
      '订单',
      row.orderNos.map((orderNo) => (
        <div key={orderNo}>
          <Link className="code" to={`/pay/order?order=${orderNo}`}>
            {orderNo}
          </Link>
        </div>
      )),
    ],
    ...(row.invoiceNumber
      ? ([
          [
            '发票号码',
            <Typography.Text key="number" copyable={copyable}>
              {row.invoiceNumber}
            </Typography.Text>,
          ],
          ['开票', `${row.issueDate}，${row.issuedBy}`],
          ['文件', <VoucherLink key="file" path={`/pay/invoice/file/${row.invoiceId}`} name={row.fileName} />],
        ] as const)
      : []),
    ...(row.note ? [['说明', row.note] as const] : []),
    ...(row.reason ? [['原因', row.reason] as const] : []),
  ];
  return (
    <>
      {row.fault ? (
        <Alert style={{ marginBottom: 16 }} type="error" showIcon title={`${row.fault}：商品已退款或正在退款，请驳回后由买家重新申请`} />
      ) : null}
      <Descriptions bordered size="small" column={1} items={facts.map(([label, children]) => ({ key: label, label, children }))} />
      <section className="order-part">
        <h2>商品</h2>
        <Table
          size="small"
          rowKey="lineId"
          dataSource={row.lines}
          pagination={false}
          scroll={{ x: 640 }}
          columns={[
            { title: '名称', dataIndex: 'name' },
            { title: '分类编码', dataIndex: 'goodsCode', width: 100, render: (text: string) => text || '—' },
            { title: '不含税', dataIndex: 'netFen', width: 90, align: 'right', render: amount },
            { title: '税率', dataIndex: 'rateBp', width: 70, align: 'right', render: percent },
            { title: '税额', dataIndex: 'taxFen', width: 80, align: 'right', render: amount },
            { title: '价税合计', dataIndex: 'fen', width: 100, align: 'right', render: amount },
          ]}
          summary={() => (
            <Table.Summary.Row>
              <Table.Summary.Cell index={0} colSpan={2}>
                合计
              </Table.Summary.Cell>
              <Table.Summary.Cell index={2} align="right">
                {amount(row.netFen)}
              </Table.Summary.Cell>
              <Table.Summary.Cell index={3} />
              <Table.Summary.Cell index={4} align="right">
                {amount(row.taxFen)}
              </Table.Summary.Cell>
              <Table.Summary.Cell index={5} align="right">
                <strong>{amount(row.amountFen)}</strong>
              </Table.Summary.Cell>
            </Table.Summary.Row>
          )}
        />
        {row.leftFen < row.amountFen && row.invoiceNumber ? <p className="soft">红冲后余 {price(row.leftFen)}</p> : null}
      </section>
      <InvoiceReds row={row} refresh={refresh} />
      {row.events.includes('issue') && !row.fault ? <InvoiceIssue key={row.invoiceId} row={row} refresh={refresh} done={onClose} /> : null}
      <DecisionForm
        machine={invoiceMachine}
        state={row.status}
        label="驳回原因"
        hint="申请人会看到"
        most={200}
        can={row.events.filter((event) => event === 'reject')}
        decide={reject}
      />
    </>
  );
}
