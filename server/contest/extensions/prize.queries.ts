import type { Database, Tx } from '../../db/database.ts';

type Db = Database | Tx;

/** Awards of finished contests that were given before a time and not revoked, with the plan of prizes. */
export const prizedBefore = (db: Db, until: number) =>
  db
    .selectFrom('contestCertificate')
    .innerJoin('contest', 'contest.id', 'contestCertificate.contestId')
    .innerJoin('contestSubmit', 'contestSubmit.id', 'contestCertificate.submitId')
    .innerJoin('user', 'user.id', 'contestCertificate.userId')
    .select(['contestCertificate.submitId', 'contestCertificate.contestId', 'contestCertificate.userId', 'contestCertificate.title'])
    .select(['contestCertificate.awardName', 'contestCertificate.issuedAt', 'contest.title as contestTitle', 'contest.awardPlan'])
    .select(['contestSubmit.team', 'user.nickName'])
    .where('contest.status', '=', 'finished')
    .where('contestCertificate.revokedAt', 'is', null)
    .where('contestCertificate.issuedAt', '<', until)
    .orderBy('contestCertificate.id')
    .execute();

/** Accounts of people who are known by their phone. */
export const accountsByPhone = async (db: Db, phones: readonly string[]): Promise<ReadonlyMap<string, number>> =>
  new Map(
    phones.length === 0
      ? []
      : (
          await db
            .selectFrom('user')
            .select(['id', 'phonenumber'])
            .where('phonenumber', 'in', [...new Set(phones)])
            .where('delFlag', '=', '0')
            .execute()
        ).map(({ id, phonenumber }) => [phonenumber, id] as const),
  );
