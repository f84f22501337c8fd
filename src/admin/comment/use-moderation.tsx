import { useState, type ReactNode } from 'react';
import { App, Button } from 'antd';
import type { BatchOutcome, ModerationState } from '../../../contract/comment/comment.ts';
import type { StateMachine } from '../../../contract/state-machine.ts';
import { machineEvents } from '../state-machine/machine-events.ts';
import type { RowAction, Tools } from '../crud/resource.ts';
import { RejectDialog } from './reject-dialog.tsx';

type StaffEvent = 'pass' | 'reject' | 'remove';
interface Moderated {
  readonly id: number;
  readonly status: ModerationState;
}
interface Asked {
  readonly event: StaffEvent;
  readonly ids: readonly number[];
}

const LABELS: Readonly<Record<StaffEvent, string>> = { pass: '通过', reject: '驳回', remove: '移除' };
const STAFF: ReadonlySet<string> = new Set(Object.keys(LABELS));
const isStaffEvent = (event: string): event is StaffEvent => STAFF.has(event);
/** States after a rejection: passing such a text overturns a decision, which needs a reason. */
const OVERTURNED: ReadonlySet<ModerationState> = new Set(['rejected', 'appealed']);
const SKIPPED_SHOWN = 5;

/** The events of SM19 for rows of a list and for a selection, with the dialog that asks for the reason. */
export function useModeration(
  machine: StateMachine<ModerationState>,
  send: (event: StaffEvent, ids: readonly number[], reason: string) => Promise<BatchOutcome>,
  refresh: () => Promise<unknown>,
) {
  const { message, modal } = App.useApp();
  const [asked, setAsked] = useState<Asked | null>(null);
  const run = async ({ event, ids }: Asked, reason: string): Promise<void> => {
    const { done, skipped } = await send(event, ids, reason);
    await refresh();
    if (skipped.length === 0) return void message.success(`已${LABELS[event]} ${done.length} 条`);
    modal.warning({
      title: `已${LABELS[event]} ${done.length} 条，${skipped.length} 条没有处理`,
      content: (
        <ul>
          {skipped.slice(0, SKIPPED_SHOWN).map((one) => (
            <li key={one.id}>
              编号 {one.id}：{one.reason}
            </li>
          ))}
          {skipped.length > SKIPPED_SHOWN ? <li>等 {skipped.length} 条</li> : null}
        </ul>
      ),
    });
  };
  const rowActions = ({ id, status }: Moderated, tools: Tools): RowAction[] =>
    machineEvents(machine, status, tools.may).flatMap(({ event, label, danger, consequence }) =>
      isStaffEvent(event)
        ? [
            {
              key: event,
              label,
              ...(danger ? { danger } : {}),
              run: () =>
                event === 'pass' && !OVERTURNED.has(status)
                  ? tools.ask({ title: '通过这一条？', content: consequence, verb: '通过' }, () => run({ event, ids: [id] }, ''), '已通过')
                  : setAsked({ event, ids: [id] }),
            },
          ]
        : [],
    );
  const toolbar = (tools: Tools, chosen: readonly Moderated[]): ReactNode => {
    const ids = chosen.map(({ id }) => id);
    const button = (event: StaffEvent, permission: string) =>
      tools.may(permission) ? (
        <Button
          key={event}
          danger={event !== 'pass'}
          disabled={ids.length === 0}
          onClick={() =>
            event === 'pass' && !chosen.some(({ status }) => OVERTURNED.has(status))
              ? tools.ask({ title: `通过选中的 ${ids.length} 条？`, verb: '通过' }, () => run({ event, ids }, ''), '已处理')
              : setAsked({ event, ids })
          }
        >
          {LABELS[event]}选中
        </Button>
      ) : null;
    return (
      <>
        {button('pass', 'cms:comment:audit')}
        {button('reject', 'cms:comment:audit')}
        {button('remove', 'cms:comment:remove')}
      </>
    );
  };
  const dialog = asked ? (
    <RejectDialog
      title={`${LABELS[asked.event]} ${asked.ids.length} 条`}
      least={asked.event === 'remove' ? 0 : 2}
      label={asked.event === 'pass' ? '改为通过的理由（留在审核记录里）' : '理由（作者会看到）'}
      verb={LABELS[asked.event]}
      onSend={(reason) => run(asked, reason)}
      onClose={() => setAsked(null)}
    />
  ) : null;
  return { rowActions, toolbar, dialog };
}
