import type { Database, Tx } from '../../db/database.ts';

export const pointsOf = (db: Database | Tx, archiveId: number) =>
  db
    .selectFrom('revisionPoint')
    .selectAll()
    .where('archiveId', '=', archiveId)
    .where('delFlag', '=', '0')
    .orderBy('round')
    .orderBy('orderNum')
    .orderBy('id')
    .execute();

/** The steps that sent a manuscript back to its author, in order. */
export const revisionSteps = (db: Database | Tx, archiveId: number) =>
  db
    .selectFrom('flowLog')
    .select(['id', 'event', 'at', 'note'])
    .where('entityType', '=', 'manuscript')
    .where('entityId', '=', archiveId)
    .where('toStatus', '=', 'revising')
    .where('fromStatus', '<>', 'revising')
    .where('fromStatus', '<>', 'held')
    .orderBy('id')
    .execute();

/** The newest letter about a manuscript that its author has received since a time. */
export const letterSince = (db: Database | Tx, archiveId: number, since: number) =>
  db
    .selectFrom('letter')
    .select(['content', 'recipients'])
    .where('entity', 'in', ['manuscript', 'review'])
    .where('entityId', '=', archiveId)
    .where('status', '=', 'sent')
    .where('createTime', '>=', since)
    .orderBy('id', 'desc')
    .executeTakeFirst();

/** Number of the newest version that existed at a time. */
export const versionAt = async (db: Database | Tx, archiveId: number, at: number, hidden: readonly string[] = []): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('manuscriptVersion')
        .select((eb) => eb.fn.max('versionNo').as('last'))
        .where('archiveId', '=', archiveId)
        .where('createTime', '<=', at)
        .$if(hidden.length > 0, (query) => query.where('source', 'not in', [...hidden]))
        .executeTakeFirst()
    )?.last ?? 0,
  );

export const confirmationsOf = (db: Database | Tx, archiveId: number) =>
  db
    .selectFrom('authorConfirm')
    .leftJoin('user', 'user.id', 'authorConfirm.answeredBy')
    .selectAll('authorConfirm')
    .select('user.nickName as answeredByName')
    .where('archiveId', '=', archiveId)
    .where('authorConfirm.status', '<>', 'replaced')
    .where('authorConfirm.delFlag', '=', '0')
    .orderBy('authorConfirm.id')
    .execute();

/** The confirmed address of an enabled account, without regard to case. */
export const accountOfMail = (db: Database | Tx, mail: string) =>
  db
    .selectFrom('account')
    .innerJoin('user', 'user.id', 'account.userId')
    .select('account.userId')
    .where('account.identityType', '=', 'email')
    .where('account.verified', '=', '1')
    .where((eb) => eb(eb.fn<string>('lower', ['account.identifier']), '=', mail.toLowerCase()))
    .where('user.status', '=', '0')
    .where('user.delFlag', '=', '0')
    .executeTakeFirst();

/** A confirmation by its id, or by the token of a link that an earlier release mailed. */
export const confirmationBy = (db: Database | Tx, by: { readonly id: number } | { readonly tokenHash: string }) =>
  db
    .selectFrom('authorConfirm')
    .innerJoin('manuscript', 'manuscript.id', 'authorConfirm.archiveId')
    .leftJoin('user', 'user.id', 'manuscript.ownerId')
    .selectAll('authorConfirm')
    .select(['manuscript.title', 'manuscript.authors', 'manuscript.ownerId', 'manuscript.editorId', 'user.nickName as ownerName'])
    .$if('id' in by, (query) => query.where('authorConfirm.id', '=', 'id' in by ? by.id : 0))
    .$if('tokenHash' in by, (query) => query.where('authorConfirm.tokenHash', '=', 'tokenHash' in by ? by.tokenHash : ''))
    .where('authorConfirm.status', '<>', 'replaced')
    .where('authorConfirm.delFlag', '=', '0')
    .where('manuscript.delFlag', '=', '0')
    .executeTakeFirst();
