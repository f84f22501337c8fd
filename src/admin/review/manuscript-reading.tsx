import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { LoadFailed } from '../crud/list-states.tsx';
import { manuscriptText } from '../../manuscript-text/manuscript-text.ts';
import './review.css';

/** The online text of a manuscript, set for reading. Documents are among the versions and files. */
export function ManuscriptReading({ archiveId }: { archiveId: number }) {
  const found = useQuery(manuscriptText(archiveId));
  if (found.isError && !found.data) return <LoadFailed query={found} />;
  if (!found.data) return <Skeleton active title={false} paragraph={{ rows: 10 }} />;
  if (found.data.content === '')
    return (
      <p className="soft">
        没有在线正文，请
        <a href={`/auditPageoffice?archiveId=${archiveId}`} target="_blank" rel="noreferrer">
          打开审稿文稿
        </a>
        。
      </p>
    );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the text scrolls
    <section className="review-text" tabIndex={0} aria-label="正文" dangerouslySetInnerHTML={{ __html: found.data.content }} />
  );
}
