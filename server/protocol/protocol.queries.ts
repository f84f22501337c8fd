import type { Database, Tx } from '../db/database.ts';
import { ownAgreement } from './protocol.policy.ts';

const rows = (db: Database | Tx) =>
  db
    .selectFrom('protocol')
    .innerJoin('manuscript', 'manuscript.id', 'protocol.archiveId')
    .leftJoin('user as signer', 'signer.id', 'protocol.signerB')
    .selectAll('protocol')
    .select([
      'manuscript.title',
      'manuscript.authors',
      'manuscript.ownerId',
      'manuscript.editorId',
      'manuscript.originality',
      'manuscript.kind',
      'signer.nickName as signerName',
    ])
    .where('protocol.delFlag', '=', '0');

export const protocolById = (db: Database | Tx, id: number) => rows(db).where('protocol.id', '=', id).executeTakeFirst();
export type ProtocolRow = NonNullable<Awaited<ReturnType<typeof protocolById>>>;

export const openProtocolOf = (tx: Tx, archiveId: number) =>
  rows(tx)
    .where('protocol.archiveId', '=', archiveId)
    .where('protocol.status', 'in', ['draft', 'checking', 'returned', 'wait_author', 'wait_press'])
    .orderBy('protocol.id', 'desc')
    .executeTakeFirst();

export const effectiveProtocolOf = (db: Database | Tx, archiveId: number) =>
  rows(db).where('protocol.archiveId', '=', archiveId).where('protocol.status', '=', 'effective').executeTakeFirst();

export const signaturesOf = (db: Database | Tx, protocolId: number) =>
  db
    .selectFrom('protocolSignature')
    .innerJoin('user', 'user.id', 'protocolSignature.userId')
    .select(['protocolSignature.userId', 'protocolSignature.signedAt', 'user.nickName'])
    .where('protocolSignature.protocolId', '=', protocolId)
    .execute();

export const namesOfUsers = async (db: Database | Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> =>
  new Map(
    ids.length === 0
      ? []
      : (await db.selectFrom('user').select(['id', 'nickName']).where('id', 'in', ids).execute()).map((user) => [user.id, user.nickName] as const),
  );

/** Agreements in which a user signs; `like` finds the id inside the JSON list, the service checks it exactly. */
export const agreementsOf = (db: Database, userId: number, archiveId: number | undefined) =>
  rows(db)
    .where(ownAgreement(userId))
    .$if(archiveId !== undefined, (query) => query.where('protocol.archiveId', '=', archiveId ?? 0))
    .orderBy('protocol.id', 'desc')
    .execute();

export const realNameOf = async (tx: Tx, userId: number): Promise<string> =>
  (await tx.selectFrom('user').select('realNameStatus').where('id', '=', userId).executeTakeFirst())?.realNameStatus ?? 'none';

export const ownPress = (db: Database | Tx) => db.selectFrom('press').select(['id', 'pressName']).where('isSelf', '=', '1').executeTakeFirst();

/** An effective agreement that ends within `days` days and has not been announced for that number of days. */
export const endingSoon = (db: Database, until: string, days: number) =>
  rows(db)
    .where('protocol.status', '=', 'effective')
    .where('protocol.endDate', '<>', '')
    .where('protocol.endDate', '<=', until)
    .where((eb) => eb.or([eb('protocol.remindedDays', 'is', null), eb('protocol.remindedDays', '>', days)]))
    .orderBy('protocol.endDate')
    .limit(1)
    .executeTakeFirst();

export const ended = (db: Database, today: string) =>
  rows(db)
    .where('protocol.status', '=', 'effective')
    .where('protocol.endDate', '<>', '')
    .where('protocol.endDate', '<', today)
    .orderBy('protocol.endDate')
    .limit(1)
    .executeTakeFirst();

const amendmentRows = (db: Database | Tx) =>
  db
    .selectFrom('protocolAmendment')
    .innerJoin('protocol', 'protocol.id', 'protocolAmendment.protocolId')
    .innerJoin('manuscript', 'manuscript.id', 'protocol.archiveId')
    .leftJoin('user as signer', 'signer.id', 'protocolAmendment.signerB')
    .selectAll('protocolAmendment')
    .select(['protocol.signers', 'protocol.archiveId', 'manuscript.title', 'manuscript.editorId', 'signer.nickName as signerName'])
    .where('protocolAmendment.delFlag', '=', '0')
    .where('protocol.delFlag', '=', '0');

export const amendmentById = (db: Database | Tx, id: number) => amendmentRows(db).where('protocolAmendment.id', '=', id).executeTakeFirst();
export type AmendmentRow = NonNullable<Awaited<ReturnType<typeof amendmentById>>>;

export const amendmentsOf = (db: Database | Tx, protocolId: number) =>
  amendmentRows(db).where('protocolAmendment.protocolId', '=', protocolId).orderBy('protocolAmendment.amendNo', 'desc').execute();

/** Amendments that wait for the signature of a user; `like` finds the id inside the JSON list, the service checks it exactly. */
export const amendmentsToSign = (db: Database, userId: number) =>
  amendmentRows(db)
    .where('protocol.signers', 'like', `%${userId}%`)
    .where('protocolAmendment.status', '=', 'wait_author')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('amendmentSignature')
            .select('amendmentSignature.userId')
            .whereRef('amendmentSignature.amendmentId', '=', 'protocolAmendment.id')
            .where('amendmentSignature.userId', '=', userId),
        ),
      ),
    )
    .execute();

export const amendmentSignatures = (db: Database | Tx, amendmentId: number) =>
  db.selectFrom('amendmentSignature').select(['userId', 'at']).where('amendmentId', '=', amendmentId).execute();

/** Whether a file was uploaded by a user. */
export const isUploadOf = async (db: Database | Tx, fileId: number, userId: number): Promise<boolean> =>
  (await db.selectFrom('file').select('id').where('id', '=', fileId).where('ownerId', '=', userId).executeTakeFirst()) !== undefined;

/** The user names of some accounts. */
export const userNamesOf = async (db: Database | Tx, ids: ReadonlySet<number>): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db
        .selectFrom('user')
        .select('userName')
        .where('id', 'in', [...ids])
        .execute()
    ).map(({ userName }) => userName),
  );
