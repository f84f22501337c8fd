import type { Database, Tx } from '../db/database.ts';

interface AuthorAgreement {
  readonly protocolId: number;
  readonly publicationId: number;
  /** The part of the list price that the author pays, basis points; 0 when the agreement has no discount. */
  readonly authorDiscountBp: number;
}

/** The published works of an author with the terms in force; of `publicationIds` only, or all. */
export type AuthorAgreements = (db: Database | Tx, userId: number, publicationIds?: readonly number[]) => Promise<readonly AuthorAgreement[]>;

let source: AuthorAgreements = async () => [];

/** Registers the area that knows the agreements of authors. */
export function registerAuthorAgreements(found: AuthorAgreements): void {
  source = found;
}

export const authorAgreements: AuthorAgreements = (db, userId, publicationIds) => source(db, userId, publicationIds);
