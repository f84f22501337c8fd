import { useId, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import { editors } from '../../../contract/manuscript/edit-task.ts';
import { HOLD_REASONS, MANUSCRIPT } from '../../../contract/manuscript/manuscript-limits.ts';
import { manuscriptEvent, type ManuscriptDetail } from '../../../contract/manuscript/manuscript.ts';
import { BACK_TARGETS, manuscriptMachine, type ManuscriptState, type STAFF_EVENTS } from '../../../contract/manuscript/manuscript.machine.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { EventDialog, type Letter } from '../state-machine/event-dialog.tsx';

export type StaffEvent = (typeof STAFF_EVENTS)[number];

const LETTERS: Readonly<Partial<Record<StaffEvent, (title: string, reason: string) => Letter>>> = {
  revise: (title, reason) => ({
    subject: `请修改《${title}》`,
    content: `您好：\n\n《${title}》需要修改，意见如下：\n\n${reason}\n\n请在${MANUSCRIPT.revisionDays}天内修回。`,
  }),
  reject: (title, reason) => ({
    subject: `《${title}》未能采用`,
    content: `您好：\n\n感谢您把《${title}》交给我们。经审读，未能采用，意见如下：\n\n${reason}`,
  }),
  returnForCompletion: (title, reason) => ({
    subject: `请补全《${title}》`,
    content: `您好：\n\n《${title}》还缺少一些内容：\n\n${reason}\n\n补全后请再次投稿，稿件编号不变。`,
  }),
  undoReject: (title, reason) => ({ subject: `《${title}》恢复审读`, content: `您好：\n\n《${title}》已撤销退稿，恢复审读。\n\n${reason}` }),
};

/** The dialog of one step of a manuscript with the fields that the step needs. */
export function ManuscriptEventDialog({ one, event, onClose }: { one: ManuscriptDetail; event: StaffEvent; onClose: () => void }) {
  const id = useId();
  const client = useQueryClient();
  const { message } = App.useApp();
  const [to, setTo] = useState<ManuscriptState | null>(BACK_TARGETS[one.status]?.[0] ?? null);
  const [editorId, setEditorId] = useState<number | null>(null);
  const [reasonType, setReasonType] = useState<(typeof HOLD_REASONS)[number] | null>(null);
  const [resumePlan, setResumePlan] = useState('');
  const letter = LETTERS[event];
  const send = async (reason: string, written: Letter | null | undefined) => {
    await call(manuscriptEvent, {
      params: { event, archiveId: one.archiveId },
      body: {
        reason,
        ...(event === 'backTo' ? { to } : {}),
        ...(event === 'reassign' ? { editorId } : {}),
        ...(event === 'hold' ? { reasonType, resumePlan } : {}),
        ...(written === undefined ? {} : { letter: written }),
      },
    });
    void message.success(`已${manuscriptMachine.events[event].label}`);
    await client.invalidateQueries();
  };
  const ready = event === 'backTo' ? to !== null : event === 'reassign' ? editorId !== null : event === 'hold' ? reasonType !== null : true;
  return (
    <EventDialog
      event={manuscriptMachine.events[event]}
      name={`《${one.title}》`}
      {...(letter ? { letter: (reason: string) => letter(one.title, reason) } : {})}
      ready={ready}
      onSend={send}
      onClose={onClose}
    >
      {event === 'backTo' ? (
        <div>
          <label htmlFor={`${id}-field1`}>退回到</label>
          <Select
            id={`${id}-field1`}
            value={to}
            options={(BACK_TARGETS[one.status] ?? []).map((value) => ({ value, label: manuscriptMachine.states[value].label }))}
            style={{ width: '100%' }}
            onChange={setTo}
          />
        </div>
      ) : null}
      {event === 'reassign' ? <EditorSelect value={editorId} onChange={setEditorId} /> : null}
      {event === 'hold' ? (
        <>
          <div>
            <label htmlFor={`${id}-field2`}>原因类别</label>
            <Select
              id={`${id}-field2`}
              value={reasonType}
              placeholder="请选择"
              options={HOLD_REASONS.map((value) => ({ value, label: value }))}
              style={{ width: '100%' }}
              onChange={setReasonType}
            />
          </div>
          <div>
            <label htmlFor={`${id}-field3`}>计划恢复日期</label>
            <DatePicker
              id={`${id}-field3`}
              value={resumePlan ? dayjs(resumePlan) : null}
              style={{ width: '100%' }}
              onChange={(day) => setResumePlan(day ? day.format('YYYY-MM-DD') : '')}
            />
          </div>
        </>
      ) : null}
    </EventDialog>
  );
}

/** Selects an editor by load and qualification; who cannot take more is shown with the reason. */
export function EditorSelect({ value, onChange }: { value: number | null; onChange: (editorId: number) => void }) {
  const id = useId();
  const people = useQuery(queryOf(editors, {}));
  return (
    <div>
      <label htmlFor={`${id}-field4`}>责任编辑</label>
      <Select
        id={`${id}-field4`}
        value={value}
        placeholder="请选择责任编辑"
        loading={people.isPending}
        showSearch={{ optionFilterProp: 'label' }}
        notFoundContent={people.isError ? '加载失败，请关闭后重试' : '没有责任编辑，请先在出版岗位人员里添加'}
        options={(people.data ?? []).map((one) => ({
          value: one.userId,
          label: `${one.nickName}（${one.qualification}，在手 ${one.load}/${one.most}${one.deputyName ? `，休假，由${one.deputyName}代理` : ''}${one.blocked ? `，${one.blocked}` : ''}）`,
          disabled: one.blocked !== '' && one.deputyName === '',
        }))}
        style={{ width: '100%' }}
        onChange={onChange}
      />
    </div>
  );
}
