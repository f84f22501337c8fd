import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** Publications as items of the to-do; `note` says what is to be done. */
const items = (db: Database, note: string, by: 'submitBy' | 'proposedBy', since: 'updateTime' | 'proposedAt') =>
  db
    .selectFrom('publication')
    .leftJoin('user', 'user.id', `publication.${by}`)
    .select((eb) => [
      'publication.id as itemId',
      'publication.title',
      sql<string>`cast(${sql.lit(note)} as text)`.as('note'),
      eb.fn.coalesce('user.nickName', 'publication.createBy').as('askedBy'),
      eb.fn.coalesce(`publication.${since}`, 'publication.updateTime').as('since'),
      sql<number | null>`cast(null as bigint)`.as('due'),
      sql<string | null>`case when ${sql.ref('publication.kind')} in ('audio', 'video') then '/publication/audio' end`.as('page'),
    ])
    .where('publication.delFlag', '=', '0');

/** Nobody decides about what they have submitted themselves, with any account. */
export const worksToCheck = (db: Database, accounts: ReadonlySet<number>) =>
  items(db, '上架审核', 'submitBy', 'updateTime')
    .where('publication.status', '=', 'checking')
    .where((eb) => eb.or([eb('publication.submitBy', 'is', null), eb('publication.submitBy', 'not in', [...accounts])]));

export const foreignPrices = (db: Database, accounts: ReadonlySet<number>) =>
  items(db, '确认新价格', 'proposedBy', 'proposedAt')
    .where('publication.proposedListFen', 'is not', null)
    .where('publication.proposedBy', 'not in', [...accounts]);

export const foreignEditions = (db: Database, accounts: ReadonlySet<number>) =>
  db
    .selectFrom('editionChange')
    .innerJoin('publication', 'publication.id', 'editionChange.publicationId')
    .leftJoin('user', 'user.id', 'editionChange.proposedBy')
    .select((eb) => [
      'publication.id as itemId',
      'publication.title',
      sql<string>`cast('确认新文件' as text)`.as('note'),
      eb.fn.coalesce('user.nickName', 'editionChange.createBy').as('askedBy'),
      'editionChange.createTime as since',
      sql<number | null>`cast(null as bigint)`.as('due'),
      sql<string | null>`cast(null as text)`.as('page'),
    ])
    .where('publication.delFlag', '=', '0')
    // A newer file replaces one that waits: only the newest is confirmed.
    .where('editionChange.id', '=', (eb) =>
      eb
        .selectFrom('editionChange as newer')
        .select(({ fn }) => fn.max('newer.id').as('id'))
        .where('newer.status', '=', 'waiting')
        .whereRef('newer.publicationId', '=', 'editionChange.publicationId'),
    )
    .where('editionChange.proposedBy', 'not in', [...accounts]);

export const rejectedWorks = (db: Database, userName: string) =>
  items(db, '被驳回，修改后重新提交', 'submitBy', 'updateTime')
    .where('publication.status', '=', 'rejected')
    .where('publication.createBy', '=', userName);

export const draftWorks = (db: Database) => items(db, '待完善', 'submitBy', 'updateTime').where('publication.status', '=', 'draft');
