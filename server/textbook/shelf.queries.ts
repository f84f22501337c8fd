import type { Database } from '../db/database.ts';

const onSale = (db: Database) =>
  db
    .selectFrom('textbook')
    .innerJoin('publication', 'publication.id', 'textbook.publishId')
    .where('publication.kind', '=', 'textbook')
    .where('publication.status', '=', 'listed')
    .where('publication.delFlag', '=', '0');

/** Number of textbooks on sale by stage, subject or term, without empty values. */
export const countBy = (db: Database, column: 'stage' | 'subject' | 'gradeTerm') =>
  onSale(db)
    .select((eb) => [`textbook.${column} as value`, eb.fn.countAll<number>().as('total')])
    .where(`textbook.${column}`, '<>', '' as 'bachelor')
    .groupBy(`textbook.${column}`)
    .execute();

/** Textbooks to which the user has a right now, each with the ends of its rights and the position. */
export const ownTextbooks = (db: Database, userId: number, now: number) =>
  db
    .selectFrom('entitlement')
    .innerJoin('publication', 'publication.id', 'entitlement.publicationId')
    .leftJoin('readingProgress', (join) =>
      join.onRef('readingProgress.publicationId', '=', 'entitlement.publicationId').on('readingProgress.userId', '=', userId),
    )
    .select(['entitlement.publicationId', 'entitlement.validTo', 'readingProgress.percent', 'readingProgress.updateTime as readAt'])
    .where('entitlement.userId', '=', userId)
    .where('entitlement.revoked', '=', '0')
    .where('entitlement.suspended', '=', '0')
    .where('entitlement.validFrom', '<=', now)
    .where((eb) => eb.or([eb('entitlement.validTo', 'is', null), eb('entitlement.validTo', '>', now)]))
    .where('publication.kind', '=', 'textbook')
    .where('publication.status', '<>', 'recalled')
    .where('publication.delFlag', '=', '0')
    .orderBy('readingProgress.updateTime', 'desc')
    .orderBy('entitlement.id', 'desc')
    .execute();
