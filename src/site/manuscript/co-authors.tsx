import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { askConfirmation, authorConfirmations, CONFIRM_STATE_NAMES, type AuthorConfirmation } from '../../../contract/manuscript/author-confirm.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { toast } from '../frame/dialogs.ts';

/** The co-authors of a manuscript: who has confirmed name and share, and a request to those who have not. */
export function CoAuthors({ archiveId }: { archiveId: number }) {
  const { data, refetch } = useQuery({ ...queryOf(authorConfirmations, { params: { archiveId } }), staleTime: 0 });
  const rows = data?.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <section className="author-part" aria-labelledby="progress-coauthors">
      <h2 id="progress-coauthors">合作作者</h2>
      <ul className="author-list">
        {rows.map((one) => (
          <li key={`${one.name} ${one.role}`} className="author-letter">
            <h3>
              {one.name} {one.role}，{(one.share / 100).toFixed(2)}%
            </h3>
            <p className="meta">
              {one.status ? CONFIRM_STATE_NAMES[one.status] : '还没有请对方确认'}
              {one.answeredAt
                ? ` · ${one.answeredAt.slice(0, 10)} ${one.evidenceFileId === null ? `由账号“${one.answeredBy}”答复` : '编辑凭确认书登记'}`
                : one.sentAt
                  ? ` · ${one.sentAt.slice(0, 10)} 发出`
                  : ''}
            </p>
            {one.note ? <p>{one.note}</p> : null}
            {data?.maySend && one.status !== 'confirmed' ? <Ask archiveId={archiveId} one={one} changed={() => void refetch()} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Ask({ archiveId, one, changed }: { archiveId: number; one: AuthorConfirmation; changed: () => void }) {
  const [mail, setMail] = useState(one.mail);
  const send = useMutation({
    mutationFn: () => call(askConfirmation, { params: { archiveId }, body: { name: one.name, role: one.role, mail: mail.trim() } }),
    onSuccess: ({ msg }) => {
      void toast(`${msg}，14天内有效`);
      changed();
    },
  });
  return (
    <form
      className="author-form"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      {one.hasAccount ? (
        <p className="meta">对方会收到站内消息，登录后确认。</p>
      ) : (
        <label>
          邮箱（对方用这个邮箱的账号登录后确认；没有账号的，请把签名的确认书交给责任编辑）
          <input type="email" value={mail} maxLength={100} autoComplete="off" onChange={({ target }) => setMail(target.value)} />
        </label>
      )}
      {send.error ? (
        <p className="author-wrong" role="alert">
          {send.error.message}
        </p>
      ) : null}
      <button type="submit" className="button button-line" disabled={send.isPending}>
        {one.status ? '重新发出确认请求' : '发出确认请求'}
      </button>
    </form>
  );
}
