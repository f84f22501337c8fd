import { useMemo, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button, Input } from 'antd';
import { answerErratum, erratum, type ErratumRow } from '../../../contract/annotation/erratum.ts';
import { call } from '../../api/call.ts';
import { AnswerDrawer } from '../crud/answer-drawer.tsx';
import { DictTag } from '../crud/field/dict-tag.tsx';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { useCan } from '../crud/use-resource.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { Labelled } from '../ui/labelled.tsx';
import { allOf } from '../../api/all-of.ts';

const REPLY_LEAST = 2;

/** Errors that readers reported in our books, and the answers. */
export function ErratumPage() {
  const [opened, setOpened] = useState<ErratumRow | null>(null);
  const client = useQueryClient();
  const errata = useMemo(
    () =>
      resource(erratum, {
        columns: ['text', 'wrong', 'title', 'status', 'chapterTitle', 'userName', 'createTime'],
        search: ['text', 'wrong', 'status'],
        empty: '读者还没有报告错字',
        widths: { text: 180, wrong: 220, title: 150, status: 90, chapterTitle: 120, userName: 90 },
        detail: ['title', 'chapterTitle', 'before', 'text', 'after', 'wrong', 'userName', 'status', 'reply', 'replyBy', 'replyTime', 'createTime'],
        rowActions: (row) => [{ key: 'open', label: row.status === 'pending' ? '处理' : '查看', run: () => setOpened(row) }],
      }),
    [],
  );
  return (
    <>
      <ResourcePage resource={errata} />
      {opened ? <Answer row={opened} onClose={() => setOpened(null)} onDone={() => void client.invalidateQueries(allOf(erratum.list))} /> : null}
    </>
  );
}

function Answer({ row, onClose, onDone }: { row: ErratumRow; onClose: () => void; onDone: () => void }) {
  const may = useCan();
  const { message } = App.useApp();
  const [reply, setReply] = useState('');
  const [right, setRight] = useState(row.text);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const open = row.status === 'pending' && may('publish:erratum:edit');
  const ready = [...reply.trim()].length >= REPLY_LEAST;
  const answer = async (status: 'accepted' | 'rejected') => {
    setBusy(true);
    setWrong('');
    try {
      await call(answerErratum, {
        params: { erratumId: row.erratumId },
        body: { status, reply, right: status === 'accepted' && right.trim() !== row.text ? right : '' },
      });
      void message.success('已答复读者');
      onDone();
      onClose();
    } catch (error) {
      setWrong(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const place = `/cms/main/epubRead?publishId=${row.publishId}&at=${encodeURIComponent(row.cfi)}`;
  const unready = ready ? '' : '请先填写给读者的答复';
  return (
    <AnswerDrawer
      title="错字反馈"
      wrong={wrong}
      onClose={onClose}
      items={[
        { key: 'status', label: '状态', children: <DictTag type="publish_erratum_status" value={row.status} /> },
        { key: 'work', label: '作品', children: `${row.title}${row.chapterTitle ? ` · ${row.chapterTitle}` : ''}` },
        {
          key: 'text',
          label: '原文',
          children: (
            <>
              <span className="soft">{row.before}</span>
              <mark>{row.text}</mark>
              <span className="soft">{row.after}</span>
              <div>
                <a href={place} target="_blank" rel="noreferrer">
                  在书中查看
                </a>
              </div>
            </>
          ),
        },
        { key: 'wrong', label: '读者说明', children: <span style={{ whiteSpace: 'pre-wrap' }}>{row.wrong}</span> },
        { key: 'who', label: '读者', children: `${row.userName} · ${row.createTime}` },
        ...(row.reply ? [{ key: 'reply', label: '答复', children: `${row.reply}（${row.replyBy} ${row.replyTime.slice(0, 16)}）` }] : []),
      ]}
      answer={
        open
          ? {
              label: '给读者的答复',
              text: reply,
              onText: setReply,
              max: 500,
              rows: 3,
              below: (
                <Labelled label="改为（采纳后由排版人员一次改入正文）">
                  {(id) => <Input id={id} value={right} maxLength={300} onChange={({ target }) => setRight(target.value)} />}
                </Labelled>
              ),
              buttons: (
                <>
                  <Button disabled={busy || !ready} title={unready} onClick={() => void answer('rejected')}>
                    不采纳
                  </Button>
                  <Button type="primary" loading={busy} disabled={!ready} title={unready} onClick={() => void answer('accepted')}>
                    采纳
                  </Button>
                </>
              ),
            }
          : null
      }
    />
  );
}
