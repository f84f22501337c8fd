import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { onMarksSent, wakeMarks } from '../../../marking/marks-sender.ts';
import { marksOf, type WaitingMark } from '../../../marking/marks-store.ts';
import { session } from '../../../session/session.store.ts';
import { refreshTeaching } from '../teaching-queries.ts';

/** The marks of an assignment that wait on this device, sent as soon as there is a network; `read` reads them again. */
export function useWaitingMarks(assignmentId: number): {
  readonly userId: number;
  readonly marks: readonly WaitingMark[];
  readonly read: () => Promise<void>;
} {
  const { now } = useSnapshot(session);
  const userId = now.state === 'authenticated' ? now.user.userId : 0;
  const [marks, setMarks] = useState<readonly WaitingMark[]>([]);
  const read = async (): Promise<void> => setMarks((await marksOf(userId)).filter((one) => one.assignmentId === assignmentId));
  useEffect(() => {
    if (userId === 0) return undefined;
    void read();
    wakeMarks();
    return onMarksSent(() => {
      void read();
      void refreshTeaching();
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- of this user and this assignment
  }, [userId, assignmentId]);
  return { userId, marks, read };
}
