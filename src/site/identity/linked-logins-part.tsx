import { useMutation, useQuery } from '@tanstack/react-query';
import { externalProviders, linkedLogins, unlinkLogin } from '../../../contract/identity/external-login.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';
import { leaveForProvider } from '../../session/external-login.ts';
import { confirm, toast } from '../frame/dialogs.ts';
import './message.css';

/** The user's linked OpenID Connect accounts; renders nothing when no provider is configured. */
export function LinkedLoginsPart() {
  const { data: providers = [] } = useQuery(queryOf(externalProviders, {}));
  const { data: links = [] } = useQuery({ ...queryOf(linkedLogins, {}), staleTime: 0 });
  const link = useMutation({
    mutationFn: (provider: string) => leaveForProvider(provider, '/personalCenter/profile', true),
    onError: (error) => void toast(error.message),
  });
  const unlink = useMutation({
    mutationFn: (linkId: number) => call(unlinkLogin, { params: { linkId } }),
    onSuccess: () => void toast('已解除绑定'),
    onError: (error) => void toast(error.message),
    onSettled: () => queryClient.invalidateQueries(allOf(linkedLogins)),
  });
  if (providers.length === 0 && links.length === 0) return null;
  const confirmUnlink = async (linkId: number, name: string): Promise<void> => {
    if (await confirm('解除绑定', `解除后不能再用这个${name}登录。`, '解除绑定')) unlink.mutate(linkId);
  };
  return (
    <section className="profile-part" aria-labelledby="linked-logins">
      <h2 id="linked-logins">其他登录方式</h2>
      {links.map(({ linkId, name, account, createTime }) => (
        <div key={linkId} className="apply-mode">
          <div>
            <b>{name}</b>
            <p className="meta">
              {account} · {createTime.slice(0, 10)} 绑定
            </p>
          </div>
          <button
            type="button"
            className="button button-line"
            aria-label={`解除绑定${name}`}
            disabled={unlink.isPending}
            onClick={() => void confirmUnlink(linkId, name)}
          >
            解除绑定
          </button>
        </div>
      ))}
      {providers
        .filter(({ key }) => !links.some((one) => one.provider === key))
        .map(({ key, name }) => (
          <div key={key} className="apply-mode">
            <div>
              <b>{name}</b>
              <p className="meta">绑定后可以用它登录</p>
            </div>
            <button
              type="button"
              className="button button-line"
              aria-label={`绑定${name}`}
              disabled={link.isPending}
              onClick={() => link.mutate(key)}
            >
              绑定
            </button>
          </div>
        ))}
    </section>
  );
}
