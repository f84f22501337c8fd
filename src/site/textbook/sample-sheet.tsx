import { type SyntheticEvent, useId, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { BookCard } from '../../../contract/catalog/book.ts';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { sendFeedback } from '../../../contract/system/feedback.ts';
import { call } from '../../api/call.ts';
import { useStoredForm } from '../../drafts/use-stored-form.ts';
import { toast } from '../frame/dialogs.ts';
import { Sheet } from '../frame/sheet.tsx';

const FIELDS = [
  ['school', '学校与院系', 60, 'organization'],
  ['course', '课程与人数', 60, 'off'],
  ['address', '收件人与地址', 120, 'street-address'],
  ['contact', '联系电话', 50, 'tel'],
] as const;

/** A teacher asks for a sample copy: the request becomes a feedback, which the publisher answers. */
export function SampleSheet({ book, close }: { book: BookCard; close: () => void }) {
  const id = useId();
  const form = useStoredForm('sample-copy', { school: '', course: '', address: '', contact: '' });
  const [tried, setTried] = useState(false);
  const { school, course, address, contact } = form.values;
  const lacking = FIELDS.filter(([name]) => form.values[name].trim() === '');
  const send = useMutation({
    mutationFn: () =>
      call(
        sendFeedback,
        {
          body: {
            type: 'other',
            content: `申请样书：${inTitleMarks(book.title)}（${book.publishId}）\n学校与院系：${school}\n课程与人数：${course}\n收件人与地址：${address}`,
            images: [],
            contact,
          },
        },
        { known: true },
      ),
    onSuccess: () => {
      form.saved();
      void toast('已收到您的样书申请，回复会发到您的消息');
      close();
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    setTried(true);
    if (lacking.length === 0 && !send.isPending) send.mutate();
  };
  return (
    <Sheet
      title="申请样书"
      close={close}
      foot={
        <button type="submit" form={id} className="button button-fill button-tall button-wide" disabled={send.isPending}>
          {send.isPending ? '正在提交' : '提交申请'}
        </button>
      }
    >
      <form id={id} className="textbook-form" onSubmit={submit} noValidate>
        <p className="meta">{inTitleMarks(book.title)}，样书供教师选用教材时参考。</p>
        {FIELDS.map(([name, label, most, complete]) => (
          <label key={name}>
            <span>{label}</span>
            <input
              name={name}
              value={form.values[name]}
              maxLength={most}
              autoComplete={complete}
              aria-invalid={tried && form.values[name].trim() === ''}
              onChange={(event) => form.change({ [name]: event.target.value })}
            />
          </label>
        ))}
        <p className="wrong" role="alert">
          {tried && lacking.length > 0 ? `请填写${lacking.map(([, label]) => label).join('、')}` : send.error ? send.error.message : ''}
        </p>
      </form>
    </Sheet>
  );
}
