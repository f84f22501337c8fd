import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { editAuthorMessage, postAuthorMessage, type AuthorNote } from '../../../contract/comment/author-message.ts';
import { NOTE_IMAGES, NOTE_MAX } from '../../../contract/comment/comment-limits.ts';
import { API_PREFIX, MB } from '../../../contract/limits.ts';
import { upload } from '../../../contract/system/file.ts';
import { acceptOf, useUploadRules } from '../../api/upload-rules.ts';
import { call } from '../../api/call.ts';
import { useStoredForm } from '../../drafts/use-stored-form.ts';
import { toast } from '../frame/dialogs.ts';
import { Icon } from '../frame/icon.tsx';
import { Sheet } from '../frame/sheet.tsx';

interface Props {
  /** Null for a new note. */
  readonly before: AuthorNote | null;
  readonly close: () => void;
  readonly done: () => Promise<unknown>;
}

const LEAST = 10;

/** Where an author writes a note. Unsent text stays on the device. */
export function NoteSheet({ before, close, done }: Props) {
  const rules = useUploadRules();
  const initial = { title: before?.title ?? '', content: before?.content ?? '', images: before?.images ?? [] };
  const { values, change, saved } = useStoredForm(`note ${before?.messageId ?? 'new'}`, initial);
  const [wrong, setWrong] = useState('');
  const length = [...values.content.trim()].length;
  const send = useMutation({
    mutationFn: async () =>
      before ? call(editAuthorMessage, { params: { messageId: before.messageId }, body: values }) : call(postAuthorMessage, { body: values }),
    onSuccess: async (made) => {
      saved();
      void toast(made.status === 'visible' ? '已发表' : '已提交，审核通过后所有人可见');
      await done();
      close();
    },
    onError: (error) => setWrong(error.message),
  });
  const add = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > rules.bytes) throw new Error(`图片不能超过 ${rules.bytes / MB} MB`);
      const body = new FormData();
      body.append('file', file);
      return call(upload, { body });
    },
    onSuccess: ({ url }) => {
      setWrong('');
      change({ images: [...values.images, url.replace(/^.*?(?=\/profile\/)/, '')] });
    },
    onError: (error) => setWrong(error.message),
  });
  return (
    <Sheet
      title={before ? '修改留言' : '写留言'}
      close={close}
      foot={
        <button
          type="button"
          className="button button-fill button-tall button-wide"
          disabled={send.isPending || length < LEAST || length > NOTE_MAX}
          onClick={() => send.mutate()}
        >
          {send.isPending ? '正在发送' : before ? '保存' : '发表'}
        </button>
      }
    >
      <div className="note-form">
        <label>
          标题（可不填）
          <input maxLength={60} value={values.title} onChange={(event) => change({ title: event.target.value })} />
        </label>
        <label>
          内容
          <textarea rows={8} value={values.content} onChange={(event) => change({ content: event.target.value })} />
        </label>
        <p className="meta">{length < LEAST ? `还需要 ${LEAST - length} 个字` : `${length} / ${NOTE_MAX} 字`}</p>
        <div className="note-images">
          {values.images.map((src, index) => (
            <span key={src} className="note-image">
              <img src={API_PREFIX + src} alt={`图片${index + 1}`} />
              <button
                type="button"
                className="icon-button"
                aria-label={`去掉图片${index + 1}`}
                onClick={() => change({ images: values.images.filter((one) => one !== src) })}
              >
                <Icon name="close" size={20} />
              </button>
            </span>
          ))}
          {values.images.length < NOTE_IMAGES ? (
            <label className="note-add">
              <Icon name="plus" />
              {add.isPending ? '正在上传' : '加图片'}
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
        {wrong ? (
          <p className="comment-wrong" role="alert">
            {wrong}
          </p>
        ) : null}
      </div>
    </Sheet>
  );
}
