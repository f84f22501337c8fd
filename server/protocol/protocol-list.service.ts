import type { Database, Tx } from '../db/database.ts';
import { failed } from '../http/app-error.ts';
import { authorsText, manuscriptIn } from '../manuscript/manuscript-step.service.ts';
import { effectiveProtocolOf, openProtocolOf, ownPress } from './protocol.queries.ts';
import { manuscriptTitles } from './protocol-list.queries.ts';

export const titlesOf = (db: Database | Tx, ids: readonly number[]) => manuscriptTitles(db, ids);

/** The parties of a new agreement. A manuscript has one agreement at a time. */
export async function draftColumns(tx: Tx, archiveId: number) {
  const manuscript = await manuscriptIn(tx, archiveId);
  if ((await openProtocolOf(tx, archiveId)) || (await effectiveProtocolOf(tx, archiveId))) throw failed('这部稿件已有出版协议，请在列表里打开');
  const press = await ownPress(tx);
  return { partyA: authorsText(manuscript) || (manuscript.ownerName ?? ''), partyB: press?.pressName ?? '' };
}
