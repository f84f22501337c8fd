import { deadlineText } from '../../../contract/deadline.ts';
import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { answerInvitation, claimInvitation, openInvitation, type Invitation } from '../../../contract/periodical/journal-review.ts';
import { INVITATION_PATH } from '../../../contract/periodical/periodical.site.ts';
import { call } from '../../api/call.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';
import { forgetLinkSecret, linkSecret } from '../../session/link-secret.ts';
import { session } from '../../session/session.store.ts';
import { NavBar } from '../frame/nav-bar.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed } from '../frame/state.tsx';
import { loginPath } from '../frame/login-path.ts';
import { DeclineFields, NO_DECLINE } from './decline-fields.tsx';
import './periodical.css';

// The cache is stored on the device, so the key contains no token.
const KEY = [openInvitation.key, 'link'];
const invitationOf = (token: string) => ({
  ...queryOf(openInvitation, { body: { token } }),
  queryKey: KEY,
  staleTime: 0,
  gcTime: 0,
  retry: false,
  enabled: token !== '',
});

/** An invitation to review, as the link of the mail opens it: it is answered without signing in. */
export function InvitationScreen() {
  const [token] = useState(() => linkSecret(INVITATION_PATH, 'token'));
  const { data, error, refetch } = useQuery(invitationOf(token));
  return (
    <div className="periodical measure">
      <NavBar title="审稿邀请" />
      {token ? null : <Empty drawing="find" title="链接不完整" reason="请从邮件里重新打开邀请链接。" to="/" action="去首页" />}
      {error && !data ? <Failed error={error} retry={() => void refetch()} to="/" action="去首页" /> : null}
      {data ? (
        <Answer one={data} token={token} />
      ) : error || !token ? null : (
        <div className="periodical-part" aria-busy="true">
          <Skeleton width="70%" height={32} />
          <Skeleton height={200} top={16} />
        </div>
      )}
    </div>
  );
}

function Answer({ one, token }: { one: Invitation; token: string }) {
  const [declines, setDeclines] = useState(false);
  const send = useMutation({
    mutationFn: (body: { answer: 'accept' | 'decline' } & Record<string, string | undefined>) => call(answerInvitation, { body: { token, ...body } }),
    onSuccess: (answered: Invitation) => queryClient.setQueryData(KEY, answered),
  });
  if (one.status === 'declined') return <Empty drawing="lamp" title="已谢绝" reason="谢谢您的答复，编辑部会另请他人。" to="/" action="去首页" />;
  if (one.status === 'ended') return <Empty drawing="lamp" title="这次审稿已经结束" reason="谢谢您。" to="/" action="去首页" />;
  return (
    <>
      <section className="periodical-part">
        <p className="meta">
          {one.inviteName}，您好：《{one.journalName}》请您审读
        </p>
        <h2 className="serif">{one.title}</h2>
        <p className="periodical-abstract">{one.abstract}</p>
        <p className="meta">关键词：{one.keywords.join('；')}</p>
        {one.status === 'open' ? (
          <p>
            请在 {deadlineText(one.answerBy)} 前答复；接受后有 {one.days} 天审稿。
            {one.reviewMode === 'double_blind' ? '作者与审稿人互不知道姓名。' : ''}
          </p>
        ) : null}
      </section>
      {send.error ? (
        <p className="periodical-part periodical-wrong" role="alert">
          {send.error.message}
        </p>
      ) : null}
      {one.status === 'accepted' ? (
        <Claim bound={one.bound} token={token} />
      ) : declines ? (
        <Decline busy={send.isPending} back={() => setDeclines(false)} send={(body) => send.mutate({ answer: 'decline', ...body })} />
      ) : (
        <div className="periodical-part periodical-acts">
          <button
            type="button"
            className="button button-fill button-tall"
            disabled={send.isPending}
            onClick={() => send.mutate({ answer: 'accept' })}
          >
            接受审稿
          </button>
          <button type="button" className="button button-line button-tall" disabled={send.isPending} onClick={() => setDeclines(true)}>
            谢绝
          </button>
        </div>
      )}
    </>
  );
}

/** After accepting: sign in, and the task is in the list of the account. */
function Claim({ bound, token }: { bound: boolean; token: string }) {
  const { now } = useSnapshot(session);
  const navigate = useNavigate();
  const claim = useMutation({
    mutationFn: () => call(claimInvitation, { body: { token } }),
    onSuccess: ({ reviewId }) => {
      forgetLinkSecret(INVITATION_PATH, 'token');
      void navigate(`/personalCenter/review?journal=${reviewId}`);
    },
  });
  const backTo = bound ? '/personalCenter/review' : INVITATION_PATH;
  const back = encodeURIComponent(backTo);
  return (
    <div className="periodical-part">
      <p>谢谢您接受审稿。{bound ? '请登录您的账号，在“我的评审”里打开稿件。' : '登录或注册账号之后，就可以打开稿件、填写意见。'}</p>
      {claim.error ? (
        <p className="periodical-wrong" role="alert">
          {claim.error.message}
        </p>
      ) : null}
      <div className="periodical-acts">
        {now.state === 'anonymous' ? (
          <>
            <Link className="button button-fill button-tall" to={loginPath(backTo)}>
              登录
            </Link>
            {bound ? null : (
              <Link className="button button-line button-tall" to={`/cmsRegister?redirect=${back}`}>
                注册账号
              </Link>
            )}
          </>
        ) : bound ? (
          <Link className="button button-fill button-tall" to="/personalCenter/review">
            去我的评审
          </Link>
        ) : (
          <button type="button" className="button button-fill button-tall" disabled={claim.isPending} onClick={() => claim.mutate()}>
            用当前账号审稿
          </button>
        )}
      </div>
    </div>
  );
}

function Decline({ busy, back, send }: { busy: boolean; back: () => void; send: (body: Record<string, string>) => void }) {
  const [value, setValue] = useState(NO_DECLINE);
  return (
    <form
      className="periodical-part periodical-form"
      onSubmit={(event) => {
        event.preventDefault();
        send({ ...value });
      }}
    >
      <DeclineFields value={value} change={(part) => setValue({ ...value, ...part })} />
      <div className="periodical-acts">
        <button type="submit" className="button button-fill button-tall" disabled={busy || value.declineReason === ''}>
          确认谢绝
        </button>
        <button type="button" className="button button-line button-tall" onClick={back}>
          再想想
        </button>
      </div>
    </form>
  );
}
