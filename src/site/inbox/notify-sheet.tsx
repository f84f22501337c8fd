import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { myPreferences, savePreferences, type MailChoice, type NotifyPreference } from '../../../contract/inbox/notify-preference.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';
import { toast } from '../frame/dialogs.ts';
import { Sheet } from '../frame/sheet.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Failed } from '../frame/state.tsx';
import { PushSwitch } from './push-switch.tsx';
import { TYPE_NAMES } from './message-types.ts';

const MAIL: readonly (readonly [MailChoice, string])[] = [
  ['off', '不发邮件'],
  ['daily', '每天一封'],
  ['now', '及时发送'],
];
const ABOUT: Readonly<Record<string, string>> = {
  task: '分配给您的任务和到期提醒',
  audit: '审核、申请和申诉的结果',
  pay: '订单、结算和提现',
  reply: '评论的回复和喜欢',
  system: '账号安全和平台通知',
};
/** Messages about decisions and money cannot be switched off. */
const CAN_STOP = new Set(['task', 'reply']);

/** Which messages the user wants, and which of them also by mail. */
export function NotifySheet({ close }: { close: () => void }) {
  const found = useQuery({ ...queryOf(myPreferences, {}), staleTime: 0 });
  const [changed, setChanged] = useState<readonly NotifyPreference[] | null>(null);
  const rows = changed ?? found.data?.rows ?? [];
  const save = useMutation({
    mutationFn: () => call(savePreferences, { body: [...rows] }),
    onSuccess: async () => {
      void toast('已保存');
      await queryClient.invalidateQueries(allOf(myPreferences));
      close();
    },
  });
  const set = (type: string, part: Partial<NotifyPreference>) => setChanged(rows.map((row) => (row.type === type ? { ...row, ...part } : row)));
  const confirmed = found.data?.confirmed ?? false;
  return (
    <Sheet
      title="通知设置"
      close={close}
      foot={
        <button
          type="button"
          className="button button-fill button-tall button-wide"
          disabled={changed === null || save.isPending}
          onClick={() => save.mutate()}
        >
          {save.isPending ? '正在保存' : '保存'}
        </button>
      }
    >
      {found.isError && !found.data ? <Failed error={found.error} retry={() => void found.refetch()} /> : null}
      {!found.data && !found.isError ? <Skeleton height={160} /> : null}
      {found.data ? (
        <div className="notify-body">
          <PushSwitch />
          <p className="meta">
            {confirmed ? (
              `邮件发到 ${found.data.email}，同一时段的消息合并成一封。`
            ) : (
              <>
                邮件通知需要先确认邮箱。
                <Link className="text-link" to="/personalCenter/profile">
                  去填写并确认
                </Link>
              </>
            )}
          </p>
          <ul className="notify-list">
            {rows.map(({ type, inbox, mail }) => (
              <li key={type}>
                <label className="notify-name" htmlFor={`notify-${type}`}>
                  <input
                    id={`notify-${type}`}
                    type="checkbox"
                    checked={inbox}
                    disabled={!CAN_STOP.has(type)}
                    onChange={(event) => set(type, { inbox: event.target.checked, ...(event.target.checked ? {} : { mail: 'off' as const }) })}
                  />
                  {TYPE_NAMES[type]}
                </label>
                <span className="meta notify-about">
                  {ABOUT[type]}
                  {CAN_STOP.has(type) ? '' : '（不能关闭）'}
                </span>
                <select
                  aria-label={`${TYPE_NAMES[type]}消息的邮件通知`}
                  value={mail}
                  disabled={!confirmed || !inbox}
                  onChange={(event) => set(type, { mail: event.target.value as MailChoice })}
                >
                  {MAIL.map(([value, name]) => (
                    <option key={value} value={value}>
                      {name}
                    </option>
                  ))}
                </select>
              </li>
            ))}
          </ul>
          {save.error ? (
            <p className="comment-wrong" role="alert">
              {save.error.message}
            </p>
          ) : null}
        </div>
      ) : null}
    </Sheet>
  );
}
