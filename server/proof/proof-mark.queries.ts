import type { Database, Tx } from '../db/database.ts';

const marks = (db: Database | Tx) =>
  db
    .selectFrom('proofMark')
    .leftJoin('user', 'user.id', 'proofMark.userId')
    .leftJoin('user as decider', 'decider.id', 'proofMark.fateBy')
    .leftJoin('masterTrack', 'masterTrack.id', 'proofMark.trackId')
    .selectAll('proofMark')
    .select(['user.nickName as userName', 'decider.nickName as fateByName', 'masterTrack.orderNum as partNo'])
    .where('proofMark.delFlag', '=', '0');

export const markById = (db: Database | Tx, id: number) => marks(db).where('proofMark.id', '=', id).executeTakeFirst();
export type MarkRow = NonNullable<Awaited<ReturnType<typeof markById>>>;

/** All marks of a manuscript in reading order. */
export const marksOf = (db: Database | Tx, archiveId: number) =>
  marks(db).where('proofMark.archiveId', '=', archiveId).orderBy('proofMark.page').orderBy('proofMark.startMs').orderBy('proofMark.id').execute();

/** Adopted marks of the proofs of a manuscript with the people who settled them. Reports of readers have their own list (勘误). */
export const adoptedMarks = (db: Database | Tx, archiveId: number) =>
  marks(db)
    .leftJoin('user as textUser', 'textUser.id', 'proofMark.textBy')
    .leftJoin('user as checker', 'checker.id', 'proofMark.checkedBy')
    .select(['textUser.nickName as textByName', 'checker.nickName as checkedByName'])
    .where('proofMark.archiveId', '=', archiveId)
    .where('proofMark.fate', '=', 'adopted')
    .where('proofMark.source', '<>', 'reader')
    .orderBy('proofMark.page')
    .orderBy('proofMark.startMs')
    .orderBy('proofMark.id')
    .execute();
export type AdoptedMark = Awaited<ReturnType<typeof adoptedMarks>>[number];

/** Whether a manuscript has a text: a version or something in its online editor. */
export const hasText = async (db: Database | Tx, archiveId: number): Promise<boolean> =>
  (await db.selectFrom('manuscriptVersion').select('id').where('archiveId', '=', archiveId).executeTakeFirst()) !== undefined ||
  ((await db.selectFrom('manuscriptText').select('content').where('archiveId', '=', archiveId).executeTakeFirst())?.content ?? '') !== '';

export const repliesOf = (db: Database | Tx, archiveId: number) =>
  db
    .selectFrom('proofMarkReply')
    .innerJoin('proofMark', 'proofMark.id', 'proofMarkReply.markId')
    .leftJoin('user', 'user.id', 'proofMarkReply.userId')
    .select(['proofMarkReply.markId', 'proofMarkReply.text', 'proofMarkReply.at', 'user.nickName'])
    .where('proofMark.archiveId', '=', archiveId)
    .orderBy('proofMarkReply.id')
    .execute();

const ruleRows = (db: Database | Tx) => db.selectFrom('errorRule').selectAll().where('delFlag', '=', '0').where('status', '=', '0');
export const errorRules = (db: Database | Tx) => ruleRows(db).orderBy('orderNum').orderBy('id').execute();

export const authorProofOf = (db: Database | Tx, archiveId: number) =>
  db
    .selectFrom('authorProof')
    .selectAll()
    .where('archiveId', '=', archiveId)
    .where('status', '<>', 'cancelled')
    .where('delFlag', '=', '0')
    .orderBy('id', 'desc')
    .executeTakeFirst();

export type AuthorProofRow = NonNullable<Awaited<ReturnType<typeof authorProofOf>>>;

export const openAuthorProofsOf = (tx: Tx, archiveId: number) =>
  tx.selectFrom('authorProof').selectAll().where('archiveId', '=', archiveId).where('status', '=', 'open').execute();

export const openAuthorProofs = (db: Database, userId: number) =>
  db
    .selectFrom('authorProof')
    .innerJoin('manuscript', 'manuscript.id', 'authorProof.archiveId')
    .select(['authorProof.archiveId', 'authorProof.dueAt', 'manuscript.title'])
    .where('authorProof.userId', '=', userId)
    .where('authorProof.status', '=', 'open')
    .where('authorProof.delFlag', '=', '0')
    .where('manuscript.delFlag', '=', '0')
    .orderBy('authorProof.dueAt')
    .execute();

export const textOf = async (db: Database, archiveId: number): Promise<string> =>
  (await db.selectFrom('manuscriptText').select('content').where('archiveId', '=', archiveId).executeTakeFirst())?.content ?? '';

const checks = (db: Database | Tx) =>
  db
    .selectFrom('qualityCheck')
    .leftJoin('user', 'user.id', 'qualityCheck.inspectorId')
    .selectAll('qualityCheck')
    .select('user.nickName as inspectorName')
    .where('qualityCheck.delFlag', '=', '0');

export const checksOf = (db: Database | Tx, archiveId: number) =>
  checks(db).where('qualityCheck.archiveId', '=', archiveId).orderBy('qualityCheck.id', 'desc').execute();
export const checkById = (db: Database | Tx, id: number) => checks(db).where('qualityCheck.id', '=', id).executeTakeFirst();

export const signaturesOf = (db: Database | Tx, checkIds: readonly number[]) =>
  db
    .selectFrom('qualitySignature')
    .leftJoin('user', 'user.id', 'qualitySignature.userId')
    .select(['qualitySignature.checkId', 'qualitySignature.role', 'qualitySignature.userId', 'qualitySignature.at', 'user.nickName'])
    .where('qualitySignature.checkId', 'in', checkIds.length === 0 ? [0] : checkIds)
    .orderBy('qualitySignature.at')
    .execute();

/** The printed work of a publication that came from a manuscript. */
export const printedWork = (db: Database | Tx, publicationId: number) =>
  db
    .selectFrom('manuscript')
    .select(['id', 'kind'])
    .where('publicationId', '=', publicationId)
    .where('kind', 'in', ['book', 'textbook'])
    .where('delFlag', '=', '0')
    .executeTakeFirst();
