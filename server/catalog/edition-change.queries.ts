import type { Database, Tx } from '../db/database.ts';
import { editionChangeMachine } from '../../contract/catalog/edition-change.machine.ts';

const { open } = editionChangeMachine.groups;

const rows = (db: Database | Tx) =>
  db
    .selectFrom('editionChange')
    .innerJoin('publication', 'publication.id', 'editionChange.publicationId')
    .innerJoin('edition', 'edition.id', 'editionChange.editionId')
    .leftJoin('user', 'user.id', 'editionChange.proposedBy')
    .selectAll('editionChange')
    .select([
      'publication.title',
      'publication.submitBy',
      'publication.status as workStatus',
      'publication.editionId as presentId',
      'user.nickName as proposerName',
      'edition.sourceName',
      'edition.sourceBytes',
      'edition.sourceSha256',
      'edition.characters',
      'edition.documents',
    ])
    .where('publication.delFlag', '=', '0');

export const changeById = (db: Database | Tx, id: number) => rows(db).where('editionChange.id', '=', id).executeTakeFirst();
export type EditionChangeRow = NonNullable<Awaited<ReturnType<typeof changeById>>>;

export const waitingChangeOf = (db: Database | Tx, publicationId: number) =>
  rows(db)
    .where('editionChange.publicationId', '=', publicationId)
    .where('editionChange.status', '=', 'waiting')
    .orderBy('editionChange.id', 'desc')
    .executeTakeFirst();

/** Changes of a work that a newer file or a new listing ends. */
export const openChangesOf = (tx: Tx, publicationId: number) =>
  rows(tx).where('editionChange.publicationId', '=', publicationId).where('editionChange.status', 'in', open).orderBy('editionChange.id').execute();

export const editionFacts = (db: Database, id: number) =>
  db.selectFrom('edition').select(['sourceName', 'sourceBytes', 'characters', 'documents']).where('id', '=', id).executeTakeFirst();

export const chapterTitles = async (db: Database, editionId: number): Promise<string[]> =>
  (await db.selectFrom('chapter').select('title').where('editionId', '=', editionId).orderBy('orderNum').execute()).map(({ title }) => title);

/** Whether a file of this user waits for the confirmation of a second person. */
export const waitsFrom = async (db: Database, publicationId: number, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('editionChange')
    .select('id')
    .where('publicationId', '=', publicationId)
    .where('proposedBy', '=', userId)
    .where('status', '=', 'waiting')
    .executeTakeFirst()) !== undefined;
