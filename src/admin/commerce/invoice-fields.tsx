import { DatePicker, Form, Input } from 'antd';
import dayjs from 'dayjs';
import { issueInvoice, uploadMoneyFile } from '../../../contract/commerce/invoice.ts';
import { metaOf, type StoredFile } from '../../../contract/field.ts';
import { FilesInput } from '../crud/field/files-input.tsx';

export interface IssuedDraft {
  readonly number: string;
  readonly issueDate: string;
  readonly file: readonly StoredFile[];
}
export const newIssued = (): IssuedDraft => ({ number: '', issueDate: dayjs().format('YYYY-MM-DD'), file: [] });

/** 20 digits that begin with the year. */
export const numberFault = ({ number, issueDate }: IssuedDraft): string => {
  const plain = number.replace(/\s/g, '');
  if (plain === '') return '';
  if (!/^\d{20}$/.test(plain)) return `发票号码是20位数字，现在是${plain.length}位`;
  return plain.slice(0, 2) === issueDate.slice(2, 4) ? '' : '发票号码前两位须是开票年份';
};
export const isComplete = (draft: IssuedDraft): boolean =>
  draft.number !== '' && numberFault(draft) === '' && draft.issueDate !== '' && draft.file.length > 0;

interface Props {
  readonly id: string;
  readonly draft: IssuedDraft;
  readonly change: (part: Partial<IssuedDraft>) => void;
}

/** Number, date and file of an issued invoice, blue or red. */
export function IssuedFields({ id, draft, change }: Props) {
  const wrong = numberFault(draft);
  return (
    <>
      <Form.Item label="发票号码" htmlFor={`${id}-number`} required validateStatus={wrong ? 'error' : ''} help={wrong || undefined}>
        <Input
          id={`${id}-number`}
          inputMode="numeric"
          maxLength={30}
          value={draft.number}
          onChange={({ target }) => change({ number: target.value })}
        />
      </Form.Item>
      <Form.Item label="开票日期" htmlFor={`${id}-day`} required>
        <DatePicker
          id={`${id}-day`}
          style={{ width: '100%' }}
          allowClear={false}
          value={dayjs(draft.issueDate)}
          disabledDate={(day) => day.isAfter(dayjs(), 'day')}
          onChange={(next) => change({ issueDate: next?.format('YYYY-MM-DD') ?? '' })}
        />
      </Form.Item>
      <Form.Item label="发票文件" htmlFor={`${id}-file`} required>
        <FilesInput
          id={`${id}-file`}
          to={uploadMoneyFile}
          meta={metaOf(issueInvoice.body.shape.file)}
          value={draft.file}
          onChange={(file) => change({ file })}
        />
      </Form.Item>
    </>
  );
}
