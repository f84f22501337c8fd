import { DAY_MS } from '../../contract/clock.ts';

export const APPLY_CODES = { materials: 21802, open: 21803, early: 21804, own: 21805, second: 21806, claimed: 21807 } as const;

/** After a rejection one waits this long. */
export const REAPPLY_MS = 7 * DAY_MS;
/** To supplement there is this long. */
export const SUPPLEMENT_MS = 15 * DAY_MS;
