import type { Kysely } from 'kysely';
import type { Database, Tx } from './database.ts';

// oxlint-disable-next-line no-explicit-any -- the columns of a table that is known only by its name
type AnyColumns = Record<string, any>;

/** The same database with tables selected by name, for statements that serve many tables. The caller knows the columns. */
export const anyTable = (db: Database | Tx): Kysely<Record<string, AnyColumns>> => db as Kysely<Record<string, AnyColumns>>;
