import { spreadMachine } from '../../../contract/commerce/spread/spread.machine.ts';
import { OWN_SPREAD_EVENTS, SPREAD_EVENTS, type SpreadEvent, type SpreadState } from '../../../contract/commerce/spread/spread.ts';
import { eventsFrom } from '../../../contract/state-machine.ts';
import { hasPermission, type CurrentUser } from '../../http/current-user.ts';

/** Who does what with links, and which orders count for one: the only place that decides it. */
interface Facts {
  readonly promoterId: number;
  readonly status: string;
}
type StaffEvent = (typeof SPREAD_EVENTS)[number];
type OwnEvent = (typeof OWN_SPREAD_EVENTS)[number];

export const ownsSpread = (row: Pick<Facts, 'promoterId'>, { userId }: Pick<CurrentUser, 'userId'>): boolean => row.promoterId === userId;

const isOffered = (event: SpreadEvent): event is StaffEvent => (SPREAD_EVENTS as readonly SpreadEvent[]).includes(event);
/** `own`: the viewer is the person who made the link, or its promoter. */
export const staffEvents = (row: Facts, viewer: CurrentUser, own: boolean): StaffEvent[] =>
  eventsFrom(spreadMachine, row.status as SpreadState, (permission) => hasPermission(viewer, permission))
    .filter(isOffered)
    .filter((event) => !own || event !== 'approve');

/** A promoter pauses and ends the own links; staff decide about those that wait. */
export const ownEvents = (row: Facts): OwnEvent[] =>
  eventsFrom(spreadMachine, row.status as SpreadState, () => true).filter((event): event is OwnEvent =>
    (OWN_SPREAD_EVENTS as readonly SpreadEvent[]).includes(event),
  );

/** Whether an order that is made on a day counts for a link, before the buyer is looked at. */
export const isEarning = (
  link: { readonly status: string; readonly validTo: string; readonly promoterStatus: string; readonly promoterGone: string },
  day: string,
): boolean => link.status === 'active' && (link.validTo === '' || link.validTo >= day) && link.promoterStatus === '0' && link.promoterGone === '0';

/** Whether a link is for a work. Fees and lines that cost nothing never count. */
export const covers = (link: { readonly publishId: number | null }, line: { readonly publishId: number; readonly payFen: number }): boolean =>
  line.payFen > 0 && (link.publishId === null || link.publishId === line.publishId);
