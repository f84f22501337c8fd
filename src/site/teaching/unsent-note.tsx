import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { unsentEvents } from '../../attempts/attempt-record.ts';
import { onAttemptSent, wakeAttempts } from '../../attempts/attempt-sender.ts';
import { attemptsOf } from '../../attempts/attempt-store.ts';
import { session } from '../../session/session.store.ts';
import { Icon } from '../frame/icon.tsx';

interface Waiting {
  readonly title: string;
  readonly rejected: string;
}

/** Answers on this device that the server does not have yet, and why, where it rejected them. */
export function UnsentNote() {
  const { now } = useSnapshot(session);
  const userId = now.state === 'authenticated' ? now.user.userId : 0;
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  useEffect(() => {
    if (userId === 0) return undefined;
    let here = true;
    const read = (): void =>
      void attemptsOf(userId)
        .then((all) => all.filter((one) => unsentEvents(one).length > 0).map(({ paper, rejected }) => ({ title: paper.title, rejected })))
        .then((found) => here && setWaiting(found))
        .catch(() => undefined);
    read();
    wakeAttempts();
    const stop = onAttemptSent(read);
    return () => {
      here = false;
      stop();
    };
  }, [userId]);
  if (waiting.length === 0) return null;
  return (
    <output className="quiet-bar">
      <Icon name="clock" size={20} />
      <span>
        {waiting
          .map(({ title, rejected }) =>
            rejected === '' ? `《${title}》的作答存在本机，联网后自动交上去。` : `《${title}》没有交上去：${rejected}。作答还在本机。`,
          )
          .join('')}
      </span>
    </output>
  );
}
