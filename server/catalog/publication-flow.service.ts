import { publicationMachine } from '../../contract/catalog/publication.machine.ts';
import { eventLabel, stateLabel } from '../../contract/state-machine.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import { EDITION_STEPS } from './edition-change.service.ts';
import { PRICE_STEPS } from './publication-price.service.ts';
import { flowOf } from './publication.queries.ts';

/** Steps of a work beside those of its own machine. */
const OTHER_STEPS: Readonly<Record<string, string>> = { ...PRICE_STEPS, ...EDITION_STEPS };

export async function publicationFlow(context: AppContext, id: number) {
  const rows = await flowOf(context.db, id);
  return rows.map(({ event, fromStatus, toStatus, note, at, nickName }) => ({
    event: OTHER_STEPS[event] ?? eventLabel(publicationMachine, event),
    fromStatus: stateLabel(publicationMachine, fromStatus),
    toStatus: stateLabel(publicationMachine, toStatus),
    operatorName: nickName ?? '',
    note,
    at: wireTime(at),
  }));
}
