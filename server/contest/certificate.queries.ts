import type { Database, Tx } from '../db/database.ts';

type Db = Database | Tx;

const rows = (db: Db) =>
  db
    .selectFrom('contestCertificate')
    .innerJoin('contest', 'contest.id', 'contestCertificate.contestId')
    .innerJoin('contestSubmit', 'contestSubmit.id', 'contestCertificate.submitId');

const withNames = (db: Db) =>
  rows(db).selectAll('contestCertificate').select(['contest.title as contestTitle', 'contest.organizer', 'contestSubmit.submitNo']);

export const certificateByNo = (db: Db, certificateNo: string) => withNames(db).where('certificateNo', '=', certificateNo).executeTakeFirst();
export type CertificateRecord = NonNullable<Awaited<ReturnType<typeof certificateByNo>>>;

export async function certificatePage(db: Db, contestId: number, limit: number, offset: (total: number) => number) {
  const { total } = await rows(db)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('contestCertificate.contestId', '=', contestId)
    .executeTakeFirstOrThrow();
  const found = await withNames(db)
    .where('contestCertificate.contestId', '=', contestId)
    .orderBy('contestCertificate.id')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows: found };
}
