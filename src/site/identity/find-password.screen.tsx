import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { confirmEmail, findPassword, resetByLink } from '../../../contract/identity/find-password.ts';
import { PASSWORD_LENGTH } from '../../../contract/limits.ts';
import { call } from '../../api/call.ts';
import { forgetLinkSecret, linkSecret } from '../../session/link-secret.ts';
import { busy } from '../frame/busy.ts';
import { toast } from '../frame/dialogs.ts';
import { CaptchaField, useCaptcha } from './captcha-field.tsx';
import { Field, PasswordField } from './field.tsx';
import { SignInLayout } from './sign-in-layout.tsx';

const PATH = '/findPassword';

/** Asks for a link by mail, sets a new password with such a link, or confirms an address with one. */
export function FindPasswordScreen() {
  const [confirmation] = useState(() => linkSecret(PATH, 'confirm'));
  const [token, setToken] = useState(() => linkSecret(PATH, 'token'));
  if (confirmation) return <Confirm token={confirmation} />;
  return token ? <NewPassword token={token} askAgain={() => setToken('')} /> : <Ask />;
}

const Whole = ({ error }: { error: unknown }) =>
  error ? (
    <p className="door-error" role="alert">
      {(error as Error).message}
    </p>
  ) : null;

function Ask() {
  const captcha = useCaptcha();
  const [account, setAccount] = useState('');
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState('');
  const send = useMutation({
    mutationFn: () => call(findPassword, { body: { account, code, uuid: captcha.uuid } }),
    onError: () => {
      captcha.renew();
      setCode('');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(account.trim() ? '' : '请输入用户名、手机号或邮箱');
    if (account.trim()) send.mutate();
  };
  return (
    <SignInLayout title="找回密码" words="我们会把设置新密码的链接发到账号确认过的邮箱。">
      {send.data ? (
        <output>{send.data.msg}</output>
      ) : (
        <form onSubmit={submit} noValidate>
          <Field
            name="account"
            label="用户名、手机号或邮箱"
            icon="me"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
            value={account}
            change={setAccount}
            error={missing}
          />
          <CaptchaField captcha={captcha} value={code} change={setCode} />
          <Whole error={send.error} />
          <button type="submit" className="button button-fill button-tall button-wide" {...busy(send.isPending)}>
            {send.isPending ? '正在发送…' : '发送邮件'}
          </button>
        </form>
      )}
      <Link className="button button-line button-tall button-wide door-other" to="/cmsLogin">
        返回登录
      </Link>
    </SignInLayout>
  );
}

function NewPassword({ token, askAgain }: { token: string; askAgain: () => void }) {
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [wrong, setWrong] = useState('');
  const save = useMutation({
    mutationFn: () => call(resetByLink, { body: { token, password } }),
    onSuccess: () => {
      forgetLinkSecret(PATH, 'token');
      void toast('新密码已设置，请登录');
      void navigate('/cmsLogin', { replace: true });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const short = password.length < PASSWORD_LENGTH.least || password.length > PASSWORD_LENGTH.most;
    const problem = short
      ? `密码长度须在${PASSWORD_LENGTH.least}到${PASSWORD_LENGTH.most}个字符之间`
      : password === again
        ? ''
        : '两次输入的密码不一致';
    setWrong(problem);
    if (!problem) save.mutate();
  };
  return (
    <SignInLayout title="设置新密码" words="设好后，其他设备上的登录都会退出。">
      <form onSubmit={submit} noValidate>
        <PasswordField
          name="password"
          label={`新密码，${PASSWORD_LENGTH.least} 到 ${PASSWORD_LENGTH.most} 个字符`}
          icon="lock"
          autoComplete="new-password"
          maxLength={PASSWORD_LENGTH.most}
          value={password}
          change={setPassword}
          error={wrong}
        />
        <PasswordField
          name="again"
          label="再输一遍新密码"
          icon="lock"
          autoComplete="new-password"
          maxLength={PASSWORD_LENGTH.most}
          value={again}
          change={setAgain}
        />
        <Whole error={save.error} />
        <button type="submit" className="button button-fill button-tall button-wide" {...busy(save.isPending)}>
          {save.isPending ? '正在保存…' : '保存新密码'}
        </button>
      </form>
      <button
        type="button"
        className="button button-line button-tall button-wide door-other"
        onClick={() => {
          forgetLinkSecret(PATH, 'token');
          askAgain();
        }}
      >
        重新申请邮件
      </button>
    </SignInLayout>
  );
}

function Confirm({ token }: { token: string }) {
  const confirm = useMutation({ mutationFn: () => call(confirmEmail, { body: { token } }), onSuccess: () => forgetLinkSecret(PATH, 'confirm') });
  const sent = useRef(false);
  useEffect(() => {
    // Once: a link can be used only once, and development mode runs effects twice.
    if (sent.current) return;
    sent.current = true;
    confirm.mutate();
  }, [confirm]);
  return (
    <SignInLayout title="确认邮箱" words="确认以后，可以用它找回密码、接收通知。">
      {confirm.isSuccess ? <output>邮箱已确认，谢谢。</output> : confirm.isError ? <Whole error={confirm.error} /> : <output>正在确认…</output>}
      <Link className="button button-line button-tall button-wide door-other" to="/">
        去首页
      </Link>
    </SignInLayout>
  );
}
