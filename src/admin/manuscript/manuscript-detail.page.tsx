import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Descriptions, Skeleton } from 'antd';
import { useParams } from 'react-router-dom';
import { manuscriptDetail, withdrawLetter, type ManuscriptDetail } from '../../../contract/manuscript/manuscript.ts';
import { letterMachine } from '../../../contract/manuscript/letter.machine.ts';
import { manuscriptMachine } from '../../../contract/manuscript/manuscript.machine.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useCan } from '../crud/use-resource.tsx';
import { EventButtons } from '../state-machine/event-buttons.tsx';
import { TransitionLog } from '../state-machine/transition-log.tsx';
import { errorMessage } from '../ui/error-message.ts';
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
        <EventButtons machine={manuscriptMachine} can={one.can} onPick={(picked) => setEvent(picked as StaffEvent)} />
      </ManuscriptHead>
      <div className="manuscript-columns">
        <div className="manuscript">
          <section className="manuscript-part" aria-label="流转记录">
            <h2>流转记录</h2>
            <TransitionLog rows={one.log} />
          </section>
          <RevisionList archiveId={archiveId} />
          <Letters one={one} />
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

function Letters({ one }: { one: ManuscriptDetail }) {
  const client = useQueryClient();
  const { message, modal } = App.useApp();
  if (one.letters.length === 0) return null;
  const withdraw = async (letterId: number) => {
    try {
      await call(withdrawLetter, { params: { letterId } });
      void message.success('决定和信件都已撤回');
      await client.invalidateQueries();
    } catch (error) {
      void message.error(errorMessage(error));
    }
  };
  return (
    <section className="manuscript-part" aria-label="给作者的信">
      <h2>给作者的信</h2>
      <ul className="part-list">
        {one.letters.map((letter) => (
          <li key={letter.letterId}>
            <details className="grow">
              <summary>{letter.subject}</summary>
              <blockquote className="transition-note">{letter.content}</blockquote>
            </details>
            <span className="soft">
              {letterMachine.states[letter.status].label}
              {letter.status === 'waiting' ? `，${letter.sendAt.slice(11, 16)} 送出` : ''}
            </span>
            {letter.withdrawable ? (
              <Button
                size="small"
                onClick={() =>
                  void modal.confirm({
                    title: '撤回决定和信件？',
                    content: '稿件回到作决定之前的环节，作者不会收到这封信。',
                    okText: '撤回',
                    cancelText: '取消',
                    onOk: () => withdraw(letter.letterId),
                  })
                }
              >
                撤回
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
