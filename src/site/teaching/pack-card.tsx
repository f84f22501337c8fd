import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { useQueries } from '@tanstack/react-query';
import { getBook } from '../../../contract/catalog/book.ts';
import { MB } from '../../../contract/limits.ts';
import type { ClassDetail } from '../../../contract/teaching/course-class.ts';
import { placedIn } from '../../../contract/textbook/placed.ts';
import { packFacts, removePack, renewPacks, savePack, type PackFacts } from '../../class-pack/class-pack.ts';
import { dailyQueue } from '../../practice/daily-queries.ts';
import { storeQueries } from '../../api/query-cache.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';
import { bytes } from '../../format/bytes.ts';
import { reportIfFull } from '../../storage/storage-full.ts';
import { session } from '../../session/session.store.ts';
import { confirm, toast, toastError } from '../frame/dialogs.ts';
import { network } from '../frame/network.store.ts';
import { FILES_BESIDE, noteList } from './study-queries.ts';
import { classList, oneClass } from './teaching-queries.ts';

/** Files of textbooks up to this size are stored without asking. */
const MATERIALS_ALONG = 20 * MB;

/** The files at the paragraphs of the textbooks of a class. */
const useMaterials = ({ textbooks }: ClassDetail): readonly { readonly bytes: number }[] =>
  useQueries({ queries: textbooks.map(({ publishId }) => queryOf(placedIn, { params: { publishId } })) }).flatMap(
    ({ data }) => data?.items.flatMap(({ file }) => file ?? []) ?? [],
  );

/** What the device keeps of a class, as of when; it renews itself while there is a network. */
export function PackCard({ group }: { group: ClassDetail }) {
  const { online } = useSnapshot(network);
  const { now } = useSnapshot(session);
  const userId = now.state === 'authenticated' ? now.user.userId : 0;
  const [facts, setFacts] = useState<PackFacts | null>(null);
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<boolean | null>(null);
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
  const files = useMaterials(group);
  const size = files.reduce((sum, { bytes: some }) => sum + some, 0);
  const wants = chosen ?? (facts ? typeof facts.materials === 'number' : size <= MATERIALS_ALONG);
  const save = async () => {
    setBusy(true);
    try {
      const { facts: saved, missing } = await savePack(userId, classId, wants);
      void queryClient.invalidateQueries({ queryKey: [FILES_BESIDE] });
      // The pages read these answers without a network.
      await Promise.all([
        queryClient.prefetchQuery(classList),
        queryClient.prefetchQuery(oneClass(classId)),
        queryClient.prefetchQuery(noteList(classId)),
        // The log of practice, by which the device knows what is due.
        queryClient.prefetchQuery(dailyQueue),
        ...group.textbooks.flatMap(({ publishId }) => [
          queryClient.prefetchQuery(queryOf(placedIn, { params: { publishId } })),
          queryClient.prefetchQuery(queryOf(getBook, { params: { publishId } })),
        ]),
      ]);
      await storeQueries();
      setFacts(saved);
      void toast(missing > 0 ? `已存到本机，${missing} 个图片、录音或资料没有存下来，请再存一次` : '已存到本机，没有网络也能作答');
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
    void queryClient.invalidateQueries({ queryKey: [FILES_BESIDE] });
  };
  return (
    <section className="teach-pack card" aria-label="离线包">
      <p className="teach-grow">
        <b>离线包</b>
        <span className="meta teach-line">
          {facts
            ? `${facts.assignments} 份作业，${facts.notes ? `${facts.notes} 条批注，` : ''}${facts.review ? `复习 ${facts.review} 题，` : ''}${facts.materials ? `资料 ${facts.materials} 个，` : ''}${bytes(facts.bytes)}，${new Date(facts.issuedAt).toLocaleString('zh-CN', { month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit' })} 存`
            : '把作业、老师的批注和要复习的题存到本机，没有网络也能看、能作答，联网后自动交上去'}
        </span>
      </p>
      {files.length > 0 ? (
        <label className="teach-pack-choice">
          <input type="checkbox" checked={wants} disabled={busy} onChange={({ target }) => setChosen(target.checked)} />
          连教材的资料一起存（{files.length} 个，{bytes(size)}）
        </label>
      ) : null}
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
