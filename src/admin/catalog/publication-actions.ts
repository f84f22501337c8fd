import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { Alert, App, Input } from 'antd';
import { createElement } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  publicationEvent,
  type RECALL_REASONS,
  recallPublication,
  removePublications,
  reprintPublication,
  type Publication,
  type PublicationEvent,
  type PublicationStatus,
} from '../../../contract/catalog/publication.ts';
import { publicationMachine } from '../../../contract/catalog/publication.machine.ts';
import { newUuid } from '../../api/new-uuid.ts';
import { call } from '../../api/call.ts';
import { machineEvents, type MachineEvent } from '../state-machine/machine-events.ts';
import { type EventValues, noValues, RecallFields, ReprintFields } from './publication-event-fields.tsx';
import { errorMessage } from '../ui/error-message.ts';

export type Action = MachineEvent<PublicationStatus, PublicationEvent>;

/** Works of these kinds are printed. */
export const isPrinted = (kind: string): boolean => kind === 'book' || kind === 'textbook';

/** The events that a work's state and kind and the user's permissions allow. */
export const actionsFor = ({ status, kind }: Pick<Publication, 'status' | 'kind'>, may: (permission: string) => boolean): Action[] =>
  machineEvents(publicationMachine, status, may).filter(({ event }) => event !== 'reprint' || isPrinted(kind));

/** Puts a work on sale, or asks for it. */
const SALE: ReadonlySet<PublicationEvent> = new Set(['submit', 'approve', 'relist']);

/** Words about the layout of a book that goes on sale without a check or with faults; empty otherwise. */
export function layoutWarning({ editionId, layoutFaults }: Pick<Publication, 'editionId' | 'layoutFaults'>, { event }: Action): string {
  if (editionId === null || layoutFaults === 0 || !SALE.has(event)) return '';
  return layoutFaults === null
    ? '这本书还没有检查版面，读者可能看到被切掉的内容或空白页。可以先取消，在出版物详情的“版面检查”里检查。'
    : `版面检查发现 ${layoutFaults} 页读者会看不清或看不全。可以先取消，在出版物详情的“版面检查”里查看。`;
}

/** Events whose dialog asks for more than a reason. */
const FIELDS: Partial<Record<PublicationEvent, typeof RecallFields>> = { recall: RecallFields, reprint: ReprintFields };

/** What the dialog of an event has not been told; empty when nothing is missing. */
const lackingOf = (event: PublicationEvent, { recallReason, copies, printedOn }: EventValues): string =>
  event === 'recall' && !recallReason ? '请选择召回原因' : event === 'reprint' && (!copies || !printedOn) ? '请填写印数和重印日期' : '';

interface Given {
  readonly publishId: number;
  readonly event: PublicationEvent;
  readonly reason: string;
  readonly values: EventValues;
  readonly requestId: string;
}

/** Returns a function that refetches all queries with publications after a write. */
export function useStale(): () => Promise<unknown> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).includes('/cms/publish') });
}

/** Confirms the action, shows the consequence, takes the reason if required, and sends the event. */
export function usePublicationEvents() {
  const { modal, message } = App.useApp();
  const stale = useStale();
  const sendEvent = useMutation({
    mutationFn: ({ publishId, event, ...given }: Given): Promise<unknown> => {
      const { recallReason, note, copies, printedOn } = given.values;
      if (event === 'recall') {
        return call(recallPublication, { params: { publishId }, body: { reason: recallReason as (typeof RECALL_REASONS)[number], note } });
      }
      if (event === 'reprint') {
        return call(reprintPublication, { params: { publishId }, body: { requestId: given.requestId, copies: copies ?? 0, printedOn } });
      }
      return call(publicationEvent, { params: { event, publishId }, body: { reason: given.reason } });
    },
    onSuccess: stale,
  });
  const remove = useMutation({
    mutationFn: (ids: readonly number[]) => call(removePublications, { params: { publishIds: ids.join(',') } }),
    onSuccess: stale,
  });

  function ask(publication: Pick<Publication, 'publishId' | 'title' | 'editionId' | 'layoutFaults'>, action: Action): void {
    let reason = '';
    const values = noValues();
    const requestId = newUuid();
    const layout = layoutWarning(publication, action);
    const form = FIELDS[action.event];
    const asked = form ? undefined : action.reason?.message.replace('请填写', '');
    const content = (refused = '') =>
      createElement(
        'div',
        null,
        createElement('p', null, action.consequence),
        layout && createElement(Alert, { type: 'warning', showIcon: true, title: layout, style: { marginBottom: 12 } }),
        form && createElement(form, { change: (part) => void Object.assign(values, part) }),
        asked &&
          createElement(Input.TextArea, {
            rows: 3,
            maxLength: 500,
            showCount: true,
            // The character count is below the field, so it needs space above the dialog's buttons.
            style: { marginBottom: 24 },
            'aria-label': asked,
            placeholder: `请填写${asked}`,
            onChange: (event: React.ChangeEvent<HTMLTextAreaElement>) => {
              reason = event.target.value;
            },
          }),
        refused && createElement(Alert, { type: 'error', showIcon: true, title: refused, role: 'alert' }),
      );
    const dialog = modal.confirm({
      title: `${action.label}${inTitleMarks(publication.title)}？`,
      content: content(),
      okText: layout ? `仍要${action.label}` : action.label,
      cancelText: '取消',
      okButtonProps: { danger: action.danger ?? false },
      onOk: async () => {
        const lacking = lackingOf(action.event, values);
        if (lacking) {
          dialog.update({ content: content(lacking) });
          throw new Error(lacking);
        }
        try {
          await sendEvent.mutateAsync({ publishId: publication.publishId, event: action.event, reason, values, requestId });
          void message.success(`已${action.label}`);
        } catch (error) {
          // An error is shown in the same dialog, which stays open.
          dialog.update({ content: content(errorMessage(error)) });
          throw error;
        }
      },
    });
  }

  function confirmRemoval(rows: readonly Pick<Publication, 'publishId' | 'title'>[], done: () => void): void {
    const names = rows.map((row) => inTitleMarks(row.title)).join('');
    void modal.confirm({
      title: rows.length === 1 ? `删除${names}？` : `删除${rows.length}种出版物？`,
      content: `${names}将移入回收站，30天内可以恢复。已上架或已有读者拥有阅读权的不能删除。`,
      okText: '删除',
      cancelText: '取消',
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await remove.mutateAsync(rows.map((row) => row.publishId));
          void message.success('已删除');
          done();
        } catch (error) {
          void message.error(errorMessage(error));
        }
      },
    });
  }
  return { ask, confirmRemoval };
}
