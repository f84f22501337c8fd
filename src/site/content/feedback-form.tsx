import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { MB } from '../../../contract/limits.ts';
import { sendFeedback } from '../../../contract/system/feedback.ts';
import { upload } from '../../../contract/system/file.ts';
import { acceptOf, useUploadRules } from '../../api/upload-rules.ts';
import { call } from '../../api/call.ts';
import { useStoredForm } from '../../drafts/use-stored-form.ts';
import { toast } from '../frame/dialogs.ts';
import { Icon } from '../frame/icon.tsx';
import { isTooLong, LongText } from '../frame/long-text.tsx';

/** The types of feedback, as their dictionary names them. */
export const TYPE_NAMES = { bug: '功能异常', content: '内容差错', suggest: '功能建议', complaint: '投诉', other: '其他' } as const;
type Type = keyof typeof TYPE_NAMES;

const CONTENT_MOST = 1000;
const CONTENT_LEAST = 5;
const PICTURES_MOST = 5;
const TYPES = Object.entries(TYPE_NAMES) as [Type, string][];

interface Picture {
  /** Name of the uploaded file. */
  readonly name: string;
  /** Address of the picture on this device: uploads of readers are not public. */
  readonly address: string;
}

/** Where visitors write to the publisher. Signed-in users may attach pictures. */
export function FeedbackForm({ signedIn, onSent }: { signedIn: boolean; onSent: () => void }) {
  const id = useId();
  const rules = useUploadRules();
  const form = useStoredForm('feedback', { type: 'suggest' as Type, content: '', contact: '' });
  const [pictures, setPictures] = useState<readonly Picture[]>([]);
  const [tried, setTried] = useState(false);
  const [wrong, setWrong] = useState('');
  const shown = useRef(pictures);
  useEffect(() => {
    shown.current = pictures;
  }, [pictures]);
  useEffect(() => () => shown.current.forEach(({ address }) => URL.revokeObjectURL(address)), []);
  const { type, content, contact } = form.values;
  const short = content.trim().length < CONTENT_LEAST;

  const add = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > rules.bytes) throw new Error(`图片不能超过 ${rules.bytes / MB} MB`);
      const body = new FormData();
      body.append('file', file);
      const { fileName } = await call(upload, { body });
      return { name: fileName, address: URL.createObjectURL(file) };
    },
    onSuccess: (picture) => (setWrong(''), setPictures((before) => [...before, picture])),
    onError: (error) => setWrong(error.message),
  });
  const send = useMutation({
    mutationFn: () => call(sendFeedback, { body: { type, content, contact, images: pictures.map(({ name }) => name) } }, { known: true }),
    onSuccess: () => {
      form.change({ content: '', contact: '' });
      form.saved();
      setPictures([]);
      setTried(false);
      setWrong('');
      void toast(signedIn ? '已收到，回复会显示在下面，也会发到您的消息' : '已收到，谢谢您');
      onSent();
    },
    onError: (error) => setWrong(error.message),
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!short && !isTooLong(content, CONTENT_MOST) && !send.isPending) send.mutate();
  };
  return (
    <form className="feedback-form" onSubmit={submit}>
      <fieldset>
        <legend>想说的是</legend>
        <div className="single-chips">
          {TYPES.map(([value, name]) => (
            <label key={value} className="chip">
              <input type="radio" className="unseen" name={`${id}-type`} checked={type === value} onChange={() => form.change({ type: value })} />
              <span>{name}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <label htmlFor={`${id}-text`}>内容</label>
      <LongText
        id={`${id}-text`}
        value={content}
        most={CONTENT_MOST}
        rows={5}
        placeholder="遇到的问题、发现的差错，或者希望有的功能"
        write={(next) => form.change({ content: next })}
        wrong={tried && short ? `请至少写${CONTENT_LEAST}个字` : ''}
      />
      {signedIn ? (
        <div className="feedback-pictures">
          {pictures.map(({ name, address }, index) => (
            <span key={name} className="feedback-picture">
              <img src={address} alt={`附图${index + 1}`} />
              <button
                type="button"
                className="icon-button"
                aria-label={`去掉附图${index + 1}`}
                onClick={() => setPictures(pictures.filter((one) => one.name !== name))}
              >
                <Icon name="close" size={20} />
              </button>
            </span>
          ))}
          {pictures.length < PICTURES_MOST ? (
            <label className="feedback-add">
              <Icon name="plus" />
              {add.isPending ? '正在上传' : `加图片（${pictures.length}/${PICTURES_MOST}）`}
              <input
                type="file"
                className="unseen"
                accept={acceptOf(rules.images)}
                disabled={add.isPending}
                onChange={(event) => {
                  const [file] = event.target.files ?? [];
                  event.target.value = '';
                  if (file) add.mutate(file);
                }}
              />
            </label>
          ) : null}
        </div>
      ) : null}
      <label htmlFor={`${id}-contact`}>联系方式（可不填）</label>
      <input
        id={`${id}-contact`}
        maxLength={50}
        placeholder="手机号码或邮箱，方便我们答复"
        value={contact}
        onChange={(event) => form.change({ contact: event.target.value })}
      />
      {wrong ? (
        <p className="field-error" role="alert">
          {wrong}
        </p>
      ) : null}
      <button type="submit" className="button button-fill button-tall" disabled={send.isPending}>
        {send.isPending ? '正在提交' : '提交反馈'}
      </button>
    </form>
  );
}
