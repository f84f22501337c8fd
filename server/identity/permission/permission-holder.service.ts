import type { Database, Tx } from '../../db/database.ts';
import { holdersOfPermission } from './permission-holder.queries.ts';

/** Users who hold a permission now; the super administrator holds every one. */
export const peopleWithPermission = (
  db: Database | Tx,
  permission: string,
  asked: { readonly keyword?: string; readonly userIds?: readonly number[] },
) => holdersOfPermission(db, permission, asked);
