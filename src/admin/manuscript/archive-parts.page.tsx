import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { manuscriptDetail } from '../../../contract/manuscript/manuscript.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useCan } from '../crud/use-resource.tsx';
import { HiddenTitle } from '../ui/page-title.tsx';
import { FileList } from './file-list.tsx';
import { ManuscriptHead } from './manuscript-head.tsx';
import { VersionList } from './version-list.tsx';

/** One part of a manuscript under an address of its own; `archiveId` is in the query. */
function PartPage({ part }: { part: 'versions' | 'files' }) {
  const [asked] = useSearchParams();
  const navigate = useNavigate();
  const archiveId = Number(asked.get('archiveId'));
  if (!archiveId)
    return (
      <section className="admin-card" style={{ padding: 24 }}>
        <HiddenTitle />
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="请先在稿件管理里选择一部稿件">
          <Button onClick={() => void navigate('/cms/archive/list')}>去稿件管理</Button>
        </Empty>
      </section>
    );
  return <Part archiveId={archiveId} part={part} />;
}

function Part({ archiveId, part }: { archiveId: number; part: 'versions' | 'files' }) {
  const may = useCan();
  const found = useQuery({ ...queryOf(manuscriptDetail, { params: { archiveId } }), staleTime: 0 });
  if (found.isError && !found.data) return <LoadFailed query={found} />;
  if (!found.data) return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
  const writable = may('cms:archive:edit') && found.data.status !== 'archived';
  return (
    <article className="manuscript">
      <ManuscriptHead one={found.data} />
      {part === 'versions' ? <VersionList archiveId={archiveId} writable={writable} /> : <FileList archiveId={archiveId} writable={writable} />}
    </article>
  );
}

/** #111 */
export const HistoryPage = () => <PartPage part="versions" />;
/** #112 */
export const FilePage = () => <PartPage part="files" />;
