import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { INVOICE_KINDS, type InvoiceKind } from '../../../contract/commerce/invoice-limits.ts';
import { addInvoiceTitle, applyInvoice, invoicePreview } from '../../../contract/commerce/invoice.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { newUuid } from '../../api/new-uuid.ts';
import { price } from '../../format/number.ts';
import { inLatin } from '../../format/script.ts';
import { toast } from '../frame/dialogs.ts';
import { network } from '../frame/network.store.ts';
import { Sheet } from '../frame/sheet.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { INVOICES_PATH, refreshInvoices, refreshTitles, titles } from './invoice-queries.ts';
import { EMPTY_TITLE, titleFault, TitleFields, type TitleDraft } from './title-fields.tsx';

const NEW = 0;

/** Applies for the invoice of an order: its lines and sum, and a saved title or a new one. */
export function InvoiceSheet({ orderNo, close }: { orderNo: string; close: () => void }) {
  const { online } = useSnapshot(network);
  const navigate = useNavigate();
  const asked = useQuery({ ...queryOf(invoicePreview, { params: { orderNo } }), staleTime: 0 });
  const saved = useQuery(titles());
  const [requestId] = useState(newUuid);
  const [kind, setKind] = useState<InvoiceKind>('normal');
  const [picked, pick] = useState<number>();
  const [draft, setDraft] = useState<TitleDraft>(EMPTY_TITLE);
  const [keep, setKeep] = useState(true);
  const list = saved.data?.titles ?? [];
  const chosen = picked ?? list[0]?.titleId ?? NEW;
  const title: TitleDraft = list.find(({ titleId }) => titleId === chosen) ?? draft;
  const apply = useMutation({
    mutationFn: async () => {
      const { titleType, title: name, taxNo, bankInfo, addressPhone, email } = title;
      const fields = { titleType, title: name, taxNo, bankInfo, addressPhone, email };
      await call(applyInvoice, { body: { requestId, orderNos: [orderNo], kind, ...fields } });
      if (chosen === NEW && keep) await call(addInvoiceTitle, { body: { ...fields, isDefault: list.length === 0 } }).catch(() => undefined);
    },
    onSuccess: () => {
      void refreshInvoices();
      void refreshTitles();
      void toast('已提交开票申请');
      close();
      void navigate(INVOICES_PATH);
    },
  });
  const fault = !online ? '联网后可用' : (asked.data?.fault ?? '') || titleFault(title, kind);
  return (
    <Sheet
      title="开发票"
      close={close}
      foot={
        <div className="pay-foot">
          <p className="pay-sum">
            <span className="meta">开票金额</span>
            <b className="price">{price(asked.data?.amountFen ?? 0)}</b>
          </p>
          <button
            type="button"
            className="button button-fill button-tall"
            disabled={fault !== '' || !asked.data || apply.isPending}
            onClick={() => apply.mutate()}
          >
            {apply.isPending ? '正在提交…' : fault || '提交申请'}
          </button>
        </div>
      }
    >
      <div className="refund-form">
        {asked.isPending || saved.isPending ? <Skeleton height={160} /> : null}
        {asked.data ? (
          <ul className="invoice-lines">
            {asked.data.lines.map(({ orderItemId, name, fen }) => (
              <li key={orderItemId}>
                <span className="serif two-lines" {...inLatin(name)}>
                  {name}
                </span>
                <span>{price(fen)}</span>
              </li>
            ))}
          </ul>
        ) : null}
        <fieldset>
          <legend className="meta">发票种类</legend>
          <div className="refund-reasons">
            {(Object.keys(INVOICE_KINDS) as InvoiceKind[]).map((one) => (
              <label key={one} className="chip">
                <input type="radio" name="kind" className="unseen" checked={kind === one} onChange={() => setKind(one)} />
                <span>{INVOICE_KINDS[one]}</span>
              </label>
            ))}
          </div>
        </fieldset>
        {list.length > 0 ? (
          <fieldset className="invoice-titles">
            <legend className="meta">发票抬头</legend>
            {[...list.map(({ titleId, title: name, taxNo }) => ({ titleId, name, taxNo })), { titleId: NEW, name: '新抬头', taxNo: '' }].map(
              ({ titleId, name, taxNo }) => (
                <label key={titleId} className="pay-channel">
                  <span>
                    {name}
                    {taxNo ? <span className="meta"> {taxNo}</span> : null}
                  </span>
                  <input type="radio" name="title" checked={titleId === chosen} onChange={() => pick(titleId)} />
                </label>
              ),
            )}
          </fieldset>
        ) : null}
        {chosen === NEW ? (
          <>
            <TitleFields draft={draft} change={setDraft} />
            <label className="invoice-keep">
              <input type="checkbox" checked={keep} onChange={({ target }) => setKeep(target.checked)} />
              保存这个抬头，下次直接选用
            </label>
          </>
        ) : null}
        <p className="meta">退回的商品不开票；开具后会发消息和邮件给您，也可以在“发票”里下载。</p>
        <div role="alert" className="pay-fault">
          {apply.error?.message ?? asked.error?.message}
        </div>
      </div>
    </Sheet>
  );
}
