import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { beginTotp, finishTotp } from '../../contract/identity/second-factor.ts';
import { call } from '../api/call.ts';

/** Shows the QR code and checks the first code. `done` gets the recovery codes. */
export function TotpSetup({ cancel, done }: { cancel: () => void; done: (codes: readonly string[]) => void }) {
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState('');
  const { mutate: start, ...begin } = useMutation({ mutationFn: () => call(beginTotp, {}) });
  useEffect(() => start(), [start]);
  const finish = useMutation({
    mutationFn: () => call(finishTotp, { body: { code } }),
    onSuccess: ({ codes }) => done(codes),
    onError: (error) => setWrong(error.message),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!/^\d{6}$/.test(code.replace(/\s/g, ''))) return setWrong('请输入应用里显示的6位数字');
    setWrong('');
    finish.mutate();
  };
  return (
    <form className="account-setup" onSubmit={submit} noValidate>
      <h3>开启两步验证</h3>
      {begin.data ? (
        <>
          <p>用手机上的验证器应用（如微信小程序“腾讯身份验证器”、Microsoft Authenticator）扫描二维码。</p>
          <img src={begin.data.qr} width={240} height={240} alt="两步验证的二维码" />
          <p className="account-soft">
            不能扫描时，在应用里手动输入这串密钥：
            <code>{begin.data.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
          </p>
          <label>
            应用里的6位数字
            <input
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={8}
              value={code}
              onChange={(event) => setCode(event.target.value)}
              aria-invalid={wrong !== ''}
              aria-describedby="totp-wrong"
            />
          </label>
        </>
      ) : (
        <p className="account-soft">{begin.isError ? '' : '正在准备二维码…'}</p>
      )}
      <p id="totp-wrong" className="account-wrong" role="alert">
        {begin.error?.message ?? wrong}
      </p>
      <div className="account-row">
        <button type="button" className="account-button" onClick={cancel}>
          取消
        </button>
        {begin.data ? (
          <button type="submit" className="account-button account-main" disabled={finish.isPending}>
            开启
          </button>
        ) : null}
      </div>
    </form>
  );
}
