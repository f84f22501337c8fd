import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { deadlineText } from '../../../contract/deadline.ts';
import { answerConfirmation, CONFIRM_STATE_NAMES, openConfirmation, type OpenedConfirmation } from '../../../contract/manuscript/author-confirm.ts';
import { CODE } from '../../../contract/error.ts';
import { call, CallError } from '../../api/call.ts';
import { linkSecret } from '../../session/link-secret.ts';
import { session } from '../../session/session.store.ts';
import { toast } from '../frame/dialogs.ts';
import { NavBar } from '../frame/nav-bar.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed } from '../frame/state.tsx';
import { allOf } from '../../api/all-of.ts';
import { withKey } from '../../api/with-key.ts';
import { loginPath } from '../frame/login-path.ts';
import './author.css';

const percent = (share: number): string => `${(share / 100).toFixed(2)}%`;

const PATH = '/cms/main/authorConfirm';

/** A co-author confirms name, role and share, signed in with the account that was asked. */
export function AuthorConfirmScreen() {
  const [search] = useSearchParams();
  const { now } = useSnapshot(session);
  const id = Number(search.get('id')) || undefined;
  // The link of a mail of an earlier release.
  const [token] = useState(() => linkSecret(PATH, 'token'));
  const link = id ? { id } : { token };
  const found = useQuery({
    // The cache is stored on the device, so the key contains no token.
    ...withKey(allOf(openConfirmation), id ?? 'link'),
    queryFn: () => call(openConfirmation, { body: link }),
    enabled: now.state !== 'anonymous',
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const { data, error, refetch } = found;
  if (now.state === 'anonymous') return <Navigate replace to={loginPath(id ? `${PATH}?id=${id}` : PATH)} />;
  const missing = error instanceof CallError && (error.code === CODE.missing || error.code === 400);
  return (
    <div className="author">
      <NavBar title="确认署名与份额" otherwise="/" />
      {missing ? (
        <Empty
          drawing="find"
          title="这里没有等您确认的署名"
          reason="请用收到请求的账号登录；用邮箱收到的，请先在个人资料里确认这个邮箱。请求也可能已被新的代替。"
          to="/"
          action="回到首页"
        />
      ) : error ? (
        <Failed error={error} retry={() => void refetch()} to="/" action="回到首页" />
      ) : data ? (
        <Confirmation one={data} link={link} changed={() => void refetch()} />
      ) : (
        <div className="author-part" aria-busy="true">
          <Skeleton height={28} width="60%" />
          <Skeleton height={160} top={16} />
        </div>
      )}
    </div>
  );
}

function Confirmation({ one, link, changed }: { one: OpenedConfirmation; link: { id?: number; token?: string }; changed: () => void }) {
  const [note, setNote] = useState('');
  const send = useMutation({
    mutationFn: (agrees: boolean) => call(answerConfirmation, { body: { ...link, agrees, note: note.trim() } }),
    onSuccess: () => {
      void toast('已告诉投稿人');
      changed();
    },
  });
  const open = one.status === 'sent';
  return (
    <section className="author-part author-narrow" aria-labelledby="confirm-title">
      <h2 id="confirm-title" className="serif">
        {one.title}
      </h2>
      <p>
        投稿人 {one.ownerName}。您的署名是“{one.name} {one.role}”，份额 {percent(one.share)}。
      </p>
      <table className="author-table">
        <thead>
          <tr>
            <th scope="col">作者</th>
            <th scope="col">著作方式</th>
            <th scope="col">份额</th>
          </tr>
        </thead>
        <tbody>
          {one.authors.map((line) => (
            <tr key={`${line.name} ${line.role}`}>
              <td>{line.name}</td>
              <td>{line.role}</td>
              <td>{percent(line.share)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {open ? (
        <>
          <p className="meta">请在 {deadlineText(one.dueAt)} 前答复。确认以后编辑部才会拟定出版协议。</p>
          <div className="author-form">
            <label>
              有异议时请写明
              <textarea rows={3} value={note} maxLength={500} onChange={({ target }) => setNote(target.value)} />
            </label>
          </div>
          {send.error ? (
            <p className="author-wrong" role="alert">
              {send.error.message}
            </p>
          ) : null}
          <div className="author-acts">
            <button type="button" className="button button-fill" disabled={send.isPending} onClick={() => send.mutate(true)}>
              确认无误
            </button>
            <button
              type="button"
              className="button button-line"
              disabled={note.trim().length < 2 || send.isPending}
              onClick={() => send.mutate(false)}
            >
              提出异议
            </button>
          </div>
        </>
      ) : (
        <output className="author-word">{CONFIRM_STATE_NAMES[one.status]}</output>
      )}
    </section>
  );
}
