import { randomInt, randomUUID } from 'node:crypto';
import type { AssignmentItem } from '../../../contract/teaching/assignment.ts';
import { displayOrder } from '../../../contract/textbook/display-order.ts';
import type { Tx } from '../../db/database.ts';
import { itemsOf, type DrawnItem } from './assignment-row.format.ts';
import { setTicketItems, unusedTickets, type AssignmentRow } from './assignment.queries.ts';
import { addTicket, ticketsOf, type TicketRow } from './attempt.queries.ts';

/** The questions of one attempt: drawn from the groups, in the order of the assignment or shuffled. Random for each ticket, then fixed. */
export function drawItems(items: readonly AssignmentItem[], seed: string, shuffle: boolean): DrawnItem[] {
  const drawn = items.flatMap(({ itemId, points, take, versions }) => {
    if (versions.length === 1 && versions[0]) return [{ itemId, versionId: versions[0].versionId, points }];
    const order = displayOrder(
      versions.map(({ versionId }) => ({ id: String(versionId), versionId })),
      `${seed}:${itemId}`,
    );
    return order.slice(0, take).map(({ versionId }) => ({ itemId: `${itemId}.${versionId}`, versionId, points }));
  });
  if (!shuffle) return drawn;
  return displayOrder(
    drawn.map((one) => ({ ...one, id: one.itemId })),
    seed,
  ).map(({ itemId, versionId, points }) => ({ itemId, versionId, points }));
}

/** The questions of an assignment were changed before anybody answered: tickets that are out get the new ones, with the keys that devices hold. */
export async function redrawTickets(tx: Tx, row: AssignmentRow): Promise<void> {
  for (const { id, seed } of await unusedTickets(tx, row.id))
    await setTicketItems(tx, id, JSON.stringify(drawItems(itemsOf(row), seed, row.shuffleItems === '1')));
}

/** The ticket of a student for an attempt by its number; made once, however often it is asked for. */
export async function ticketFor(tx: Tx, row: AssignmentRow, userId: number, no: number, now: number): Promise<TicketRow> {
  const known = (await ticketsOf(tx, row.id, userId)).find((one) => one.no === no);
  if (known) return known;
  const seed = randomInt(2 ** 32).toString(36);
  const items = JSON.stringify(drawItems(itemsOf(row), seed, row.shuffleItems === '1'));
  return addTicket(tx, { attemptKey: randomUUID(), assignmentId: row.id, userId, no, seed, items, at: now });
}
