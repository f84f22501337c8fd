import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Input, Select, Skeleton } from 'antd';
import { deadlineText } from '../../../contract/deadline.ts';
import { compositionMachine, eventFor, PAGELESS, type COMPOSITION_EVENTS } from '../../../contract/composition/composition.machine.ts';
import { compositionDetail, compositionEvent, typesetters, type CompositionDetail } from '../../../contract/composition/composition.ts';
import { workFiles } from '../../../contract/manuscript/work-files.ts';
import { manuscriptDetail } from '../../../contract/manuscript/manuscript.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { FileList } from '../manuscript/file-list.tsx';
import { ManuscriptHead } from '../manuscript/manuscript-head.tsx';
import { CorrectionCheck } from '../proof/correction-check.tsx';
import { EventButtons } from '../state-machine/event-buttons.tsx';
import { EventDialog } from '../state-machine/event-dialog.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { TransitionLog } from '../state-machine/transition-log.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { Labelled } from '../ui/labelled.tsx';
import './composition.css';
import { CorrectionPart } from './correction-part.tsx';
import { EpubPart } from './epub-part.tsx';
import { ImprintPart } from './imprint-part.tsx';
import { LayoutPart } from './layout-part.tsx';
import { MasterPart } from './master-part.tsx';
import { PrintOrder } from './print-order.tsx';
import { Tabs } from '../ui/tabs.tsx';

type Event = (typeof COMPOSITION_EVENTS)[number];

/** One composition: page data and proofs of the typesetter, the imprint, the EPUB, the print order and the log. */
export function CompositionDrawer({ compositionId, onClose }: { compositionId: number; onClose: () => void }) {
  useRestoreFocus();
  const narrow = useNarrow();
  const [event, setEvent] = useState<Event | null>(null);
  const found = useQuery({ ...queryOf(compositionDetail, { params: { compositionId } }), staleTime: 0 });
  const { data: one } = found;
  return (
    <Drawer
      open
      size={narrow ? '100%' : 880}
      title={one ? workFiles(one.kind).making.work : '排版'}
      onClose={onClose}
      footer={
        one && one.can.length > 0 ? <EventButtons machine={compositionMachine} can={one.can} onPick={(picked) => setEvent(picked as Event)} /> : null
      }
    >
      {found.isError && !one ? <LoadFailed query={found} /> : one ? <Work one={one} /> : <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {event && one ? <CompositionEventDialog one={one} event={event} onClose={() => setEvent(null)} /> : null}
    </Drawer>
  );
}

function Work({ one }: { one: CompositionDetail }) {
  const { work, proof } = workFiles(one.kind).making;
  const manuscript = useQuery({ ...queryOf(manuscriptDetail, { params: { archiveId: one.archiveId } }), staleTime: 0 });
  return (
    <div className="manuscript">
      {manuscript.data ? (
        <ManuscriptHead one={manuscript.data} level={2} />
      ) : manuscript.isError ? (
        <LoadFailed query={manuscript} />
      ) : (
        <Skeleton active title={false} />
      )}
      <p className="composition-state">
        <StateTag machine={compositionMachine} state={one.status} />
        <span className="soft">
          {one.typesetterName ? `${work} ${one.typesetterName}` : '还没有发排'}
          {one.proofNo > 0 ? ` · 第${one.proofNo}次${proof}` : ''}
          {one.dueAt ? ` · 期限 ${deadlineText(one.dueAt)}` : ''}
        </span>
      </p>
      {one.requirements ? <p className="transition-note">发排要求：{one.requirements}</p> : null}
      <Tabs
        items={[
          PAGELESS.has(one.kind)
            ? { key: 'master', label: `${workFiles(one.kind).parts?.name ?? ''}与${proof}`, children: <MasterPart one={one} /> }
            : { key: 'layout', label: '版面与校样', children: <LayoutPart key={one.compositionId} one={one} /> },
          { key: 'imprint', label: '版权页', children: <ImprintPart key={one.compositionId} one={one} /> },
          { key: 'check', label: '改正核对', children: <CorrectionCheck archiveId={one.archiveId} title={one.title} /> },
          ...(PAGELESS.has(one.kind) ? [] : [{ key: 'epub', label: '电子版', children: <EpubPart one={one} /> }]),
          ...(one.status === 'released' && !PAGELESS.has(one.kind)
            ? [
                { key: 'order', label: '印刷委托书', children: <PrintOrder one={one} /> },
                { key: 'correction', label: '勘误', children: <CorrectionPart one={one} /> },
              ]
            : []),
          { key: 'files', label: '文件', children: <FileList archiveId={one.archiveId} writable={false} /> },
          { key: 'log', label: '流转记录', children: <TransitionLog rows={one.log} /> },
        ]}
      />
    </div>
  );
}

function CompositionEventDialog({ one, event, onClose }: { one: CompositionDetail; event: Event; onClose: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [typesetterId, setTypesetterId] = useState<number | null>(null);
  const [requirements, setRequirements] = useState(one.requirements);
  const assigns = event === 'send' || event === 'transfer';
  const { work } = workFiles(one.kind).making;
  const send = async (reason: string) => {
    await call(compositionEvent, {
      params: { event, compositionId: one.compositionId },
      body: { reason, ...(assigns ? { typesetterId } : {}), ...(event === 'send' ? { requirements: requirements.trim() } : {}) },
    });
    void message.success(`已${compositionMachine.events[event].label}`);
    await client.invalidateQueries();
  };
  return (
    <EventDialog
      event={eventFor(one.kind, event)}
      name={`《${one.title}》`}
      ready={!assigns || typesetterId !== null}
      onSend={send}
      onClose={onClose}
    >
      {assigns ? <TypesetterSelect value={typesetterId} onChange={setTypesetterId} /> : null}
      {event === 'send' ? (
        <Labelled label={`${work}要求`}>
          {(id) => (
            <Input.TextArea
              id={id}
              value={requirements}
              maxLength={1000}
              autoSize={{ minRows: 3, maxRows: 8 }}
              placeholder={PAGELESS.has(one.kind) ? '分段、片头片尾、音量、字幕' : '开本、字体、标题与注释的格式、图稿处理'}
              onChange={({ target }) => setRequirements(target.value)}
            />
          )}
        </Labelled>
      ) : null}
      {event === 'release' && one.lacking.length > 0 ? <p className="late">付印前还缺：{one.lacking.join('、')}</p> : null}
    </EventDialog>
  );
}

function TypesetterSelect({ value, onChange }: { value: number | null; onChange: (userId: number) => void }) {
  const people = useQuery(queryOf(typesetters, {}));
  return (
    <Labelled label="排版人员">
      {(id) => (
        <Select
          id={id}
          value={value}
          placeholder="请选择排版人员"
          loading={people.isPending}
          notFoundContent={people.isError ? '加载失败，请关闭后重试' : '没有排版人员，请先在出版岗位人员里添加'}
          options={(people.data ?? []).map((person) => ({ value: person.userId, label: `${person.nickName}（在手 ${person.load}）` }))}
          style={{ width: '100%' }}
          onChange={onChange}
        />
      )}
    </Labelled>
  );
}
