import { useEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import { Icon } from '../frame/icon.tsx';
import { countQueue, forgetRefused, judging, sendQueued } from './judging-package.ts';

/** Scores that wait for the network, and those that the server refused. */
export function QueueNote({ userId }: { userId: number }) {
  const { queued, refused } = useSnapshot(judging);
  useEffect(() => {
    void countQueue(userId).then(sendQueued);
  }, [userId]);
  if (queued === 0 && refused.length === 0) return null;
  return (
    <output className="queue-note">
      {queued > 0 ? (
        <span>
          <Icon name="clock" size={20} />
          {queued} 件评分存在本机，联网后自动提交
        </span>
      ) : null}
      {refused.map(({ title, why }) => (
        <span key={title}>
          <Icon name="close" size={20} />
          {title}没有提交成功：{why}。内容还在，打开作品可以查看。
        </span>
      ))}
      {refused.length > 0 ? (
        <button type="button" className="button button-line" onClick={() => void forgetRefused(userId)}>
          知道了
        </button>
      ) : null}
    </output>
  );
}
