import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { safeRedirect } from '../../../contract/identity/safe-redirect.ts';
import { session } from '../../session/session.store.ts';
import { logIn } from '../../session/sign-in.ts';
import { CaptchaField, useCaptcha } from './captcha-field.tsx';
import { busy } from '../frame/busy.ts';
import { SignInLayout } from './sign-in-layout.tsx';
import { Field, focusFirstWrong, PasswordField } from './field.tsx';
import { waitingAttempts } from '../../attempts/waiting-attempts.ts';
import { readMemory, writeMemory as keep } from '../../storage/local-memory.ts';
import { LAST_NAME } from './last-name.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { SecondStepForm } from './second-step.tsx';

type Wrong = Partial<Record<'username' | 'password' | 'code' | 'whole', string>>;

export function LoginScreen() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const captcha = useCaptcha();
  const [username, setUsername] = useState(() => readMemory(LAST_NAME) ?? '');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [writeMemory, setRemember] = useState(() => readMemory(LAST_NAME) !== null);
  const [wrong, setWrong] = useState<Wrong>({});

  const fail = (errors: Wrong): void => {
    setWrong(errors);
    requestAnimationFrame(() => focusFirstWrong(form.current, errors));
  };
  const [ticket, setTicket] = useState('');
  const proceed = (): void => {
    if (session.now.state === 'anonymous') return fail({ whole: '没能取到您的资料，请再试一次' });
    void navigate(safeRedirect(params.get('redirect')), { replace: true });
  };
  const enter = useMutation({
    mutationFn: () => logIn({ username: username.trim(), password, code: code.trim(), uuid: captcha.uuid }, writeMemory),
    onSuccess: (now) => {
      keep(LAST_NAME, writeMemory ? username.trim() : null);
      if ('ticket' in now) return setTicket(now.ticket ?? '');
      proceed();
    },
    onError: (error) => {
      captcha.renew();
      setCode('');
      const words = error.message;
      fail(/验证码/.test(words) ? { code: `${words}，已为您换了一张` } : /密码|账号|用户/.test(words) ? { password: words } : { whole: words });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const errors: Wrong = {
      ...(username.trim() ? {} : { username: '请输入用户名' }),
      ...(password ? {} : { password: '请输入密码' }),
      ...(captcha.shown && !code.trim() ? { code: '请输入验证码' } : {}),
    };
    if (Object.keys(errors).length > 0) return fail(errors);
    setWrong({});
    enter.mutate();
  };

  const again = (whole: string): void => {
    setTicket('');
    setPassword('');
    captcha.renew();
    setCode('');
    setWrong(whole ? { whole } : {});
  };
  if (ticket)
    return (
      <SignInLayout title="两步验证" words="请打开手机上的验证器应用，输入书舟的6位数字。">
        <SecondStepForm ticket={ticket} writeMemory={writeMemory} done={proceed} again={again} />
      </SignInLayout>
    );
  return (
    <SignInLayout title="回到书舟" words="登录后，从上次停下的地方接着读。">
      {Object.entries(waitingAttempts()).map(([userId, { count, tail }]) => (
        <p key={userId} className="door-waiting">
          这台设备上还有 {count} 份作答没有交上去，请{tail}同学登录一次
        </p>
      ))}
      <form ref={form} onSubmit={submit} noValidate>
        <Field
          name="username"
          label="用户名"
          icon="me"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={30}
          value={username}
          change={setUsername}
          error={wrong.username}
        />
        <PasswordField
          name="password"
          label="密码"
          icon="lock"
          autoComplete="current-password"
          maxLength={64}
          value={password}
          change={setPassword}
          error={wrong.password}
        />
        <CaptchaField captcha={captcha} value={code} change={setCode} error={wrong.code} />
        <div className="door-row">
          <label className="check">
            <input type="checkbox" checked={writeMemory} onChange={(event) => setRemember(event.target.checked)} />
            记住我
          </label>
          <Link className="text-link" to="/findPassword">
            忘记密码
          </Link>
        </div>
        {wrong.whole ? (
          <p className="door-error" role="alert">
            {wrong.whole}
          </p>
        ) : null}
        <button type="submit" className="button button-fill button-tall button-wide" {...busy(enter.isPending)}>
          {enter.isPending ? '正在登录…' : '登录'}
        </button>
        <Link className="button button-line button-tall button-wide door-other" to={`/cmsRegister${params.size > 0 ? `?${params}` : ''}`}>
          注册新账号
        </Link>
      </form>
      <PasskeyButton writeMemory={writeMemory} done={proceed} fail={(whole) => fail({ whole })} />
      <ProviderButtons redirect={safeRedirect(params.get('redirect'))} fail={(whole) => fail({ whole })} />
    </SignInLayout>
  );
}
