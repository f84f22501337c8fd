import { wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { namesOf } from './manuscript-list.queries.ts';
import { authorsText, type ManuscriptRow } from './manuscript-step.service.ts';
import { turnNameOf } from './manuscript.service.ts';

/** The shown fields of a page of manuscripts. */
export async function showManuscripts(db: Database | Tx, rows: readonly ManuscriptRow[], currentUser: CurrentUser) {
  const names = await namesOf(db, rows);
  return rows.map((row) => ({
    authorsText: authorsText(row),
    ownerName: names.people.get(row.ownerId) ?? '（已删除）',
    editorName: row.editorId === null ? '' : (names.people.get(row.editorId) ?? '（已删除）'),
    typeName: row.archiveTypeId === null ? '' : (names.types.get(row.archiveTypeId) ?? ''),
    turnName: turnNameOf({ ...row, handlerName: row.turnUserId === null ? null : (names.people.get(row.turnUserId) ?? null) }, currentUser),
    stageSince: wireTime(row.stageSince),
    dueAt: wireTime(row.dueAt),
  }));
}
