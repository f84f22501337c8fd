import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { deadlineText } from '../../../contract/deadline.ts';
import { workFiles } from '../../../contract/manuscript/work-files.ts';
import { proofMachine, type PROOF_EVENTS } from '../../../contract/proof/proof.machine.ts';
import { proofDetail, type ProofDetail } from '../../../contract/proof/proof.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { FileList } from '../manuscript/file-list.tsx';
import { EventButtons } from '../state-machine/event-buttons.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { TransitionLog } from '../state-machine/transition-log.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { CorrectionCheck } from './correction-check.tsx';
import { ProofEventDialog } from './proof-event-dialog.tsx';
import { ProofWork } from './proof-work.tsx';
import { QualityPart } from './quality-part.tsx';
import '../../proof-sheet/proof-sheet.css';
import './proof.css';
import { Tabs } from '../ui/tabs.tsx';

type Event = (typeof PROOF_EVENTS)[number];

/** One proof: the page with its marks, quality checks, files, the log and the steps of this user. */
export function ProofDrawer({ proofId, onClose }: { proofId: number; onClose: () => void }) {
  useRestoreFocus();
  const [event, setEvent] = useState<Event | null>(null);
  const found = useQuery({ ...queryOf(proofDetail, { params: { proofId } }), staleTime: 0 });
  const { data: one } = found;
  return (
    <Drawer
      open
      size="min(1400px, 100%)"
      // Escape closes the form of a mark first.
      keyboard={false}
      title={one ? `${workFiles(one.kind).stages[one.stage]}：${one.title}` : '校对'}
      onClose={onClose}
      footer={one && one.can.length > 0 ? <EventButtons machine={proofMachine} can={one.can} onPick={(picked) => setEvent(picked as Event)} /> : null}
    >
      {found.isError && !one ? <LoadFailed query={found} /> : one ? <Proof one={one} /> : <Skeleton active title={false} paragraph={{ rows: 10 }} />}
      {event && one ? <ProofEventDialog one={one} event={event} onClose={() => setEvent(null)} /> : null}
    </Drawer>
  );
}

function Proof({ one }: { one: ProofDetail }) {
  const { proof } = workFiles(one.kind).making;
  return (
    <div className="manuscript proof">
      <p className="proof-facts">
        <StateTag machine={proofMachine} state={one.status} />
        <span>第 {one.round} 次</span>
        <span className="soft">{one.proofreaderName ? `校对 ${one.proofreaderName}` : '待指派'}</span>
        {one.dueAt ? (
          <span className={one.late ? 'late' : 'soft'}>{one.late ? `已迟，期限 ${deadlineText(one.dueAt)}` : `期限 ${deadlineText(one.dueAt)}`}</span>
        ) : null}
        {one.proofNo > 0 ? (
          <span className="soft">
            {proof}第 {one.proofNo} 次
          </span>
        ) : null}
        {one.authorOpen ? <span className="soft">作者正在审{proof}</span> : null}
      </p>
      <Tabs
        items={[
          { key: 'work', label: proof, children: <ProofWork key={`${one.proofId} ${one.status}`} one={one} /> },
          { key: 'corrections', label: '改正核对', children: <CorrectionCheck archiveId={one.archiveId} title={one.title} /> },
          ...(one.reportText ? [{ key: 'report', label: '校对小结', children: <p className="proof-report">{one.reportText}</p> }] : []),
          { key: 'quality', label: '质量检查', children: <QualityPart archiveId={one.archiveId} /> },
          { key: 'files', label: '文件', children: <FileList archiveId={one.archiveId} writable={false} /> },
          { key: 'log', label: '流转记录', children: <TransitionLog rows={one.log} /> },
        ]}
      />
    </div>
  );
}
