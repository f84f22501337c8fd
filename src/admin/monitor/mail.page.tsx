import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal, Skeleton } from 'antd';
import { mail, readMail, resendMail } from '../../../contract/monitor/mail.ts';
import { SECRET_MASK } from '../../../contract/mail-template.ts';
import { call } from '../../api/call.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { resource, type Tools, type WireRow } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { queryOf } from '../../api/query-client.ts';

type Mail = WireRow<typeof mail>;

/** Mail of the server: what waits, what was sent, what failed and why. */
export function MailPage() {
  const [open, setOpen] = useState<Mail | null>(null);
  const [mails] = useState(() =>
    resource(mail, {
      columns: ['email', 'subject', 'template', 'state', 'attempts', 'error', 'createTime', 'sentTime'],
      search: ['subject', 'template', 'state', 'range'],
      empty: '还没有发过邮件',
      widths: { email: 180, subject: 200, template: 100, state: 90, attempts: 90, error: 200, createTime: 130, sentTime: 130 },
      lost: () => '没有发出的邮件不会再发。删除后不能恢复。',
      toolbar: (tools, chosen) => <Resend tools={tools} chosen={chosen} />,
      rowActions: () => [{ key: 'text', label: '查看内容', permission: 'monitor:mail:query', run: setOpen }],
    }),
  );
  return (
    <>
      <ResourcePage resource={mails} />
      {open ? <TextDialog row={open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

function Resend({ tools, chosen }: { tools: Tools<typeof mail>; chosen: readonly Mail[] }) {
  const open = chosen.filter((row) => row.state !== 'sent');
  if (!tools.may('monitor:mail:edit')) return null;
  return (
    <Button
      disabled={open.length === 0}
      onClick={() => void tools.act(() => call(resendMail, { params: { ids: open.map((row) => row.mailId).join() } }), '会重新发送')}
    >
      重新发送
    </Button>
  );
}

/** Asked again each time: the server logs who reads a mail. */
function TextDialog({ row, onClose }: { row: Mail; onClose: () => void }) {
  const text = useQuery({
    ...queryOf(readMail, { params: { mailId: row.mailId } }),
    gcTime: 0,
    retry: false,
  });
  return (
    <Modal open title={row.subject} footer={null} onCancel={onClose}>
      {text.isError ? <LoadFailed query={text} /> : null}
      {text.isPending ? <Skeleton active /> : null}
      {text.data?.body.includes(SECRET_MASK) ? <p>链接里的密钥只有收件人能看到；没有收到的，请对方重新申请。</p> : null}
      {text.data ? <p style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text.data.body}</p> : null}
    </Modal>
  );
}
