import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio/react';
import { TITLE_TYPES } from '../../../contract/commerce/invoice-limits.ts';
import { addInvoiceTitle, editInvoiceTitle, removeInvoiceTitle, type InvoiceTitle } from '../../../contract/commerce/invoice.ts';
import { call } from '../../api/call.ts';
import { confirm, toast, toastError } from '../frame/dialogs.ts';
import { network } from '../frame/network.store.ts';
import { Sheet } from '../frame/sheet.tsx';
import { refreshTitles, titles } from './invoice-queries.ts';
import { EMPTY_TITLE, titleFault, TitleFields, type TitleDraft } from './title-fields.tsx';

/** The saved titles, with a form for each. */
export function TitleList() {
  const { online } = useSnapshot(network);
  const found = useQuery(titles());
  const [open, setOpen] = useState<InvoiceTitle | 'new' | null>(null);
  const list = found.data?.titles ?? [];
  const remove = async ({ titleId, title }: InvoiceTitle): Promise<void> => {
    try {
      if (!(await confirm('删除抬头', `“${title}”删除后，已开的发票不受影响。`, '删除'))) return;
      await call(removeInvoiceTitle, { params: { titleId } });
      await refreshTitles();
    } catch (error) {
      void toastError(error);
    }
  };
  return (
    <section className="card invoice-title-list" aria-label="发票抬头">
      <div className="order-head">
        <h2>发票抬头</h2>
        <button type="button" className="text-link" disabled={!online} onClick={() => setOpen('new')}>
          新增
        </button>
      </div>
      {list.length === 0 && found.isSuccess ? <p className="meta">还没有保存的抬头，开票时会自动保存。</p> : null}
      <ul>
        {list.map((one) => (
          <li key={one.titleId}>
            <span className="pay-line-words">
              <span>
                {one.title}
                {one.isDefault ? <span className="meta"> · 默认</span> : null}
              </span>
              <span className="meta">{[TITLE_TYPES[one.titleType], one.taxNo, one.email].filter(Boolean).join(' · ')}</span>
            </span>
            <button type="button" className="text-link" disabled={!online} aria-label={`修改${one.title}`} onClick={() => setOpen(one)}>
              修改
            </button>
            <button type="button" className="text-link" disabled={!online} aria-label={`删除${one.title}`} onClick={() => void remove(one)}>
              删除
            </button>
          </li>
        ))}
      </ul>
      {open ? <TitleSheet title={open === 'new' ? null : open} close={() => setOpen(null)} /> : null}
    </section>
  );
}

function TitleSheet({ title, close }: { title: InvoiceTitle | null; close: () => void }) {
  const { titleId, ...stored } = title ?? { titleId: 0, ...EMPTY_TITLE };
  const [draft, setDraft] = useState<TitleDraft>(stored);
  const fault = titleFault(draft, 'normal');
  const save = useMutation({
    mutationFn: () => (title ? call(editInvoiceTitle, { body: { titleId, ...draft } }) : call(addInvoiceTitle, { body: draft })),
    onSuccess: () => {
      void refreshTitles();
      void toast('已保存');
      close();
    },
  });
  return (
    <Sheet
      title={title ? '修改抬头' : '新增抬头'}
      close={close}
      foot={
        <div className="pay-foot">
          <button
            type="button"
            className="button button-fill button-tall button-wide"
            disabled={fault !== '' || save.isPending}
            onClick={() => save.mutate()}
          >
            {fault || '保存'}
          </button>
        </div>
      }
    >
      <div className="refund-form">
        <TitleFields draft={draft} change={setDraft} />
        <label className="invoice-keep">
          <input type="checkbox" checked={draft.isDefault} onChange={({ target }) => setDraft({ ...draft, isDefault: target.checked })} />
          设为默认抬头
        </label>
        <div role="alert" className="pay-fault">
          {save.error?.message}
        </div>
      </div>
    </Sheet>
  );
}
