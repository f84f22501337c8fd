import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { getBook } from '../../../contract/catalog/book.ts';
import { READER_PATH } from '../../../contract/reading/reader-path.ts';
import type { ClassDetail } from '../../../contract/teaching/course-class.ts';
import { placedFile, placedIn, type PlacedInBook, type PlacedItem } from '../../../contract/textbook/placed.ts';
import { setPath } from '../../../contract/textbook/practice-path.ts';
import { passagePath } from '../../annotations/passage-address.ts';
import { queryOf } from '../../api/query-client.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { filesBeside, savePackedFile } from '../../class-pack/packed-files.ts';
import { materialName } from '../../class-pack/pack-store.ts';
import { bytes } from '../../format/bytes.ts';
import { toastError } from '../frame/dialogs.ts';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { FILES_BESIDE } from './study-queries.ts';
import { TeachingSkeleton } from './teaching-skeleton.tsx';
import { PLATFORM } from './teaching-queries.ts';
import './class-tabs.css';

/** T1, tab 资料: what the textbooks of the class have beside their text, by chapter. */
export function MaterialsTab({ group }: { group: ClassDetail }) {
  if (group.textbooks.length === 0)
    return <Empty drawing="lamp" title="课程还没有教材" reason="老师在“课程设置”里选好教材后，随文的资料和音视频会出现在这里。" />;
  return group.textbooks.map(({ publishId, title }) => (
    <BookMaterials key={publishId} classId={group.classId} publishId={publishId} title={title} several={group.textbooks.length > 1} />
  ));
}

interface BookProps {
  readonly classId: number;
  readonly publishId: number;
  readonly title: string;
  readonly several: boolean;
}

function BookMaterials({ classId, publishId, title, several }: BookProps) {
  const stored = useQuery({ queryKey: [FILES_BESIDE, classId], queryFn: () => filesBeside(classId), staleTime: 0, gcTime: 0 });
  const placed = useQuery(queryOf(placedIn, { params: { publishId } }));
  const book = useQuery(queryOf(getBook, { params: { publishId } }));
  if (placed.isError && !placed.data) return <Failed error={placed.error} retry={() => void placed.refetch()} to={PLATFORM} action="回到教学平台" />;
  if (!placed.data) return <TeachingSkeleton />;
  const { items } = placed.data;
  const chapters = [...new Set(items.map(({ documentIndex }) => documentIndex))].toSorted((one, two) => one - two);
  const Chapter = several ? 'h3' : 'h2';
  const names = new Map(book.data?.chapters.map(({ index, title: name }) => [index, name]));
  return (
    <section aria-label={`《${title}》的资料`}>
      <Stale error={placed.error} />
      {several ? <h2 className="teach-title serif">《{title}》</h2> : null}
      {chapters.length === 0 ? (
        <Empty drawing="lamp" title="这本教材没有随文资料" reason="出版社在教材里放了资料、音视频或练习后，会出现在这里。" />
      ) : null}
      {chapters.map((index) => (
        <section key={index} className="class-tab-part" aria-label={names.get(index) ?? `第${index + 1}章`}>
          <Chapter>{names.get(index) ?? `第${index + 1}章`}</Chapter>
          <ul>
            {items
              .filter(({ documentIndex }) => documentIndex === index)
              .map((item) => (
                <Item
                  key={item.placedId}
                  item={item}
                  of={placed.data}
                  here={item.file !== null && (stored.data?.has(materialName({ placedId: item.placedId, bytes: item.file.bytes })) ?? false)}
                />
              ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

const KINDS = { listen: '听', watch: '看', exercise: '练习', file: '资料' } as const;

function factsOf({ track, file, set }: PlacedItem): string {
  if (file) return bytes(file.bytes);
  if (set) return `${set.questions} 题`;
  if (!track) return '';
  const minutes = Math.floor(track.durationSec / 60);
  return `${minutes}:${String(Math.round(track.durationSec % 60)).padStart(2, '0')}`;
}

/** The place of an item in the book; the beginning of its chapter when it has none. */
const placePath = ({ cfi, quote, documentIndex }: PlacedItem, { publishId, editionId }: PlacedInBook): string =>
  cfi === '' ? `${READER_PATH}?publishId=${publishId}&at=${documentIndex}` : passagePath({ publishId, editionId, cfi, text: quote });

/** From the pack on this device, else from the server. */
async function saveFile(item: PlacedItem): Promise<void> {
  if (await savePackedFile(item)) return;
  await receiveFile({ method: placedFile.method, path: placedFile.path.replace('{placedId}', String(item.placedId)) });
}

function Item({ item, of, here }: { item: PlacedItem; of: PlacedInBook; here: boolean }) {
  return (
    <li className="teach-member">
      <span className="teach-state">{KINDS[item.kind]}</span>
      <span className="teach-grow">
        <b>{item.label}</b>
        <span className="meta teach-line">
          {factsOf(item)}
          {here ? ' · 已存到本机' : ''}
        </span>
      </span>
      {item.set ? (
        <Link className="button button-wash" to={setPath(item.set.setId)}>
          去练习<span className="unseen">：{item.label}</span>
        </Link>
      ) : null}
      {item.file ? (
        <button type="button" className="button button-wash" onClick={() => void saveFile(item).catch(toastError)}>
          下载<span className="unseen">：{item.label}</span>
        </button>
      ) : null}
      {item.set ? null : (
        <Link className="button button-line" to={placePath(item, of)}>
          到书里<span className="unseen">：{item.label}</span>
        </Link>
      )}
    </li>
  );
}
