import { type FormEvent, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { DataOf, Endpoint, EndpointSpec, InputOf } from '../../contract/endpoint.ts';
import { confirmIdentity, confirmOptions, secondFactorState } from '../../contract/identity/second-factor.ts';
import './confirm-dialog.css';

/** Sends one request of the contract. */
export type Send = <K extends string, S extends EndpointSpec>(endpoint: Endpoint<K, S>, input: InputOf<S>) => Promise<DataOf<S>>;

let open: Promise<boolean> | null = null;

/** Asks the user to confirm their identity, in one dialog for all waiting calls. Returns false if the user cancels. */
export function confirmPerson(send: Send): Promise<boolean> {
  open ??= show(send).finally(() => {
    open = null;
  });
  return open;
}

async function show(send: Send): Promise<boolean> {
  const before = document.activeElement;
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const confirmed = await new Promise<boolean>((resolve) => root.render(<ConfirmDialog send={send} close={resolve} />));
  root.unmount();
  place.remove();
  if (before instanceof HTMLElement) before.focus();
  return confirmed;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '没有确认成功，请重试');

function ConfirmDialog({ send, close }: { send: Send; close: (confirmed: boolean) => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [state, setState] = useState<DataOf<typeof secondFactorState> | null>(null);
  const [byCode, setByCode] = useState(false);
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    dialog.current?.showModal();
    send(secondFactorState, {}).then(
      (found) => {
        setState(found);
        setByCode(!found.hasPassword && found.totp);
      },
      (error: unknown) => setWrong(messageOf(error)),
    );
  }, [send]);
  const prove = async (proof: () => Promise<NonNullable<InputOf<typeof confirmIdentity>['body']>>): Promise<void> => {
    setBusy(true);
    setWrong('');
    try {
      await send(confirmIdentity, { body: await proof() });
      close(true);
    } catch (error) {
      setTyped('');
      setWrong(messageOf(error));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (typed.trim() === '') return setWrong(byCode ? '请输入验证码' : '请输入密码');
    void prove(async () => (byCode ? { code: typed } : { password: typed }));
  };
  const usePasskey = (): void =>
    void prove(async () => {
      const [options, { requestPasskey }] = await Promise.all([send(confirmOptions, {}), import('../passkey/passkey.ts')]);
      return { answer: await requestPasskey(options) };
    });
  const types = state === null || state.hasPassword || state.totp;
  return (
    <dialog ref={dialog} className="account-security confirm-person" aria-labelledby="confirm-person" onCancel={() => close(false)}>
      <form onSubmit={submit} noValidate>
        <h2 id="confirm-person">确认是您本人</h2>
        <p>这一步会改动账号或他人的资料，请再确认一次身份。</p>
        {types ? (
          <label>
            {byCode ? '验证码' : '密码'}
            <input
              key={String(byCode)}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog has just been opened for this field
              autoFocus
              type={byCode ? 'text' : 'password'}
              name={byCode ? 'code' : 'password'}
              inputMode={byCode ? 'numeric' : 'text'}
              autoComplete={byCode ? 'one-time-code' : 'current-password'}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              aria-invalid={wrong !== ''}
              aria-describedby="confirm-wrong"
            />
          </label>
        ) : null}
        {state && !types && state.passkeys.length === 0 ? <p>您的账号没有密码：请退出后用原来的方式重新登录，再操作一次。</p> : null}
        <p id="confirm-wrong" className="account-wrong" role="alert">
          {wrong}
        </p>
        <div className="account-row account-others">
          {state?.hasPassword && state.totp ? (
            <button type="button" className="account-link" onClick={() => setByCode(!byCode)}>
              {byCode ? '改用密码' : '改用验证码'}
            </button>
          ) : null}
          {state && state.passkeys.length > 0 ? (
            <button type="button" className="account-button" disabled={busy} onClick={usePasskey}>
              用通行密钥确认
            </button>
          ) : null}
        </div>
        <div className="account-row">
          <button type="button" className="account-button" onClick={() => close(false)}>
            取消
          </button>
          {types ? (
            <button type="submit" className="account-button account-main" aria-busy={busy} disabled={busy}>
              确认
            </button>
          ) : null}
        </div>
      </form>
    </dialog>
  );
}
