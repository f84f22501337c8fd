import { TITLE_TYPES, type InvoiceKind, type TitleType } from '../../../contract/commerce/invoice-limits.ts';
import type { InvoiceTitle } from '../../../contract/commerce/invoice.ts';
import { Field } from '../identity/field.tsx';

export type TitleDraft = Omit<InvoiceTitle, 'titleId'>;
export const EMPTY_TITLE: TitleDraft = {
  titleType: 'personal',
  title: '',
  taxNo: '',
  bankInfo: '',
  addressPhone: '',
  email: '',
  isDefault: false,
};
const MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

/** What is missing before a title can be used; empty when nothing is. */
export function titleFault(draft: TitleDraft, kind: InvoiceKind): string {
  if (!draft.title.trim()) return '请填写发票抬头';
  if (draft.titleType === 'company' && !draft.taxNo.trim()) return '请填写纳税人识别号';
  if (kind === 'special' && (draft.titleType !== 'company' || !draft.bankInfo.trim() || !draft.addressPhone.trim()))
    return '专票须填写单位的开户行和账号、地址和电话';
  return MAIL.test(draft.email.trim()) ? '' : '请填写接收发票的邮箱';
}

interface Props {
  readonly draft: TitleDraft;
  readonly change: (draft: TitleDraft) => void;
}

/** The fields of an invoice title; those of a company only for a company. */
export function TitleFields({ draft, change }: Props) {
  const put = (key: keyof TitleDraft) => (value: string) => change({ ...draft, [key]: value });
  const company = draft.titleType === 'company';
  return (
    <div className="title-fields">
      <fieldset>
        <legend className="meta">抬头类型</legend>
        <div className="refund-reasons">
          {(Object.keys(TITLE_TYPES) as TitleType[]).map((type) => (
            <label key={type} className="chip">
              <input
                type="radio"
                name="titleType"
                className="unseen"
                checked={draft.titleType === type}
                onChange={() => change({ ...draft, titleType: type })}
              />
              <span>{TITLE_TYPES[type]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <Field name="title" label="发票抬头" value={draft.title} change={put('title')} maxLength={100} placeholder={company ? '单位全称' : '姓名'} />
      {company ? (
        <>
          <Field name="taxNo" label="税号" value={draft.taxNo} change={put('taxNo')} maxLength={24} placeholder="18位统一社会信用代码" />
          <Field
            name="bankInfo"
            label="开户行"
            value={draft.bankInfo}
            change={put('bankInfo')}
            maxLength={120}
            placeholder="银行和账号（专票必填）"
          />
          <Field
            name="addressPhone"
            label="地址电话"
            value={draft.addressPhone}
            change={put('addressPhone')}
            maxLength={160}
            placeholder="地址和电话（专票必填）"
          />
        </>
      ) : null}
      <Field name="email" label="邮箱" type="email" value={draft.email} change={put('email')} maxLength={100} placeholder="接收开票通知" />
    </div>
  );
}
