import type { z } from 'zod';
import { BOARD_COLUMNS, type Board, type BoardCard, type boardFilter } from '../../contract/manuscript/board.ts';
import { MANUSCRIPT, QUEUES } from '../../contract/manuscript/manuscript-limits.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { daysSince } from './edit-task.service.ts';
import { authorsText } from './manuscript-step.service.ts';
import { askerOf, waitsFor, type Asker } from './manuscript.policy.ts';
import { turnNameOf } from './manuscript.service.ts';
import { boardCards, boardTotals, queueTotal } from './queue.queries.ts';

const cardOf = (row: Awaited<ReturnType<typeof boardCards>>[number], asker: Asker, now: number): BoardCard => ({
  archiveId: row.id,
  archiveNo: row.archiveNo,
  title: row.title,
  authorsText: authorsText(row),
  kind: row.kind as BoardCard['kind'],
  status: row.status,
  turn: row.turn,
  turnName: turnNameOf(row, asker),
  editorName: row.editorName ?? '',
  days: daysSince(row.stageSince, now),
  dueAt: wireTime(row.dueAt),
  late: row.status !== 'held' && row.dueAt !== null && row.dueAt < now,
  mine: waitsFor(row, asker),
});

export async function boardFor({ db }: AppContext, currentUser: CurrentUser, asked: z.output<typeof boardFilter>): Promise<Board> {
  const now = Date.now();
  const asker = askerOf(currentUser);
  const states = BOARD_COLUMNS.flatMap((column) => column.states);
  const totals = new Map((await boardTotals(db, { ...asked, states }, asker, now)).map((row) => [row.status, row]));
  const sum = (list: readonly (typeof states)[number][], name: 'total' | 'late'): number =>
    list.reduce((all, state) => all + Number(totals.get(state)?.[name] ?? 0), 0);
  const columns = await Promise.all(
    BOARD_COLUMNS.map(async ({ key, title, states: own }) => {
      const total = sum(own, 'total');
      const cards = total === 0 ? [] : await boardCards(db, { ...asked, states: own }, asker, now, MANUSCRIPT.boardCards);
      return { key, title, total, late: key === 'held' ? 0 : sum(own, 'late'), cards: cards.map((row) => cardOf(row, asker, now)) };
    }),
  );
  const counts = await Promise.all(QUEUES.map(async (queue) => [queue, await queueTotal(db, states, queue, asker, now)] as const));
  return { columns, counts: Object.fromEntries(counts) as Board['counts'], total: columns.reduce((all, { total }) => all + total, 0) };
}
