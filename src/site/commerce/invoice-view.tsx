import { useState } from 'react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useSnapshot } from 'valtio/react';
import { Link } from 'react-router-dom';
import { INVOICE_KINDS } from '../../../contract/commerce/invoice-limits.ts';
import { invoiceMachine } from '../../../contract/commerce/invoice.machine.ts';
import { askRedInvoice, cancelInvoice, ownInvoiceFile, type InvoiceCard } from '../../../contract/commerce/invoice.ts';
import { call } from '../../api/call.ts';
import { FAILURES } from '../../api/failure-table.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { configValue } from '../../../contract/system/config.ts';
import { shortDate } from '../../format/date.ts';
import { price } from '../../format/number.ts';
import { confirm, toast, toastError } from '../frame/dialogs.ts';
import { More } from '../frame/load-more.tsx';
import { network } from '../frame/network.store.ts';
import { Sheet } from '../frame/sheet.tsx';
import { Empty, Failed } from '../frame/state.tsx';
import { orderPath, ORDERS_PATH } from './commerce-queries.ts';
import { invoices, refreshInvoices } from './invoice-queries.ts';
import { OfflineNote, OrdersSkeleton } from './order-states.tsx';
import { TitleList } from './title-list.tsx';

/** The invoices of the reader, and the saved titles. */
export function InvoiceView() {
  const list = useInfiniteQuery(invoices());
  const rows = list.data?.pages.flatMap((page) => page.rows);
  if (list.isError && !rows) return <Failed error={list.error} retry={() => void list.refetch()} to={ORDERS_PATH} action="我的订单" />;
  if (!rows) return <OrdersSkeleton />;
  return (
    <>
      <OfflineNote error={list.error} />
      {rows.length === 0 ? (
        <Empty drawing="lamp" title="还没有发票" reason="在已支付的订单上点“开发票”，进度和文件都会在这里。" to={ORDERS_PATH} action="我的订单" />
      ) : (
        <>
          <ul className="orders-list">
            {rows.map((card) => (
              <li key={card.invoiceId}>
                <InvoiceCardView card={card} />
              </li>
            ))}
          </ul>
          <More list={list} end={`共 ${list.data?.pages[0]?.total ?? 0} 张发票`} />
        </>
      )}
      <TitleList />
    </>
  );
}

/** S8.13: a file that cannot be fetched names the telephone of the staff. */
async function failedDownload(): Promise<void> {
  const phone = await queryClient
    .fetchQuery(queryOf(configValue, { params: { key: 'site.phone' } }))
    .then((answer) => (answer as { msg?: string } | undefined)?.msg ?? '')
    .catch(() => '');
  void toast(FAILURES.publicDownload(phone).words);
}

function InvoiceCardView({ card }: { card: InvoiceCard }) {
  const { online } = useSnapshot(network);
  const [asking, setAsking] = useState(false);
  const { status, reds } = card;
  const state = invoiceMachine.states[status];
  const cancel = useMutation({
    mutationFn: async () => {
      if (!(await confirm('撤销申请', '撤销后可以重新申请开票。', '撤销申请'))) return;
      await call(cancelInvoice, { params: { invoiceId: card.invoiceId } });
      await refreshInvoices();
    },
    onError: (error) => void toastError(error),
  });
  const download = useMutation({
    mutationFn: () => receiveFile({ method: 'GET', path: ownInvoiceFile.path.replace('{invoiceId}', String(card.invoiceId)) }),
    onError: () => void failedDownload(),
  });
  return (
    <article className="card order-card" aria-label={`发票 ${card.applyNo}`}>
      <div className="order-head">
        <span className="order-name">
          <span>{card.title}</span>
          <span className="meta">
            {INVOICE_KINDS[card.kind]} · {shortDate(card.createTime)}申请
          </span>
        </span>
        <span className="order-state" data-tone={state.tone}>
          {status === 'issued' && card.leftFen < card.amountFen ? '部分红冲' : state.label}
        </span>
      </div>
      <ul className="invoice-lines">
        {card.lines.map((line) => (
          <li key={line.lineId}>
            <span className="two-lines">{line.name}</span>
            <span>{price(line.fen)}</span>
          </li>
        ))}
      </ul>
      <p className="order-sums">
        <span className="meta">税额 {price(card.taxFen)}</span>
        <span>
          价税合计 <b className="price">{price(card.amountFen)}</b>
        </span>
      </p>
      {card.invoiceNumber ? <p className="meta invoice-number">发票号码 {card.invoiceNumber}</p> : null}
      {card.reason && (status === 'rejected' || status === 'failed') ? <p className="pay-fault">{card.reason}</p> : null}
      {reds.map((red) => (
        <div key={red.redId} className="order-refund">
          <span>
            红字 {price(-red.fen)} · {red.number ? red.number : red.confirmState === 'waiting' ? '等待购买方确认' : '办理中'}
          </span>
        </div>
      ))}
      <div className="order-acts">
        <span className="meta">
          {card.orderNos.map((orderNo) => (
            <Link key={orderNo} className="text-link" to={orderPath(orderNo)}>
              查看订单
            </Link>
          ))}
        </span>
        {card.can.includes('cancel') ? (
          <button type="button" className="button button-line" disabled={!online || cancel.isPending} onClick={() => cancel.mutate()}>
            撤销申请
          </button>
        ) : null}
        {card.can.includes('red') ? (
          <button type="button" className="button button-line" disabled={!online} onClick={() => setAsking(true)}>
            申请红冲
          </button>
        ) : null}
        {card.can.includes('download') ? (
          <button type="button" className="button button-fill" disabled={!online || download.isPending} onClick={() => download.mutate()}>
            下载
          </button>
        ) : null}
      </div>
      {asking ? <RedSheet card={card} close={() => setAsking(false)} /> : null}
    </article>
  );
}

const NOTE_MOST = 200;

function RedSheet({ card, close }: { card: InvoiceCard; close: () => void }) {
  const [note, setNote] = useState('');
  const ask = useMutation({
    mutationFn: () => call(askRedInvoice, { params: { invoiceId: card.invoiceId }, body: { note } }),
    onSuccess: () => {
      void refreshInvoices();
      void toast('已提交，红冲后可以重新申请开票');
      close();
    },
  });
  return (
    <Sheet
      title="申请红冲"
      close={close}
      foot={
        <div className="pay-foot">
          <button
            type="button"
            className="button button-fill button-tall button-wide"
            disabled={note.trim() === '' || ask.isPending}
            onClick={() => ask.mutate()}
          >
            {note.trim() === '' ? '请写明原因' : '提交申请'}
          </button>
        </div>
      }
    >
      <div className="refund-form">
        <p>
          发票 {card.invoiceNumber}，{price(card.leftFen)}。红冲后这张发票作废，商品可以重新申请开票。
        </p>
        <textarea
          aria-label="为什么要红冲"
          placeholder="例如：抬头写错了，应为…"
          maxLength={NOTE_MOST}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <div role="alert" className="pay-fault">
          {ask.error?.message}
        </div>
      </div>
    </Sheet>
  );
}
