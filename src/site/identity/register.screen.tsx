import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { register } from '../../../contract/identity/register.ts';
import { call } from '../../api/call.ts';
import { loadable } from '../../loading/loadable.ts';
import { toast } from '../frame/dialogs.ts';
import { busy } from '../frame/busy.ts';
import { CaptchaField, useCaptcha } from './captcha-field.tsx';
import { SignInLayout } from './sign-in-layout.tsx';
import { Field, focusFirstWrong, PasswordField } from './field.tsx';
import { checkRegister, rejectedBy, type RegisterDraft, type RegisterErrors } from './register-check.ts';
import { writeMemory } from '../../storage/local-memory.ts';
import { LAST_NAME } from './last-name.ts';
import { PASSWORD_LENGTH } from '../../../contract/limits.ts';

const AgreementSheet = loadable(async () => (await import('./agreement-sheet.tsx')).AgreementSheet);

const EMPTY: RegisterDraft = { username: '', phonenumber: '', password: '', confirmPassword: '', code: '', agreed: false };

export function RegisterScreen() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const captcha = useCaptcha();
  const [draft, setDraft] = useState(EMPTY);
  const [wrong, setWrong] = useState<RegisterErrors>({});
  const [reading, setReading] = useState(false);
  const login = `/cmsLogin${params.size > 0 ? `?${params}` : ''}`;
  const write = (key: keyof RegisterDraft) => (value: string) => setDraft({ ...draft, [key]: value });
  const fail = (errors: RegisterErrors): void => {
    setWrong(errors);
    requestAnimationFrame(() => focusFirstWrong(form.current, errors));
  };
  const join = useMutation({
    mutationFn: () => {
      const { agreed: _, phonenumber, ...rest } = draft;
      return call(register, { body: { ...rest, username: rest.username.trim(), uuid: captcha.uuid, ...(phonenumber ? { phonenumber } : {}) } });
    },
    onSuccess: () => {
      writeMemory(LAST_NAME, draft.username.trim());
      void toast('注册成功，请登录');
      void navigate(login, { replace: true });
    },
    onError: (error) => {
      captcha.renew();
      setDraft({ ...draft, code: '' });
      fail(rejectedBy(error.message));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const errors = checkRegister(draft, captcha.shown);
    if (Object.keys(errors).length > 0) return fail(errors);
    setWrong({});
    join.mutate();
  };

  return (
    <SignInLayout title="加入书舟" words="收藏、评分，把书存到本机，断网也能读。">
      <form ref={form} onSubmit={submit} noValidate>
        <Field
          name="username"
          label="用户名"
          icon="me"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          value={draft.username}
          change={write('username')}
          error={wrong.username}
        />
        <Field
          name="phonenumber"
          label="手机号（可不填）"
          icon="phone"
          type="tel"
          inputMode="numeric"
          autoComplete="tel"
          maxLength={11}
          value={draft.phonenumber}
          change={write('phonenumber')}
          error={wrong.phonenumber}
        />
        <PasswordField
          name="password"
          label="密码，8 到 64 个字符"
          icon="lock"
          autoComplete="new-password"
          maxLength={PASSWORD_LENGTH.most}
          value={draft.password}
          change={write('password')}
          error={wrong.password}
        />
        <PasswordField
          name="confirmPassword"
          label="再输一遍密码"
          icon="lock"
          autoComplete="new-password"
          maxLength={PASSWORD_LENGTH.most}
          value={draft.confirmPassword}
          change={write('confirmPassword')}
          error={wrong.confirmPassword}
        />
        <CaptchaField captcha={captcha} value={draft.code} change={write('code')} error={wrong.code} />
        <div className="door-row">
          <label className="check">
            <input
              type="checkbox"
              name="agreed"
              checked={draft.agreed}
              aria-invalid={Boolean(wrong.agreed)}
              onChange={(event) => setDraft({ ...draft, agreed: event.target.checked })}
            />
            我已阅读并同意用户协议
          </label>
          <button type="button" className="text-link" onClick={() => setReading(true)}>
            阅读全文
          </button>
        </div>
        {wrong.agreed || wrong.whole ? (
          <p className="door-error" role="alert">
            {wrong.agreed ?? wrong.whole}
          </p>
        ) : null}
        <button type="submit" className="button button-fill button-tall button-wide" {...busy(join.isPending)}>
          {join.isPending ? '正在注册…' : '注册'}
        </button>
        <Link className="button button-line button-tall button-wide door-other" to={login}>
          已有账号，去登录
        </Link>
      </form>
      {reading ? <AgreementSheet close={() => setReading(false)} /> : null}
    </SignInLayout>
  );
}
