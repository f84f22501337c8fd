import type { ExpressionBuilder } from 'kysely';
import { contains } from '../db/contains.ts';
import type { Query } from '../crud/crud-table.ts';
import type { Tables } from '../db/tables.ts';

/** Records of users whose login name contains a text. */
export const ofUserName = (query: Query, value: string): Query =>
  query.where('userId', 'in', (eb: ExpressionBuilder<Tables, 'user'>) =>
    eb.selectFrom('user').select('user.id').where(contains('user.userName', value)),
  );

/** Records of works whose title contains a text; `column` holds the number of the work. */
export const ofWorkTitle =
  (column: string) =>
  (query: Query, value: string): Query =>
    query.where(column, 'in', (eb: ExpressionBuilder<Tables, 'publication'>) =>
      eb.selectFrom('publication').select('publication.id').where(contains('publication.title', value)),
    );
