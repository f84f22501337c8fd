import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { CODE } from '../../../contract/error.ts';
import { CallError } from '../../api/call.ts';
import { NavBar } from '../frame/nav-bar.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed } from '../frame/state.tsx';
import { textOf } from './author-queries.ts';
import { TrialWriting, TextEditor } from './text-editor.tsx';

/** #27: writes the text of a manuscript online. Without a number it is a trial sheet that stays on the device. */
export function ArchiveEditScreen() {
  const [search] = useSearchParams();
  const archiveId = Number(search.get('archiveId')) || 0;
  return archiveId > 0 ? <One archiveId={archiveId} /> : <TrialWriting />;
}

function One({ archiveId }: { archiveId: number }) {
  const { data, error, refetch } = useQuery({ ...textOf(archiveId), refetchOnWindowFocus: false });
  if (data) return <TextEditor key={archiveId} saved={data} />;
  const missing = error instanceof CallError && error.code === CODE.missing;
  return (
    <div className="author">
      <NavBar title="在线编辑" otherwise="/authorBackground/online" />
      {missing ? (
        <Empty drawing="find" title="稿件不存在" reason="它可能已被删除，或需要登录后查看。" to="/authorBackground/online" action="回到在线创作" />
      ) : error ? (
        <Failed error={error} retry={() => void refetch()} to="/authorBackground/online" action="回到在线创作" />
      ) : (
        <div className="author-part" aria-busy="true">
          <Skeleton height={44} />
          <Skeleton height={400} top={16} />
        </div>
      )}
    </div>
  );
}
