import { useMutation, useQuery } from '@tanstack/react-query';
import { myPush, subscribePush, unsubscribePush } from '../../../contract/inbox/push.ts';
import { call } from '../../api/call.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';
import { browserPush, subscribeBrowser, unsubscribeBrowser } from '../../install/browser-push.ts';
import { toast } from '../frame/dialogs.ts';
import '../frame/switch.css';

const HERE = ['push-of-this-browser'];

async function switchPush(on: boolean, key: string): Promise<void> {
  if (!on) {
    await call(unsubscribePush, {});
    return unsubscribeBrowser();
  }
  const body = await subscribeBrowser(key);
  await call(subscribePush, { body }).catch(async (error: unknown) => {
    await unsubscribeBrowser();
    throw error;
  });
}

/** Push messages to this browser; shown only where the server has keys and the browser can receive them. */
export function PushSwitch() {
  const server = useQuery({ ...queryOf(myPush, {}), staleTime: 0 });
  const here = useQuery({ queryKey: HERE, queryFn: browserPush, staleTime: 0, gcTime: 0, networkMode: 'always' });
  const key = server.data?.key ?? '';
  const save = useMutation({
    mutationFn: (on: boolean) => switchPush(on, key),
    onSuccess: (_done, on) => void toast(on ? '已打开推送通知' : '已关闭推送通知'),
    onSettled: () => Promise.all([[myPush.key], HERE].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
  if (!key || !here.data || here.data === 'unsupported') return null;
  const denied = here.data === 'denied';
  const on = save.isPending ? save.variables : Boolean(server.data?.on) && here.data === 'on';
  return (
    <div className="switch-row push-switch">
      <label htmlFor="push-switch">
        推送到这台设备
        <span className="meta">
          {denied ? '浏览器已禁止通知，请在浏览器的网站设置里允许后再打开' : '有新消息时，这台设备的通知栏会显示标题；退出登录后自动关闭'}
        </span>
      </label>
      <input
        id="push-switch"
        type="checkbox"
        role="switch"
        aria-checked={on}
        checked={on}
        disabled={denied || save.isPending}
        onChange={(event) => save.mutate(event.target.checked)}
      />
      {save.error ? (
        <p className="comment-wrong" role="alert">
          {save.error.message}
        </p>
      ) : null}
    </div>
  );
}
