import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Checkbox, Input } from 'antd';
import { amendmentMachine, type AmendmentEvent } from '../../../contract/protocol/amendment.machine.ts';
import { addAmendment, AMENDMENT_TEXT, amendmentEvent, amendments, type Amendment } from '../../../contract/protocol/amendment.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useCan } from '../crud/use-resource.tsx';
import { EventButtons } from '../state-machine/event-buttons.tsx';
import { EventDialog } from '../state-machine/event-dialog.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { protocolTerms, type TermsBody } from '../../../contract/protocol/term.ts';
import { TermsForm } from './terms-form.tsx';
import { bodyOf } from './terms-part.tsx';
import { Labelled } from '../ui/labelled.tsx';

/** The amendments of an agreement: their terms, who has signed, and a new one while the agreement is effective. */
export function AmendmentPart({ protocolId, title, effective }: { protocolId: number; title: string; effective: boolean }) {
  const may = useCan();
  const [writing, setWriting] = useState(false);
  const found = useQuery({ ...queryOf(amendments, { params: { protocolId } }), staleTime: 0 });
  if (found.isError && !found.data) return <LoadFailed query={found} />;
  const rows = found.data ?? [];
  const open = rows.some(({ status }) => status === 'wait_author' || status === 'wait_press');
  const adds = effective && !open && may('press:protocol:edit');
  if (rows.length === 0 && !adds) return null;
  return (
    <section aria-label="补充协议">
      <h3>补充协议</h3>
      {rows.map((one) => (
        <AmendmentView key={one.amendmentId} one={one} title={title} />
      ))}
      {adds ? (
        <p className="no-print">
          {writing ? (
            <NewAmendment protocolId={protocolId} onDone={() => setWriting(false)} />
          ) : (
            <Button onClick={() => setWriting(true)}>拟补充协议</Button>
          )}
        </p>
      ) : null}
    </section>
  );
}

function AmendmentView({ one, title }: { one: Amendment; title: string }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [event, setEvent] = useState<AmendmentEvent | null>(null);
  const send = async (picked: AmendmentEvent, reason: string) => {
    await call(amendmentEvent, { params: { event: picked, amendmentId: one.amendmentId }, body: { reason } });
    void message.success(`已${amendmentMachine.events[picked].label}`);
    await client.invalidateQueries();
  };
  return (
    <article className="agreement-amendment">
      <p>
        补充协议{one.amendNo} <StateTag machine={amendmentMachine} state={one.status} /> <span className="soft">{one.createTime.slice(0, 10)}</span>
      </p>
      <p style={{ whiteSpace: 'pre-wrap' }}>{one.content}</p>
      {one.termsText ? <p>收益条款改为：{one.termsText}</p> : null}
      <p className="soft">
        {one.signatures.map(({ name, signedAt }) => `${name} ${signedAt ? signedAt.slice(0, 16) : '未签'}`).join('；')}；社方{' '}
        {one.signedByB ? `${one.signerB} ${one.signedByB.slice(0, 16)}` : '未签'}
      </p>
      {one.can.length > 0 ? (
        <div className="no-print">
          <EventButtons machine={amendmentMachine} can={one.can} onPick={(picked) => setEvent(picked as AmendmentEvent)} />
        </div>
      ) : null}
      {event ? (
        <EventDialog
          event={amendmentMachine.events[event]}
          name={`《${title}》的补充协议${one.amendNo}`}
          onSend={(reason) => send(event, reason)}
          onClose={() => setEvent(null)}
        />
      ) : null}
    </article>
  );
}

function NewAmendment({ protocolId, onDone }: { protocolId: number; onDone: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [content, setContent] = useState('');
  const [terms, setTerms] = useState<TermsBody | null>(null);
  const known = useQuery({ ...queryOf(protocolTerms, { params: { protocolId } }), staleTime: 0 });
  const last = known.data?.versions.at(-1);
  const [busy, setBusy] = useState(false);
  const ready = [...content.trim()].length >= AMENDMENT_TEXT.least;
  const add = async () => {
    setBusy(true);
    try {
      await call(addAmendment, { params: { protocolId }, body: { content, terms } });
      void message.success('已送作者签署');
      await client.invalidateQueries();
      onDone();
    } catch (error) {
      void message.error(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Labelled label={`补充条款（至少${AMENDMENT_TEXT.least}个字）`}>
        {(id) => (
          <Input.TextArea
            id={id}
            value={content}
            maxLength={AMENDMENT_TEXT.most}
            autoSize={{ minRows: 4, maxRows: 12 }}
            placeholder="例如：第五条版税率改为9%，自本补充协议生效之日起执行；其余条款不变。"
            onChange={({ target }) => setContent(target.value)}
          />
        )}
      </Labelled>
      {last ? (
        <p>
          <Checkbox checked={terms !== null} onChange={({ target }) => setTerms(target.checked ? bodyOf(last) : null)}>
            同时修改收益条款（全部签署之日起按新条款计算）
          </Checkbox>
        </p>
      ) : null}
      {terms ? <TermsForm terms={terms} change={setTerms} /> : null}
      <Button type="primary" disabled={!ready} loading={busy} onClick={() => void add()}>
        送作者签署
      </Button>{' '}
      <Button onClick={onDone}>取消</Button>
    </>
  );
}
