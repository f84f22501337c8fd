import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { ClassDetail } from '../../../contract/teaching/course-class.ts';
import { packFacts, removePack, renewPacks, savePack, type PackFacts } from '../../class-pack/class-pack.ts';
import { dailyQueue } from '../../practice/daily-queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { bytes } from '../../format/bytes.ts';
import { reportIfFull } from '../../storage/storage-full.ts';
import { session } from '../../session/session.store.ts';
import { confirm, toast, toastError } from '../frame/dialogs.ts';
import { network } from '../frame/network.store.ts';
import { classList, oneClass } from './teaching-queries.ts';

/** What the device keeps of a class, as of when; it renews itself while there is a network. */
export function PackCard({ group }: { group: ClassDetail }) {
  const { online } = useSnapshot(network);
  const { now } = useSnapshot(session);
  const userId = now.state === 'authenticated' ? now.user.userId : 0;
  const [facts, setFacts] = useState<PackFacts | null>(null);
  const [busy, setBusy] = useState(false);
  const { classId } = group;
  useEffect(() => {
    if (userId === 0) return undefined;
    let here = true;
    const read = (): Promise<void> =>
      packFacts(userId).then(
        (all) => {
          if (here) setFacts(all.find((one) => one.classId === classId) ?? null);
        },
        () => undefined,
      );
    void read().then(() => (navigator.onLine ? renewPacks(userId).then(read) : undefined));
    return () => {
      here = false;
    };
  }, [userId, classId]);
  const save = async () => {
    setBusy(true);
    try {
      const { facts: saved, missing } = await savePack(userId, classId);
      setFacts(saved);
      // The pages read these answers without a network.
      const { noteList } = await import('./study-queries.ts');
      await Promise.all([
        queryClient.prefetchQuery(classList),
        queryClient.prefetchQuery(oneClass(classId)),
        queryClient.prefetchQuery(noteList(classId)),
        // The log of practice, by which the device knows what is due.
        queryClient.prefetchQuery(dailyQueue),
      ]);
      void toast(missing > 0 ? `已存到本机，${missing} 个图片或录音没有存下来，请再存一次` : '已存到本机，没有网络也能作答');
    } catch (error) {
      reportIfFull(error);
      void toastError(error);
    } finally {
      setBusy(false);
    }
  };
  const remove = async () => {
    if (!(await confirm('移除离线包', '没有网络时不能再开始作答；还没交上去的作答不受影响。', '移除'))) return;
    await removePack(userId, classId).then(() => setFacts(null), toastError);
  };
  return (
    <section className="teach-pack card" aria-label="离线包">
      <p className="teach-grow">
        <b>离线包</b>
        <span className="meta teach-line">
          {facts
            ? `${facts.assignments} 份作业，${facts.notes ? `${facts.notes} 条批注，` : ''}${facts.review ? `复习 ${facts.review} 题，` : ''}${bytes(facts.bytes)}，${new Date(facts.issuedAt).toLocaleString('zh-CN', { month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit' })} 存`
            : '把作业、老师的批注和要复习的题存到本机，没有网络也能看、能作答，联网后自动交上去'}
        </span>
      </p>
      <button type="button" className="button button-wash" disabled={busy || !online} onClick={() => void save()}>
        {busy ? '正在存…' : facts ? '更新' : '存到本机'}
      </button>
      {facts ? (
        <button type="button" className="button button-line" disabled={busy} onClick={() => void remove()}>
          移除
        </button>
      ) : null}
    </section>
  );
}
