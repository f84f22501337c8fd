import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { DataOf } from '../../contract/endpoint.ts';
import { addPasskey, beginPasskey, removePasskey, renamePasskey, type secondFactorState } from '../../contract/identity/second-factor.ts';
import { call } from '../api/call.ts';
import { deviceName } from '../sync/device-name.ts';

type Passkey = DataOf<typeof secondFactorState>['passkeys'][number];

async function add(name: string): Promise<void> {
  const [options, { makePasskey }] = await Promise.all([call(beginPasskey, {}), import('../passkey/passkey.ts')]);
  await call(addPasskey, { body: { name, answer: await makePasskey(options) } });
}

/** The passkeys of an account: sign-in with a fingerprint, face or PIN of the device, without a password. */
export function PasskeyList({ passkeys, changed }: { passkeys: readonly Passkey[]; changed: () => Promise<void> }) {
  const [wrong, setWrong] = useState('');
  const [editing, setEditing] = useState<number | null>(null);
  const how = { onMutate: () => setWrong(''), onError: (error: Error) => setWrong(error.message), onSettled: changed };
  const make = useMutation({ mutationFn: () => add(deviceName() || '通行密钥'), ...how });
  const remove = useMutation({ mutationFn: (passkeyId: number) => call(removePasskey, { params: { passkeyId } }), ...how });
  const rename = useMutation({
    mutationFn: ({ passkeyId, name }: Pick<Passkey, 'passkeyId' | 'name'>) => call(renamePasskey, { params: { passkeyId }, body: { name } }),
    ...how,
    onSuccess: () => setEditing(null),
  });
  const [leaving, setLeaving] = useState<number | null>(null);
  return (
    <>
      <div className="account-item">
        <div>
          <b>通行密钥</b>
          <p className="account-soft">用指纹、面容或设备密码登录，不用输入密码</p>
          <p className="account-wrong" role="alert">
            {wrong}
          </p>
        </div>
        <div className="account-row">
          {typeof PublicKeyCredential === 'undefined' ? (
            <span className="account-soft">这个浏览器不支持</span>
          ) : (
            <button type="button" className="account-button" disabled={make.isPending} onClick={() => make.mutate()}>
              添加通行密钥
            </button>
          )}
        </div>
      </div>
      <ul className="account-keys">
        {passkeys.map((one) => (
          <li key={one.passkeyId} className="account-item">
            {editing === one.passkeyId ? (
              <Rename one={one} cancel={() => setEditing(null)} save={(name) => rename.mutate({ passkeyId: one.passkeyId, name })} />
            ) : (
              <>
                <div>
                  <b>{one.name}</b>
                  <p className="account-soft">
                    {one.createTime.slice(0, 10)} 添加 · {one.lastUsed ? `${one.lastUsed.slice(0, 16)} 用过` : '还没有用过'}
                  </p>
                </div>
                <div className="account-row">
                  {leaving === one.passkeyId ? (
                    <>
                      <button type="button" className="account-button" onClick={() => setLeaving(null)}>
                        不移除
                      </button>
                      <button
                        type="button"
                        className="account-button account-danger"
                        disabled={remove.isPending}
                        onClick={() => remove.mutate(one.passkeyId, { onSettled: () => setLeaving(null) })}
                      >
                        移除“{one.name}”
                      </button>
                    </>
                  ) : (
                    <>
                      <button type="button" className="account-button" aria-label={`重命名${one.name}`} onClick={() => setEditing(one.passkeyId)}>
                        重命名
                      </button>
                      <button type="button" className="account-button" aria-label={`移除${one.name}`} onClick={() => setLeaving(one.passkeyId)}>
                        移除
                      </button>
                    </>
                  )}
                </div>
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Rename({ one, cancel, save }: { one: Passkey; cancel: () => void; save: (name: string) => void }) {
  const [name, setName] = useState(one.name);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '') save(name.trim());
  };
  return (
    <form className="account-rename" onSubmit={submit}>
      <label>
        名字
        <input name="name" value={name} maxLength={30} onChange={(event) => setName(event.target.value)} />
      </label>
      <div className="account-row">
        <button type="button" className="account-button" onClick={cancel}>
          取消
        </button>
        <button type="submit" className="account-button account-main">
          保存
        </button>
      </div>
    </form>
  );
}
