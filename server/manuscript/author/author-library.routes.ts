import { authorLibrary } from '../../../contract/manuscript/author-library.ts';
import type { Query } from '../../crud/crud-table.ts';
import { serveCrud } from '../../crud/serve-crud.ts';
import { contains } from '../../db/contains.ts';
import type { App } from '../../http/serve.ts';
import { libraryShown } from './author-library.service.ts';

/** Files by which authors hand in their work; reports, contracts and proofs belong to the publisher. */
const OF_AUTHORS = ['manuscript', 'sample', 'figure', 'authorisation', 'cover', 'audio', 'video'];

const byManuscript = (query: Query, column: string, value: string): Query =>
  query.where('archiveId', 'in', (eb: Query) => eb.selectFrom('manuscript').select('manuscript.id').where(contains(column, value)));

export function authorLibraryRoutes(app: App): void {
  serveCrud(app, authorLibrary, {
    table: 'manuscriptFile',
    log: '作者文库',
    order: [['id', 'desc']],
    removal: 'hard',
    only: (query) =>
      query
        .where('status', '=', 'current')
        .where('fileRole', 'in', OF_AUTHORS)
        .where('archiveId', 'in', (eb: Query) => eb.selectFrom('manuscript').select('manuscript.id').where('manuscript.delFlag', '=', '0')),
    filters: {
      title: (query, value) => byManuscript(query, 'manuscript.title', value),
      authorName: (query, value) => byManuscript(query, 'manuscript.authors', value),
    },
    show: (db, rows) =>
      libraryShown(
        db,
        rows.map(({ id }) => id),
      ),
  });
}
