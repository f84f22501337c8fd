import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Badge, Button, Empty, Popover, Skeleton } from 'antd';
import BellOutlined from '@ant-design/icons/BellOutlined';
import { useNavigate } from 'react-router-dom';
import { myMessages, readMessages, readSomeMessages, unreadMessages, type Message } from '../../../contract/inbox/message.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { timeAgo } from '../../format/date.ts';
import { LoadFailed } from '../crud/list-states.tsx';

const SHOWN = 8;
const EVERY_MS = 60_000;
const latest = queryOf(myMessages, { query: { pageNum: 1, pageSize: SHOWN } });

/** The user's messages: the number of unread ones, the latest, and the way to all of them. */
export function MessageBell() {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const unread = useQuery({ ...queryOf(unreadMessages, {}), staleTime: 0, refetchInterval: EVERY_MS }).data ?? 0;
  const list = useQuery({ ...latest, staleTime: 0, enabled: open });
  const refresh = () => Promise.all([myMessages, unreadMessages].map((one) => client.invalidateQueries(allOf(one))));
  const go = (one: Message) => {
    setOpen(false);
    if (!one.isRead) void call(readSomeMessages, { params: { ids: String(one.messageId) } }).then(refresh, () => undefined);
    if (one.link) void navigate(one.link);
  };
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      title="消息"
      content={
        <div className="message-bell">
          {list.isError ? <LoadFailed query={list} /> : null}
          {list.isPending ? <Skeleton active paragraph={{ rows: 3 }} /> : null}
          {list.data?.rows.length === 0 ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有消息" /> : null}
          <ul>
            {list.data?.rows.map((one) => (
              <li key={one.messageId}>
                <button type="button" onClick={() => go(one)}>
                  {one.isRead ? <span>{one.title}</span> : <strong>{one.title}</strong>}
                  <span className="soft">
                    {one.isRead ? '' : '未读 · '}
                    {timeAgo(one.createTime)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <div className="message-bell-foot">
            <Button size="small" disabled={unread === 0} onClick={() => void call(readMessages, {}).then(refresh, () => undefined)}>
              全部已读
            </Button>
            <Button size="small" type="link" href="/personalCenter/message">
              查看全部
            </Button>
          </div>
        </div>
      }
    >
      <Button
        type="text"
        aria-label={unread > 0 ? `消息，${unread} 条未读` : '消息'}
        title="消息"
        icon={
          <Badge count={unread} size="small" overflowCount={99}>
            <BellOutlined />
          </Badge>
        }
      />
    </Popover>
  );
}
