import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { Cover } from '../../cover/cover.tsx';
import { downloads } from '../../downloads/downloads.store.ts';
import { Failed } from '../frame/state.tsx';
import { readPath } from '../book-tile/book-tile.tsx';
import { inLatin } from '../../format/script.ts';

/** No network and no cached data: downloaded books can still be read. */
export function BookAway({ publishId, error, retry }: { publishId: number; error: unknown; retry: () => void }) {
  const { items } = useSnapshot(downloads);
  const kept = items[publishId];
  if (!kept) return <Failed heading="h1" error={error} retry={retry} />;
  return (
    <div className="state">
      <span className="book-away">
        <Cover book={kept.book} alt={`${inTitleMarks(kept.book.title)}封面`} eager />
      </span>
      <h1 {...inLatin(kept.book.title)}>{kept.book.title}</h1>
      <p>{kept.state === 'ready' ? '详情要联网才看得到，书已经在本机，可以直接读。' : '只存了一部分，可以先读已存好的章节。'}</p>
      <Link className="button button-fill button-tall" to={readPath(publishId)}>
        开始阅读
      </Link>
    </div>
  );
}
