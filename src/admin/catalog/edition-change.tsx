import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { editionChangeMachine, type EDITION_CHANGE_EVENTS } from '../../../contract/catalog/edition-change.machine.ts';
import { decideEditionChange, editionChange, editionChangeFile, type WaitingChange } from '../../../contract/catalog/edition-change.ts';
import type { Publication } from '../../../contract/catalog/publication.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { bytes } from '../../format/bytes.ts';
import { useActs } from '../crud/use-resource.tsx';
import { EventDialog } from '../state-machine/event-dialog.tsx';
import { FileButton } from '../ui/file-button.tsx';
import { useStale } from './publication-actions.ts';

type Event = (typeof EDITION_CHANGE_EVENTS)[number];

const sideWords = ({ fileName, bytes: size, characters, documents }: WaitingChange['next']): string =>
  `${fileName}，${bytes(size)}，${documents} 个文档，${characters.toLocaleString('zh-CN')} 字`;

/** A file of a work on sale that waits for a second person: what differs from the present one, and the actions this user may take. */
export function WaitingEdition({ book }: { book: Pick<Publication, 'publishId' | 'title' | 'status'> }) {
  const stale = useStale();
  const { act } = useActs(async () => void (await stale()));
  const [event, setEvent] = useState<Event | null>(null);
  const found = useQuery({ ...queryOf(editionChange, { params: { publishId: book.publishId } }), staleTime: 0 });
  const one = found.data;
  if (!one) return null;
  const send = async (picked: Event, reason: string) => {
    await call(decideEditionChange, { params: { event: picked, changeId: one.changeId }, body: { reason } });
    await stale();
    await found.refetch();
  };
  const own = one.can.includes('withdraw');
  return (
    <>
      <Alert
        type="warning"
        showIcon
        style={{ marginBottom: 16 }}
        title={`新文件等待${own ? '另一位作品管理员' : ''}确认`}
        description={
          <>
            <div>新文件：{sideWords(one.next)}</div>
            {one.now ? <div className="soft">现在的：{sideWords(one.now)}</div> : null}
            {one.added.length > 0 ? <div>多出的章节：{one.added.join('、')}</div> : null}
            {one.gone.length > 0 ? <div>少掉的章节：{one.gone.join('、')}</div> : null}
            <div className="soft">
              {one.proposerName} 上传于 {one.at.slice(0, 16)}，确认前读者看到的仍是现在的文件
            </div>
            <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 8 }}>
              {one.can.includes('confirm') ? (
                <Button size="small" type="primary" onClick={() => setEvent('confirm')}>
                  {editionChangeMachine.events.confirm.label}
                </Button>
              ) : null}
              {one.can.includes('decline') ? (
                <Button size="small" onClick={() => setEvent('decline')}>
                  {editionChangeMachine.events.decline.label}
                </Button>
              ) : null}
              {own ? (
                <Button size="small" onClick={() => void act(() => send('withdraw', ''), '已撤回')}>
                  {editionChangeMachine.events.withdraw.label}
                </Button>
              ) : null}
              <FileButton size="small" endpoint={editionChangeFile} params={{ changeId: one.changeId }} label="下载新文件" />
            </div>
          </>
        }
      />
      {event ? (
        <EventDialog
          event={editionChangeMachine.events[event]}
          name={`《${book.title}》的新文件`}
          onSend={(reason) => send(event, reason)}
          onClose={() => setEvent(null)}
        />
      ) : null}
    </>
  );
}
