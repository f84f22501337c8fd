import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { startAttempt, type AttemptPaper } from '../../../../contract/teaching/attempt.ts';
import { isUnsent, waitingFiles, type AttemptRecord } from '../../../attempts/attempt-record.ts';
import { AttemptSession } from '../../../attempts/attempt-session.ts';
import { attemptsOf } from '../../../attempts/attempt-store.ts';
import { packedFiles, packedPaper } from '../../../class-pack/class-pack.ts';
import { call, isOffline } from '../../../api/call.ts';
import { keepCode } from '../../../downloads/offline-code.ts';
import { session } from '../../../session/session.store.ts';
import { deviceId } from '../../../sync/device-id.ts';
import { toastError } from '../../frame/dialogs.ts';
import { NavBar } from '../../frame/nav-bar.tsx';
import { Empty, Failed } from '../../frame/state.tsx';
import { AssignmentRules } from './assignment-rules.tsx';
import { Answering } from './answering.tsx';
import { AttemptResultView } from './attempt-result.tsx';
import { TeachingSkeleton } from '../teaching-skeleton.tsx';
import { oneAssignment, PLATFORM, refreshTeaching } from '../teaching-queries.ts';
import '../teaching.css';
import '../attempt.css';

/** T2: the rules of an assignment, answering it, and the result; `?attempt=` shows one attempt, `?doing=1` goes on answering. */
export function AssignmentPage() {
  const assignmentId = Number(useParams()['assignmentId']);
  const { now } = useSnapshot(session);
  const userId = now.state === 'authenticated' ? now.user.userId : 0;
  const [search, setSearch] = useSearchParams();
  const attemptKey = search.get('attempt');
  const doing = search.get('doing') !== null;
  const found = useQuery({ ...oneAssignment(assignmentId), enabled: userId > 0 });
  const [opened, setOpened] = useState<AttemptSession | null>(null);
  const { stored, handedIn } = useStoredPaper(userId, assignmentId, opened !== null);
  const [busy, setBusy] = useState(false);
  useEffect(() => () => opened?.close(), [opened]);

  const [files, setFiles] = useState<Readonly<Record<string, string>>>({});
  const open = async (paper: AttemptPaper) => {
    // An attempt that was begun goes on without a network, also after a reload.
    void keepCode('class');
    setFiles(await packedFiles(userId).catch(() => ({})));
    setOpened(await AttemptSession.open(userId, paper));
    setSearch({ doing: '1' }, { replace: true });
  };
  const begin = async () => {
    setBusy(true);
    try {
      await open(await call(startAttempt, { body: { assignmentId, deviceId: deviceId() } }));
    } catch (error) {
      if (isOffline(error) && stored) await open(stored);
      else void toastError(error);
    } finally {
      setBusy(false);
    }
  };
  const over = async () => {
    opened?.close();
    setOpened(null);
    setSearch({}, { replace: true });
    await refreshTeaching();
  };
  // After a reload in the middle of an attempt it goes on.
  useEffect(() => {
    if (doing && !opened && !busy && userId > 0 && (found.data || stored)) void begin();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once when the page or its data is there
  }, [doing, userId, found.data !== undefined, stored !== null]);

  const title = found.data?.title ?? stored?.title ?? '作业';
  if (opened && doing) return <Answering session={opened} files={files} over={() => void over()} />;
  if (attemptKey) return <AttemptResultView attemptKey={attemptKey} />;
  return (
    <div className="teach measure">
      <NavBar title={title} otherwise={PLATFORM} />
      {found.data ? (
        <AssignmentRules one={found.data} busy={busy} begin={() => void begin()} show={(key) => setSearch({ attempt: key })} />
      ) : found.isError && isOffline(found.error) ? (
        stored ? (
          <Empty drawing="lamp" title={stored.title} reason="现在没有网络。这份作业已存到本机，可以接着作答，联网后自动交上去。">
            <button type="button" className="button button-fill button-tall" disabled={busy} onClick={() => void begin()}>
              继续作答
            </button>
          </Empty>
        ) : handedIn ? (
          <Empty
            drawing="lamp"
            title={handedIn.title}
            reason={`作答已交，存在本机，${handedIn.files > 0 ? `${handedIn.files} 个文件待上传，` : ''}联网后自动交上去。`}
            to={PLATFORM}
            action="回到教学平台"
          />
        ) : (
          <Empty drawing="lamp" title="现在没有网络" reason="这份作业没有存到本机，联网后才能开始" to={PLATFORM} action="回到教学平台" />
        )
      ) : found.isError ? (
        <Failed error={found.error} retry={() => void found.refetch()} to={PLATFORM} action="回到教学平台" />
      ) : (
        <TeachingSkeleton />
      )}
    </div>
  );
}

interface Stored {
  /** A paper of this assignment that is on this device: an attempt that goes on, or one that its pack allows to begin. */
  readonly stored: AttemptPaper | null;
  /** An attempt of it that was handed in on this device and has not been sent: its title, and the files that wait. */
  readonly handedIn: { readonly title: string; readonly files: number } | null;
}

function useStoredPaper(userId: number, assignmentId: number, open: boolean): Stored {
  const [found, setFound] = useState<Stored>({ stored: null, handedIn: null });
  useEffect(() => {
    if (userId === 0 || open) return undefined;
    let here = true;
    const find = async (): Promise<Stored> => {
      const own = (await attemptsOf(userId)).filter(({ paper }) => paper.assignmentId === assignmentId);
      const isHandedIn = ({ events }: AttemptRecord): boolean => events.some(({ kind }) => kind === 'submit');
      const going = own.find((one) => one.status === 'doing' && !isHandedIn(one));
      const waiting = own.find((one) => isHandedIn(one) && isUnsent(one));
      return {
        stored: going?.paper ?? (await packedPaper(userId, assignmentId)),
        handedIn: waiting ? { title: waiting.paper.title, files: waitingFiles(waiting).length } : null,
      };
    };
    void find().then(
      (now) => here && setFound(now),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [userId, assignmentId, open]);
  return found;
}
