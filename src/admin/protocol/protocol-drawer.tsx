import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Skeleton, Upload } from 'antd';
import PrinterOutlined from '@ant-design/icons/PrinterOutlined';
import { CODE } from '../../../contract/error.ts';
import { protocolMachine, type PROTOCOL_STAFF_EVENTS } from '../../../contract/protocol/protocol.machine.ts';
import { protocolDetail, protocolEvent, type ProtocolDetail } from '../../../contract/protocol/protocol.ts';
import { upload } from '../../../contract/system/file.ts';
import { call, CallError } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { EventButtons } from '../state-machine/event-buttons.tsx';
import { EventDialog } from '../state-machine/event-dialog.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { TransitionLog } from '../state-machine/transition-log.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { AmendmentPart } from './amendment-part.tsx';
import { TermsPart } from './terms-part.tsx';
import './protocol.css';

type Event = (typeof PROTOCOL_STAFF_EVENTS)[number];

/** One agreement: its articles as both sides sign them, the signatures, the log and the steps of this user. */
export function ProtocolDrawer({ protocolId, onClose, onDone }: { protocolId: number; onClose: () => void; onDone: () => void }) {
  useRestoreFocus();
  const narrow = useNarrow();
  const [event, setEvent] = useState<Event | null>(null);
  const found = useQuery({ ...queryOf(protocolDetail, { params: { protocolId } }), staleTime: 0 });
  const { data: one } = found;
  return (
    <Drawer
      open
      size={narrow ? '100%' : 760}
      title={one?.protocolNo ? `出版协议 ${one.protocolNo}` : '出版协议'}
      extra={
        <>
          <Button type="link" href={`/agreementPageoffice?protocolId=${protocolId}`} target="_blank">
            协议文稿
          </Button>
          <Button icon={<PrinterOutlined />} onClick={() => print()}>
            打印
          </Button>
        </>
      }
      onClose={onClose}
      footer={
        one && one.can.length > 0 ? <EventButtons machine={protocolMachine} can={one.can} onPick={(picked) => setEvent(picked as Event)} /> : null
      }
    >
      {found.isError && !one ? (
        <LoadFailed query={found} />
      ) : one ? (
        <Agreement one={one} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 10 }} />
      )}
      {event && one ? <ProtocolEventDialog one={one} event={event} onClose={() => setEvent(null)} onDone={onDone} /> : null}
    </Drawer>
  );
}

function Agreement({ one }: { one: ProtocolDetail }) {
  return (
    <article className="agreement">
      <h2>《{one.title}》出版协议</h2>
      <p>
        <StateTag machine={protocolMachine} state={one.status} />
      </p>
      <ol className="agreement-articles">
        {one.articles.map((article) => (
          <li key={article.title}>
            <strong>{article.title}</strong>　{article.text}
          </li>
        ))}
      </ol>
      <table className="agreement-signatures">
        <caption>签署</caption>
        <tbody>
          {one.signatures.map((signature) => (
            <tr key={signature.userId}>
              <th scope="row">
                甲方 {signature.name}
                {signature.share > 0 ? <span className="soft">（份额 {(signature.share / 100).toFixed(2)}%）</span> : null}
              </th>
              <td>{signature.signedAt || '未签'}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">乙方 {one.partyB}</th>
            <td>{one.signedByB ? `${one.signerB} ${one.signedByB}` : '未签'}</td>
          </tr>
        </tbody>
      </table>
      <TermsPart protocolId={one.protocolId} />
      <AmendmentPart protocolId={one.protocolId} title={one.title} effective={one.status === 'effective'} />
      <section className="no-print" aria-label="流转记录">
        <h3>流转记录</h3>
        <TransitionLog rows={one.log} />
      </section>
    </article>
  );
}

function ProtocolEventDialog({ one, event, onClose, onDone }: { one: ProtocolDetail; event: Event; onClose: () => void; onDone: () => void }) {
  const client = useQueryClient();
  const { message, modal } = App.useApp();
  const [file, setFile] = useState<{ fileId: number; name: string } | null>(null);
  const sendEvent = async (reason: string, confirmed: boolean): Promise<void> => {
    try {
      await call(protocolEvent, { params: { event, protocolId: one.protocolId }, body: { reason, confirmed, fileId: file?.fileId ?? null } });
    } catch (error) {
      // A warning, for example of a royalty outside the reference range, may be confirmed.
      if (confirmed || !(error instanceof CallError) || error.code !== CODE.warning) throw error;
      const agreed = await modal.confirm({ title: '请确认', content: error.message, okText: '确认无误', cancelText: '回去修改' });
      if (!agreed) throw error;
      return sendEvent(reason, true);
    }
    void message.success(`已${protocolMachine.events[event].label}`);
    await client.invalidateQueries();
    onDone();
  };
  const send = async (chosen: File) => {
    try {
      const body = new FormData();
      body.append('file', chosen);
      const { fileId, fileOriginName } = await call(upload, { body });
      setFile({ fileId, name: fileOriginName });
    } catch (error) {
      void message.error(errorMessage(error));
    }
  };
  return (
    <EventDialog
      event={protocolMachine.events[event]}
      name={`《${one.title}》的协议`}
      ready={event !== 'terminate' || file !== null}
      onSend={(reason) => sendEvent(reason, false)}
      onClose={onClose}
    >
      {event === 'terminate' ? (
        <div>
          <Upload
            showUploadList={false}
            beforeUpload={(chosen) => {
              void send(chosen);
              return false;
            }}
          >
            <Button>上传双方签署的解除协议</Button>
          </Upload>
          {file ? <span> {file.name}</span> : null}
        </div>
      ) : null}
    </EventDialog>
  );
}
