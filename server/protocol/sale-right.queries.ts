import { protocolMachine } from '../../contract/protocol/protocol.machine.ts';
import type { Database, Tx } from '../db/database.ts';

/** Agreements of a manuscript that are or were in force. */
export const grantedRights = (db: Database | Tx, archiveId: number) =>
  db
    .selectFrom('protocol')
    .select(['status', 'rights'])
    .where('archiveId', '=', archiveId)
    .where('status', 'in', protocolMachine.groups.signed)
    .where('delFlag', '=', '0')
    .execute();

/** The manuscript of a publication that came from one. */
export const publishedManuscript = (tx: Tx, publicationId: number) =>
  tx.selectFrom('manuscript').select(['id', 'kind']).where('publicationId', '=', publicationId).where('delFlag', '=', '0').executeTakeFirst();
