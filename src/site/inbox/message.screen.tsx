import { useState } from 'react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import {
  myMessages,
  readMessages,
  readSomeMessages,
  removeMessages,
  unreadMessages,
  type Message,
  type MessageType,
} from '../../../contract/inbox/message.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { pagesOf } from '../../api/pages-of.ts';
import { queryClient } from '../../api/query-client.ts';
import { timeAgo } from '../../format/date.ts';
import { toast, toastError } from '../frame/dialogs.ts';
import { Icon } from '../frame/icon.tsx';
import { More } from '../frame/load-more.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { NotifySheet } from './notify-sheet.tsx';
import { TYPE_NAMES } from './message-types.ts';
import './inbox.css';

type Filter = MessageType | '' | 'unread';
const FILTERS: readonly (readonly [Filter, string])[] = [
  ['', '全部'],
  ['unread', '未读'],
  ...(Object.entries(TYPE_NAMES) as [MessageType, string][]),
];

const listOf = (filter: Filter) =>
  pagesOf(
    myMessages,
    { query: filter === 'unread' ? { unread: '1' } : filter ? { type: filter } : {} },
    PAGE_SIZE,
    (data): { rows: Message[]; total: number; unread: number } => data,
  );
const refresh = () => Promise.all([myMessages, unreadMessages].map((one) => queryClient.invalidateQueries(allOf(one))));

/** The user's messages by kind; opening one marks it as read. */
export function MessageScreen() {
  const [filter, setFilter] = useState<Filter>('');
  const [settings, setSettings] = useState(false);
  const list = useInfiniteQuery(listOf(filter));
  const navigate = useNavigate();
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const change = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSuccess: refresh,
    onError: (error) => void toastError(error),
  });
  const open = (one: Message) => {
    if (!one.isRead) change.mutate(() => call(readSomeMessages, { params: { ids: String(one.messageId) } }));
    if (one.link) void navigate(one.link);
  };
  const readAll = () =>
    change.mutate(async () => {
      await call(readMessages, {});
      void toast('已全部标为已读');
    });
  return (
    <div className="inbox measure">
      <NavBar title="消息" />
      <div className="inbox-tools">
        <div className="inbox-filters" role="tablist" aria-label="消息的种类">
          {FILTERS.map(([value, name]) => (
            <button key={value} type="button" role="tab" aria-selected={filter === value} onClick={() => setFilter(value)}>
              {name}
            </button>
          ))}
        </div>
        <div className="inbox-acts">
          <button type="button" className="text-link" disabled={!rows.some((one) => !one.isRead)} onClick={readAll}>
            全部已读
          </button>
          <button type="button" className="icon-button" aria-label="通知设置" onClick={() => setSettings(true)}>
            <Icon name="gear" size={22} />
          </button>
        </div>
      </div>
      {list.data ? <Stale error={list.error} /> : null}
      {list.isError && !list.data ? (
        <Failed error={list.error} retry={() => void list.refetch()} />
      ) : !list.data ? (
        <div aria-busy="true" className="inbox-list">
          {[1, 2, 3].map((n) => (
            <div key={n} className="inbox-wait">
              <Skeleton width="60%" height={18} />
              <Skeleton width="90%" height={14} top={10} />
            </div>
          ))}
        </div>
      ) : rows.length === 0 ? (
        <Empty
          drawing="lamp"
          title={filter === 'unread' ? '没有未读的消息' : '还没有消息'}
          reason="审核结果、评论的回复和出版社的答复会写在这里。"
          to="/personalCenter/default"
          action="回到我的"
        />
      ) : (
        <>
          <ul className="inbox-list">
            {rows.map((one) => (
              <li key={one.messageId} data-new={one.isRead ? undefined : ''}>
                <button type="button" className="inbox-row" onClick={() => open(one)}>
                  <span className="inbox-title">
                    {one.isRead ? null : <span className="unseen">未读，</span>}
                    {one.title}
                  </span>
                  {one.content ? <span className="inbox-text">{one.content}</span> : null}
                  <span className="meta">
                    {TYPE_NAMES[one.type]} · {timeAgo(one.createTime)}
                  </span>
                </button>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`删除消息：${one.title}`}
                  onClick={() => change.mutate(() => call(removeMessages, { params: { ids: String(one.messageId) } }))}
                >
                  <Icon name="trash" size={20} />
                </button>
              </li>
            ))}
          </ul>
          <More list={list} end="没有更早的消息了" />
        </>
      )}
      {settings ? <NotifySheet close={() => setSettings(false)} /> : null}
    </div>
  );
}
