import { accessBatchMachine, ACCESS_BATCH_EVENTS, type AccessBatchState } from '../../../contract/textbook/access-batch.machine.ts';
import type { AccessBatchRow } from '../../../contract/textbook/access-code.ts';
import { eventsFrom } from '../../../contract/state-machine.ts';
import { isRecalled } from '../../commerce/order.policy.ts';
import { hasPermission, type CurrentUser } from '../../http/current-user.ts';

interface Facts {
  readonly status: string;
  readonly printedAt: number | null;
}

/** Whether the codes of a batch may be made, or made again: it is issued, and no reader has used one of them. */
export const isPrintable = ({ status }: Facts, used: number): boolean => status === 'issued' && used === 0;

/** A batch is changed before it is issued. */
export const isEditable = ({ status }: Pick<Facts, 'status'>): boolean => status === 'draft';

/** What a viewer may do with a batch now; `own`: the viewer is the person who made it, and another one issues it. The only place that decides it. */
export function batchSteps(row: Facts, viewer: CurrentUser, own: boolean, used: number): AccessBatchRow['can'] {
  const may = (permission: string): boolean => hasPermission(viewer, permission);
  const events = eventsFrom(accessBatchMachine, row.status as AccessBatchState, may).filter((event) => !own || event !== 'issue');
  return [
    ...ACCESS_BATCH_EVENTS.filter((event) => events.includes(event)),
    ...(isPrintable(row, used) && may('textbook:code:print') ? (['print'] as const) : []),
    ...(isEditable(row) && may('textbook:code:add') ? (['edit'] as const) : []),
  ];
}

interface CodeFacts {
  readonly batchStatus: string;
  readonly workStatus: string;
  readonly validFrom: string;
  readonly validTo: string;
}

/** Whether a reader may use an unused code on a day (`yyyy-MM-dd`). */
export const isUsable = (code: CodeFacts, today: string): boolean =>
  code.batchStatus === 'issued' &&
  !isRecalled(code) &&
  (code.validFrom === '' || code.validFrom <= today) &&
  (code.validTo === '' || today <= code.validTo);

/** Whether a reader used this code. */
export const usedByViewer = ({ usedBy }: { readonly usedBy: number | null }, { userId }: Pick<CurrentUser, 'userId'>): boolean => usedBy === userId;
