import { useMutation, useQuery } from '@tanstack/react-query';
import { externalProviders } from '../../../contract/identity/external-login.ts';
import { queryOf } from '../../api/query-client.ts';
import { leaveForProvider } from '../../session/external-login.ts';

/** Buttons for the OpenID Connect providers of this installation; renders nothing when there are none. */
export function ProviderButtons({ redirect, fail }: { redirect: string; fail: (message: string) => void }) {
  const { data = [] } = useQuery(queryOf(externalProviders, {}));
  const leave = useMutation({
    mutationFn: (provider: string) => leaveForProvider(provider, redirect),
    onError: (error) => fail(error.message),
  });
  return data.map(({ key, name }) => (
    <button
      key={key}
      type="button"
      className="button button-line button-tall button-wide door-other"
      aria-busy={leave.isPending}
      onClick={() => leave.isPending || leave.mutate(key)}
    >
      用{name}登录
    </button>
  ));
}
