import type { Database, Tx } from '../db/database.ts';

type Db = Database | Tx;

export const termRows = (db: Db, protocolId: number) =>
  db.selectFrom('protocolTerm').selectAll().where('protocolId', '=', protocolId).orderBy('validFrom').orderBy('amendNo').execute();

interface TermFilter {
  readonly publicationIds?: readonly number[] | undefined;
  readonly authorId?: number | undefined;
}

/** Versions of signed agreements that held on a day or before, with their works, oldest first. */
export const termsUntil = (db: Db, day: string, { publicationIds, authorId }: TermFilter = {}) =>
  db
    .selectFrom('protocolTerm')
    .innerJoin('protocol', 'protocol.id', 'protocolTerm.protocolId')
    .innerJoin('manuscript', 'manuscript.id', 'protocol.archiveId')
    .select(['protocolTerm.protocolId', 'protocolTerm.terms', 'protocol.protocolNo', 'protocol.signedByB', 'protocol.archiveId'])
    .select(['manuscript.title', 'manuscript.authors', 'manuscript.publicationId'])
    .where('protocolTerm.validFrom', '<>', '')
    .where('protocolTerm.validFrom', '<=', day)
    .where('protocol.delFlag', '=', '0')
    .$if(publicationIds !== undefined, (query) => query.where('manuscript.publicationId', 'in', publicationIds ?? []))
    // The exact check reads the list; this leaves out the works of others.
    .$if(authorId !== undefined, (query) => query.where('manuscript.authors', 'like', `%"userId":${authorId}%`))
    .orderBy('protocolTerm.protocolId')
    .orderBy('protocolTerm.validFrom')
    .orderBy('protocolTerm.amendNo')
    .execute();

export async function storeTerms(tx: Tx, protocolId: number, amendNo: number, validFrom: string, terms: string): Promise<void> {
  const now = Date.now();
  await tx
    .insertInto('protocolTerm')
    .values({ protocolId, amendNo, validFrom, terms, createTime: now, updateTime: now })
    .onConflict((on) => on.columns(['protocolId', 'amendNo']).doUpdateSet({ validFrom, terms, updateTime: now }))
    .execute();
}

export const setRates = (
  tx: Tx,
  protocolId: number,
  columns: { royaltyBp: number; digitalShareBp: number; minCopies: number; authorDiscountBp: number },
) =>
  tx
    .updateTable('protocol')
    .set({ ...columns, updateTime: Date.now() })
    .where('id', '=', protocolId)
    .execute();
