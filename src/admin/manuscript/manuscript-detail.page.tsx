import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Descriptions, Skeleton } from 'antd';
import { useParams } from 'react-router-dom';
import { manuscriptDetail, type ManuscriptDetail } from '../../../contract/manuscript/manuscript.ts';
import { manuscriptMachine } from '../../../contract/manuscript/manuscript.machine.ts';
import { acceptanceFile } from '../../../contract/manuscript/press-document.ts';
import { inGroup } from '../../../contract/state-machine.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useCan } from '../crud/use-resource.tsx';
import { EventButtons } from '../state-machine/event-buttons.tsx';
import { TransitionLog } from '../state-machine/transition-log.tsx';
import { FileButton } from '../ui/file-button.tsx';
import { DecisionLetters } from './decision-letters.tsx';
import { FileList } from './file-list.tsx';
import { ManuscriptEventDialog, type StaffEvent } from './manuscript-actions.tsx';
import { ManuscriptHead } from './manuscript-head.tsx';
import { RevisionList } from './revision-list.tsx';
import { VersionList } from './version-list.tsx';

/** One manuscript for the staff: stages, log, versions, files, letters, and the steps that this user may take. */
export function ManuscriptDetailPage() {
  const archiveId = Number(useParams()['archiveId']);
  const may = useCan();
  const [event, setEvent] = useState<StaffEvent | null>(null);
  const found = useQuery({ ...queryOf(manuscriptDetail, { params: { archiveId } }), staleTime: 0 });
  const { data: one } = found;
  if (found.isError && !one) return <LoadFailed query={found} />;
  if (!one) return <Skeleton active title={false} paragraph={{ rows: 10 }} />;
  const writable = may('cms:archive:edit') && one.status !== 'archived';
  return (
    <article className="manuscript" aria-label={`稿件《${one.title}》`}>
      <ManuscriptHead one={one}>
        {inGroup(manuscriptMachine, 'adopted', one.status) ? <FileButton endpoint={acceptanceFile} params={{ archiveId }} label="采用通知" /> : null}
        <EventButtons machine={manuscriptMachine} can={one.can} onPick={(picked) => setEvent(picked as StaffEvent)} />
      </ManuscriptHead>
      <div className="manuscript-columns">
        <div className="manuscript">
          <section className="manuscript-part" aria-label="流转记录">
            <h2>流转记录</h2>
            <TransitionLog rows={one.log} />
          </section>
          <RevisionList archiveId={archiveId} />
          <DecisionLetters one={one} />
        </div>
        <div className="manuscript">
          <VersionList archiveId={archiveId} writable={writable} />
          <FileList archiveId={archiveId} writable={writable} />
          <Facts one={one} />
        </div>
      </div>
      {event ? <ManuscriptEventDialog one={one} event={event} onClose={() => setEvent(null)} /> : null}
    </article>
  );
}

function Facts({ one }: { one: ManuscriptDetail }) {
  const rows: readonly (readonly [string, string])[] = [
    ['内容提要', one.summary],
    ['关键词', one.keywords.join('、')],
    ['中图分类号', one.clcCode],
    ['投稿人', one.ownerName],
    ['作者份额', one.authors.map(({ name, share }) => `${name} ${(share / 100).toFixed(2)}%`).join('、')],
  ];
  return (
    <section className="manuscript-part" aria-label="要点">
      <h2>要点</h2>
      <Descriptions
        size="small"
        column={1}
        items={rows.filter(([, value]) => value !== '').map(([label, children]) => ({ key: label, label, children }))}
      />
    </section>
  );
}
