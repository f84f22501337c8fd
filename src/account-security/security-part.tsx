import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DataOf } from '../../contract/endpoint.ts';
import { removeTotp, renewCodes, secondFactorState } from '../../contract/identity/second-factor.ts';
import { call } from '../api/call.ts';
import { queryClient, queryOf } from '../api/query-client.ts';
import { session } from '../session/session.store.ts';
import { PasskeyList } from './passkey-list.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpSetup } from './totp-setup.tsx';
import '../api/confirm-dialog.css';

const question = { ...queryOf(secondFactorState, {}), staleTime: 0 };
const again = (): Promise<void> => queryClient.invalidateQueries({ queryKey: question.queryKey });

/** 登录安全 in the profile of both clients (site and admin): TOTP with recovery codes, and passkeys. */
export function SecurityPart() {
  const { data: state, error, refetch } = useQuery(question);
  const missing = state?.required === true && !state.totp && state.passkeys.length === 0;
  useEffect(() => {
    if (state) session.factorDue = missing;
  }, [state, missing]);
  return (
    <section className="account-security profile-part" aria-labelledby="account-security" aria-busy={!state && !error}>
      <h2 id="account-security">登录安全</h2>
      {missing ? <output className="account-note">您的账号须先设置两步验证或通行密钥，才能使用其他功能。请任选一种完成设置。</output> : null}
      {state ? (
        <>
          <TotpPart state={state} />
          <PasskeyList passkeys={state.passkeys} changed={again} />
        </>
      ) : error ? (
        <p role="alert">
          {error.message}{' '}
          <button type="button" className="account-link" onClick={() => void refetch()}>
            重试
          </button>
        </p>
      ) : (
        <p className="account-soft">正在读取…</p>
      )}
    </section>
  );
}

function TotpPart({ state }: { state: DataOf<typeof secondFactorState> }) {
  const [doing, setDoing] = useState<'setup' | 'off' | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [wrong, setWrong] = useState('');
  const onError = (error: Error): void => setWrong(error.message);
  const off = useMutation({ mutationFn: () => call(removeTotp, {}), onError, onSettled: () => (setDoing(null), again()) });
  const renew = useMutation({ mutationFn: () => call(renewCodes, {}), onSuccess: (made) => setCodes(made.codes), onError, onSettled: again });
  if (codes) return <RecoveryCodes codes={codes} done={() => setCodes(null)} />;
  if (doing === 'setup')
    return (
      <TotpSetup
        cancel={() => setDoing(null)}
        done={(made) => {
          setDoing(null);
          setCodes(made);
          void again();
        }}
      />
    );
  const begin = (): void => {
    setWrong('');
    setDoing('setup');
  };
  return (
    <div className="account-item">
      <div>
        <b>两步验证</b>
        <p className="account-soft">{state.totp ? `已开启，还剩${state.codesLeft}个恢复码` : '登录时除了密码，还要输入手机上验证器应用的6位数字'}</p>
        <p className="account-wrong" role="alert">
          {wrong}
        </p>
      </div>
      <div className="account-row">
        {doing === 'off' ? (
          <>
            <span>关闭后只凭密码就能登录，确定吗？</span>
            <button type="button" className="account-button" onClick={() => setDoing(null)}>
              不关闭
            </button>
            <button type="button" className="account-button account-danger" disabled={off.isPending} onClick={() => off.mutate()}>
              关闭两步验证
            </button>
          </>
        ) : state.totp ? (
          <>
            <button type="button" className="account-button" disabled={renew.isPending} onClick={() => renew.mutate()}>
              换一组恢复码
            </button>
            <button type="button" className="account-button" onClick={begin}>
              换手机
            </button>
            <button type="button" className="account-button" onClick={() => (setWrong(''), setDoing('off'))}>
              关闭
            </button>
          </>
        ) : (
          <button type="button" className="account-button account-main" onClick={begin}>
            开启两步验证
          </button>
        )}
      </div>
    </div>
  );
}
