import { useEffect } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { myMessages, readMessages } from '../../../contract/inbox/message.ts';
import { call } from '../../api/call.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';
import { timeAgo } from '../../format/date.ts';
import { Sheet } from '../frame/sheet.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Failed } from '../frame/state.tsx';
import './message.css';

const SHOWN = 30;
export const messages = queryOf(myMessages, { query: { pageNum: 1, pageSize: SHOWN } });

/** The user's messages. A message that was shown counts as read. */
export function MessageSheet({ close }: { close: () => void }) {
  const { data, error, refetch } = useQuery(messages);
  const { mutate: read } = useMutation({
    mutationFn: () => call(readMessages, {}),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [myMessages.key] }),
  });
  const unread = data?.unread ?? 0;
  useEffect(() => {
    if (unread === 0) return;
    // Long enough for the user to see which messages are new.
    const soon = setTimeout(() => read(), 1500);
    return () => clearTimeout(soon);
  }, [unread, read]);
  return (
    <Sheet title="消息" close={close}>
      <div className="message-sheet">
        {data?.rows.length === 0 ? <p className="message-none">还没有消息。身份申请的结果、错字反馈的答复会写在这里。</p> : null}
        <ul className="message-list">
          {data?.rows.map((one) => (
            <li key={one.messageId} data-new={one.isRead ? undefined : ''}>
              <b>{one.title}</b>
              {one.content ? <p>{one.content}</p> : null}
              <p className="meta">
                {timeAgo(one.createTime)}
                {one.link ? (
                  <Link className="text-link" to={one.link} onClick={close}>
                    去看看
                  </Link>
                ) : null}
              </p>
            </li>
          ))}
        </ul>
        {!data && error ? <Failed error={error} retry={() => void refetch()} /> : null}
        {!data && !error ? <Skeleton height={64} /> : null}
      </div>
    </Sheet>
  );
}
