import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { endMySession, mySessions } from '../../../contract/identity/profile.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { useActs } from '../crud/use-resource.tsx';
import { errorMessage } from '../ui/error-message.ts';

/** The user's sessions; other devices can be signed out here. */
export function ProfileSessions() {
  const client = useQueryClient();
  const list = useQuery({ ...queryOf(mySessions, {}), staleTime: 0 });
  const { ask } = useActs(() => client.invalidateQueries(allOf(mySessions)));
  if (list.isError) return <Button onClick={() => void list.refetch()}>{errorMessage(list.error)}，点击重试</Button>;
  if (!list.data) return <Skeleton active />;
  return (
    <ul className="ready-list">
      {list.data.map((one) => (
        <li key={one.sessionId}>
          <div style={{ flex: 1, minWidth: 0 }}>
            {one.os} · {one.browser} {one.current ? <span className="state-tag tag-success">本机</span> : null}
            <div className="soft">
              {[one.ip, one.loginLocation].filter(Boolean).join(' ')} · 登录于 {one.loginTime.slice(5, 16)} · 最近使用 {one.lastSeen.slice(5, 16)}
            </div>
          </div>
          {one.current ? null : (
            <Button
              onClick={() =>
                ask(
                  {
                    title: `让「${one.os} · ${one.browser}」退出登录？`,
                    content: '那台设备上未保存的内容可能丢失，再次使用须重新登录。',
                    verb: '退出登录',
                    danger: true,
                  },
                  () => call(endMySession, { params: { sessionId: one.sessionId } }),
                  '已退出登录',
                )
              }
            >
              退出登录
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
