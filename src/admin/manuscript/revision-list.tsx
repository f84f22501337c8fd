import { useQuery } from '@tanstack/react-query';
import { revisions } from '../../../contract/manuscript/revision.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';

/** What the author answered to each point of the revisions, the newest first; nothing while there is none. */
export function RevisionList({ archiveId }: { archiveId: number }) {
  const found = useQuery({ ...queryOf(revisions, { params: { archiveId } }), staleTime: 0 });
  if (found.isError && !found.data) return <LoadFailed query={found} />;
  if (!found.data || found.data.length === 0) return null;
  return (
    <section className="manuscript-part" aria-label="修回说明">
      <h2>修回说明</h2>
      {found.data.map((one, index) => (
        <details key={one.round} open={index === 0}>
          <summary>
            第{one.round}次修回，{one.sentAt.slice(0, 16)}，第{one.fromVersion}版 → 第{one.toVersion}版
          </summary>
          <ol>
            {one.points.map((point) => (
              <li key={point.pointId}>
                <span className="soft">{point.text}</span>
                <blockquote className="transition-note">{point.answer}</blockquote>
              </li>
            ))}
          </ol>
        </details>
      ))}
    </section>
  );
}
