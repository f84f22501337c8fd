import { SUBMISSION } from '../../../contract/periodical/periodical-limits.ts';
import { useId, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Checkbox, Radio, Select, Skeleton } from 'antd';
import { journalIssue } from '../../../contract/periodical/journal-issue.ts';
import { letterPreview, submissionEvent, type SubmissionDetail } from '../../../contract/periodical/journal-submission.ts';
import {
  journalSubmissionMachine,
  LETTER_EVENTS,
  LETTER_REASON,
  type STAFF_SUBMISSION_EVENTS,
} from '../../../contract/periodical/journal-submission.machine.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { bytes } from '../../format/bytes.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { EventDialog, type Letter } from '../state-machine/event-dialog.tsx';

type Event = (typeof STAFF_SUBMISSION_EVENTS)[number];
const LETTER_LENGTH = 20_000;

/** One step of a submission: the reason, and the letter to the authors with its recipients and attachments. */
export function SubmissionEventDialog({ one, event, onClose }: { one: SubmissionDetail; event: Event; onClose: () => void }) {
  const [kind, setKind] = useState<'minor' | 'major'>('minor');
  const writes = LETTER_EVENTS.has(event);
  const preview = useQuery({
    ...queryOf(letterPreview, { params: { submissionId: one.submissionId }, query: { event, revisionKind: kind } }),
    enabled: writes,
    staleTime: 0,
  });
  if (writes && preview.isError) return <LoadFailed query={preview} />;
  if (writes && !preview.data) return <Skeleton active title={false} />;
  return <Dialog key={kind} one={one} event={event} kind={kind} setKind={setKind} preview={preview.data ?? null} onClose={onClose} />;
}

interface Preview extends Letter {
  readonly recipients: readonly string[];
  readonly files: readonly { readonly fileId: number; readonly name: string; readonly size: number; readonly ready: boolean }[];
}

interface DialogProps {
  readonly one: SubmissionDetail;
  readonly event: Event;
  readonly kind: 'minor' | 'major';
  readonly setKind: (kind: 'minor' | 'major') => void;
  readonly preview: Preview | null;
  readonly onClose: () => void;
}

function Dialog({ one, event, kind, setKind, preview, onClose }: DialogProps) {
  const client = useQueryClient();
  const id = useId();
  const { message } = App.useApp();
  const [issueId, setIssueId] = useState<number | null>(null);
  const [fileIds, setFileIds] = useState<number[]>(preview?.files.filter(({ ready }) => ready).map(({ fileId }) => fileId) ?? []);
  const send = async (reason: string, letter: Letter | null | undefined) => {
    await call(submissionEvent, {
      params: { event, submissionId: one.submissionId },
      body: {
        reason,
        ...(event === 'requestRevision' ? { revisionKind: kind } : {}),
        ...(event === 'schedule' ? { issueId } : {}),
        ...(letter === undefined ? {} : { letter: letter && { ...letter, fileIds } }),
      },
    });
    void message.success(`已${journalSubmissionMachine.events[event].label}`);
    await client.invalidateQueries();
  };
  return (
    <EventDialog
      event={journalSubmissionMachine.events[event]}
      name={`《${one.title}》`}
      {...(preview ? { reasonLabel: event === 'accept' ? '附言（可不填）' : '给作者的意见' } : {})}
      {...(preview
        ? {
            letter: (reason: string) => ({
              subject: preview.subject,
              content: preview.content.replace(`${LETTER_REASON}${reason ? '' : '\n\n'}`, reason).replace(LETTER_REASON, reason),
            }),
          }
        : {})}
      letterMax={LETTER_LENGTH}
      ready={event !== 'schedule' || issueId !== null}
      onSend={send}
      onClose={onClose}
    >
      {event === 'requestRevision' ? (
        <Radio.Group
          value={kind}
          options={[
            { value: 'minor', label: `小修（${SUBMISSION.minorDays}天，修回后由编辑核对）` },
            { value: 'major', label: `大修（${SUBMISSION.majorDays}天，修回后再送审）` },
          ]}
          onChange={({ target }) => setKind(target.value as 'minor' | 'major')}
        />
      ) : null}
      {event === 'schedule' ? <IssueSelect journalId={one.journalId} value={issueId} onChange={setIssueId} /> : null}
      {preview ? <p className="soft">收信人：{preview.recipients.join('、')}（合作者收邮件）</p> : null}
      {preview && preview.files.length > 0 ? (
        <fieldset className="submission-attachments" aria-labelledby={id}>
          <legend id={id}>附件（匿名副本）</legend>
          {preview.files.map((file) => (
            <Checkbox
              key={file.fileId}
              checked={fileIds.includes(file.fileId)}
              disabled={!file.ready}
              onChange={({ target }) => setFileIds(target.checked ? [...fileIds, file.fileId] : fileIds.filter((one_) => one_ !== file.fileId))}
            >
              {file.name}（{bytes(file.size)}）{file.ready ? '' : '：先在“文件与匿名”里确认'}
            </Checkbox>
          ))}
        </fieldset>
      ) : null}
    </EventDialog>
  );
}

function IssueSelect({ journalId, value, onChange }: { journalId: number; value: number | null; onChange: (issueId: number) => void }) {
  const id = useId();
  const issues = useQuery(queryOf(journalIssue.list, { query: { journalId: String(journalId), status: 'planning', pageSize: 50 } }));
  return (
    <div>
      <label htmlFor={id}>排入</label>
      <Select
        id={id}
        value={value}
        placeholder="选择正在组稿的一期"
        loading={issues.isPending}
        notFoundContent={issues.isError ? '加载失败，请关闭后重试' : '没有正在组稿的一期，请先在刊期里新增'}
        options={(issues.data?.rows ?? []).map((one) => ({ value: one.issueId, label: `${one.label}（${one.articleCount}篇）` }))}
        style={{ width: '100%' }}
        onChange={onChange}
      />
    </div>
  );
}
