import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Input, InputNumber, Modal, Skeleton } from 'antd';
import { inviteReviewers, reviewerChoices } from '../../../contract/periodical/journal-review.ts';
import type { SubmissionDetail } from '../../../contract/periodical/journal-submission.ts';
import { REVIEWING } from '../../../contract/periodical/periodical-limits.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { Labelled } from '../ui/labelled.tsx';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { useChange } from './use-change.ts';

interface ByMail {
  readonly name: string;
  readonly email: string;
}

/** Chooses several reviewers at once, with their load, or invites somebody by mail. */
export function InviteDialog({ one, onClose }: { one: SubmissionDetail; onClose: () => void }) {
  useRestoreFocus();
  const change = useChange();
  const [keyword, setKeyword] = useState('');
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [mails, setMails] = useState<readonly ByMail[]>([]);
  const [wanted, setWanted] = useState(2);
  const [days, setDays] = useState<number>(REVIEWING.days);
  const [note, setNote] = useState('');
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const people = useQuery(
    queryOf(reviewerChoices, { params: { submissionId: one.submissionId }, query: { pageSize: 50, ...(keyword ? { keyword } : {}) } }),
  );
  const warned = (people.data?.rows ?? []).some((person) => chosen.includes(person.userId) && person.warning !== '');
  const complete = mails.filter(({ name, email }) => name.trim() !== '' && email.trim() !== '');
  const send = async () => {
    setBusy(true);
    const body = {
      submissionId: one.submissionId,
      people: [...chosen.map((userId) => ({ userId })), ...complete],
      wanted,
      days,
      mayConflict: note.trim() || null,
    };
    let left: string[] = [];
    const done = await change(async () => {
      const answer = await call(inviteReviewers, { body });
      left = answer.skipped.map(({ name, reason }) => `${name}：${reason}`);
    }, '已登记邀请');
    setBusy(false);
    setSkipped(left);
    setChosen([]);
    if (done && left.length === 0) onClose();
  };
  return (
    <Modal
      open
      width={720}
      title="邀请审稿专家"
      okText={one.status === 'external' ? '邀请' : '加入名单'}
      cancelText="关闭"
      confirmLoading={busy}
      okButtonProps={{ disabled: chosen.length + complete.length === 0 }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <div className="event-fields">
        {one.status === 'external' ? null : <p className="soft">送外审时发出邀请；超过需要人数的作候补。</p>}
        {skipped.length > 0 ? <Alert type="warning" showIcon title="这些人没有邀请" description={skipped.join('；')} /> : null}
        <Input.Search aria-label="按姓名查找" placeholder="姓名" allowClear onSearch={(text) => setKeyword(text.trim())} />
        {people.isError ? (
          <LoadFailed query={people} />
        ) : !people.data ? (
          <Skeleton active title={false} />
        ) : people.data.rows.length === 0 ? (
          <p className="soft">没有找到审稿专家，可以在下面按邮箱邀请。</p>
        ) : (
          <ul className="invite-people">
            {people.data.rows.map((person) => (
              <li key={person.userId}>
                <Checkbox
                  checked={chosen.includes(person.userId)}
                  disabled={person.blocked !== ''}
                  onChange={({ target }) =>
                    setChosen(target.checked ? [...chosen, person.userId] : chosen.filter((userId) => userId !== person.userId))
                  }
                >
                  {person.nickName}{' '}
                  <span className="soft">
                    {[
                      person.unit,
                      `在手 ${person.load}`,
                      person.declined === null ? '还没有邀请过' : `谢绝 ${person.declined}%`,
                      person.lastAsked && `上次 ${person.lastAsked}`,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>{' '}
                  {person.blocked || person.warning ? <span className="late">{person.blocked || person.warning}</span> : null}
                </Checkbox>
              </li>
            ))}
          </ul>
        )}
        {mails.map((mail, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a row has no id, and its fields change while they are typed
          <span key={index} className="submission-inline">
            <Input
              aria-label={`第${index + 1}位的姓名`}
              placeholder="姓名"
              maxLength={30}
              value={mail.name}
              onChange={({ target }) => setMails(mails.map((one_, at) => (at === index ? { ...one_, name: target.value } : one_)))}
            />
            <Input
              aria-label={`第${index + 1}位的邮箱`}
              placeholder="邮箱"
              maxLength={100}
              value={mail.email}
              onChange={({ target }) => setMails(mails.map((one_, at) => (at === index ? { ...one_, email: target.value } : one_)))}
            />
          </span>
        ))}
        <Button size="small" style={{ justifySelf: 'start' }} onClick={() => setMails([...mails, { name: '', email: '' }])}>
          按邮箱邀请没有账号的人
        </Button>
        <span className="submission-inline">
          <Labelled label="需要几份意见">
            {(id) => <InputNumber id={id} min={1} max={REVIEWING.most} value={wanted} onChange={(value) => setWanted(value ?? 2)} />}
          </Labelled>
          <Labelled label="审稿天数">
            {(id) => <InputNumber id={id} min={3} max={180} value={days} onChange={(value) => setDays(value ?? REVIEWING.days)} />}
          </Labelled>
        </span>
        {warned ? (
          <Labelled label="仍要邀请的说明（同单位或作者请求回避）">
            {(id) => <Input id={id} maxLength={200} value={note} onChange={({ target }) => setNote(target.value)} />}
          </Labelled>
        ) : null}
      </div>
    </Modal>
  );
}
