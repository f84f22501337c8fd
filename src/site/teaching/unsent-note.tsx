import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { UnsentAttempt } from '../../attempts/unsent-attempts.ts';
import { waitingAttempts } from '../../attempts/waiting-attempts.ts';
import { session } from '../../session/session.store.ts';
import { Icon } from '../frame/icon.tsx';

/** Answers on this device that the server does not have yet, and why, where it rejected them. */
export function UnsentNote() {
  const { now } = useSnapshot(session);
  const userId = now.state === 'authenticated' ? now.user.userId : 0;
  const [waiting, setWaiting] = useState<readonly UnsentAttempt[]>([]);
  useEffect(() => {
    // The code that reads and sends them is loaded only when there are any.
    if (!waitingAttempts()[userId]) return undefined;
    let here = true;
    let stop = (): void => undefined;
    void import('../../attempts/unsent-attempts.ts').then(
      ({ watchUnsent }) => {
        if (here) stop = watchUnsent(userId, (found) => here && setWaiting(found));
      },
      () => undefined,
    );
    return () => {
      here = false;
      stop();
    };
  }, [userId]);
  if (waiting.length === 0) return null;
  return (
    <output className="quiet-bar">
      <Icon name="clock" size={20} />
      <span>{waiting.map(wordsOf).join('')}</span>
    </output>
  );
}

function wordsOf({ title, answers, files, rejected }: UnsentAttempt): string {
  if (rejected !== '') return `《${title}》没有交上去：${rejected}。作答还在本机。`;
  const wait = files > 0 ? `${files} 个文件待上传，` : '';
  return answers ? `《${title}》的作答存在本机，${wait}联网后自动交上去。` : `《${title}》的作答已交，${wait}联网后自动上传。`;
}
