import type { ProtocolState } from '../../contract/protocol/protocol.machine.ts';
import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';

export const manuscriptTitles = async (db: Database | Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> =>
  new Map(
    ids.length === 0
      ? []
      : (await db.selectFrom('manuscript').select(['id', 'title']).where('id', 'in', ids).execute()).map((row) => [row.id, row.title] as const),
  );

/** Agreements in states that wait for somebody, as items of the to-do. */
export const waitingProtocols = (db: Database, states: readonly ProtocolState[], editorId: number | null) =>
  db
    .selectFrom('protocol')
    .innerJoin('manuscript', 'manuscript.id', 'protocol.archiveId')
    .leftJoin('user', 'user.id', 'manuscript.editorId')
    .select((eb) => [
      'protocol.id as itemId',
      'manuscript.title',
      sql<string>`'出版协议 ' || ${eb.ref('protocol.protocolNo')}`.as('note'),
      sql<string>`coalesce(${eb.ref('user.nickName')}, '')`.as('askedBy'),
      'protocol.updateTime as since',
      'manuscript.dueAt as due',
      sql<string | null>`cast(null as text)`.as('page'),
    ])
    .where('protocol.delFlag', '=', '0')
    .where('manuscript.delFlag', '=', '0')
    .where('manuscript.status', '<>', 'held')
    .where('protocol.status', 'in', states)
    .$if(editorId !== null, (query) => query.where('manuscript.editorId', '=', editorId ?? 0));
