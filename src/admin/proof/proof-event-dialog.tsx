import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Checkbox, Input, InputNumber, Select } from 'antd';
import { workFiles } from '../../../contract/manuscript/work-files.ts';
import { proofMachine, type PROOF_EVENTS } from '../../../contract/proof/proof.machine.ts';
import { proofEvent, proofreaders, type ProofDetail } from '../../../contract/proof/proof.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { CorrectionCheck } from './correction-check.tsx';
import { EventDialog } from '../state-machine/event-dialog.tsx';
import { Labelled } from '../ui/labelled.tsx';

/** Asks before a step of SM06. */
export function ProofEventDialog({ one, event, onClose }: { one: ProofDetail; event: (typeof PROOF_EVENTS)[number]; onClose: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [proofreaderId, setProofreaderId] = useState<number | null>(null);
  const [charCount, setCharCount] = useState(one.charCount);
  const [noErrors, setNoErrors] = useState(false);
  const [reportText, setReportText] = useState(one.reportText);
  const { parts } = workFiles(one.kind);
  const assigns = event === 'assign' || event === 'transfer';
  const own = one.marks.some((mark) => mark.proofId === one.proofId && mark.round === one.round && mark.source === 'proofreader');
  const send = async (reason: string) => {
    await call(proofEvent, {
      params: { event, proofId: one.proofId },
      body: { reason, ...(assigns ? { proofreaderId } : {}), ...(event === 'submit' ? { charCount, noErrors, reportText: reportText.trim() } : {}) },
    });
    void message.success(`已${proofMachine.events[event].label}`);
    await client.invalidateQueries();
  };
  return (
    <EventDialog
      event={proofMachine.events[event]}
      name={`《${one.title}》的${workFiles(one.kind).stages[one.stage]}`}
      ready={assigns ? proofreaderId !== null : event !== 'submit' || (charCount > 0 && (own || noErrors))}
      onSend={send}
      onClose={onClose}
    >
      {assigns ? <ProofreaderSelect proofId={one.proofId} value={proofreaderId} onChange={setProofreaderId} /> : null}
      {event === 'pass' ? <CorrectionCheck archiveId={one.archiveId} title={one.title} /> : null}
      {event === 'submit' ? (
        <>
          <Labelled label={parts ? '折合字数（每分钟 240 字）' : '版面字数'}>
            {(id) => (
              <InputNumber
                id={id}
                value={charCount}
                min={0}
                max={100_000_000}
                precision={0}
                style={{ width: '100%' }}
                onChange={(value) => setCharCount(value ?? 0)}
              />
            )}
          </Labelled>
          {own ? null : (
            <Checkbox checked={noErrors} onChange={({ target }) => setNoErrors(target.checked)}>
              {parts ? '全部审完，无差错' : '全书校完，无差错'}
            </Checkbox>
          )}
          <Labelled label="校对小结">
            {(id) => (
              <Input.TextArea
                id={id}
                value={reportText}
                maxLength={2000}
                autoSize={{ minRows: 3, maxRows: 8 }}
                onChange={({ target }) => setReportText(target.value)}
              />
            )}
          </Labelled>
        </>
      ) : null}
    </EventDialog>
  );
}

function ProofreaderSelect({ proofId, value, onChange }: { proofId: number; value: number | null; onChange: (userId: number) => void }) {
  const people = useQuery(queryOf(proofreaders, { params: { proofId } }));
  return (
    <Labelled label="校对">
      {(id) => (
        <Select
          id={id}
          value={value}
          placeholder="请选择校对"
          loading={people.isPending}
          showSearch={{ optionFilterProp: 'label' }}
          notFoundContent={people.isError ? '加载失败，请关闭后重试' : '没有校对人员，请先在出版岗位人员里添加'}
          options={(people.data ?? []).map((one) => ({
            value: one.userId,
            label: `${one.nickName}（${one.qualification}，在手 ${one.load}）${one.blocked ? `：${one.blocked}` : ''}`,
            disabled: one.blocked !== '',
          }))}
          style={{ width: '100%' }}
          onChange={onChange}
        />
      )}
    </Labelled>
  );
}
