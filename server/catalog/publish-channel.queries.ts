import type { Database, Tx } from '../db/database.ts';

const works = (db: Database | Tx) =>
  db
    .selectFrom('publication')
    .leftJoin('archiveType', 'archiveType.id', 'publication.archiveTypeId')
    .leftJoin('press', 'press.id', 'publication.pressId')
    .select((eb) => [
      'publication.id',
      'publication.publishNo',
      'publication.kind',
      'publication.title',
      'publication.subtitle',
      'publication.authorsText',
      'publication.translator',
      'publication.isbn',
      'publication.edition',
      'publication.language',
      'publication.publishDate',
      'publication.listPriceFen',
      'publication.intro',
      'publication.authorIntro',
      'publication.coverUrl',
      'publication.editionId',
      'publication.isFree',
      'publication.status',
      'publication.updateTime',
      'archiveType.typeCode',
      'archiveType.typeName',
      'press.pressName',
      eb
        .selectFrom('numberPool')
        .select('numberPool.cipNo')
        .whereRef('numberPool.publicationId', '=', 'publication.id')
        .where('numberPool.delFlag', '=', '0')
        .limit(1)
        .as('cipNo'),
    ])
    .where('publication.delFlag', '=', '0');

export const channelWorks = async (db: Database | Tx, ids: readonly number[]) =>
  new Map((ids.length === 0 ? [] : await works(db).where('publication.id', 'in', ids).execute()).map((row) => [row.id, row]));
export type ChannelWork = Awaited<ReturnType<typeof channelWorks>> extends Map<number, infer Row> ? Row : never;

/** Works on a channel that are not off it, with the price there. */
export const worksOnChannel = (db: Database, channel: string) =>
  db
    .selectFrom('publishChannel')
    .select(['publishId', 'priceFen', 'externalUrl'])
    .where('channel', '=', channel)
    .where('status', '<>', 'off')
    .where('delFlag', '=', '0')
    .orderBy('publishId')
    .execute();

export const ownPressName = async (db: Database): Promise<string> =>
  (await db.selectFrom('press').select('pressName').where('isSelf', '=', '1').executeTakeFirst())?.pressName ?? '';

/** Channels of a list on which a work is sold now and has a page, cheapest first. */
export const channelPages = (db: Database, publishId: number, channels: readonly string[]) =>
  db
    .selectFrom('publishChannel')
    .select(['channel', 'externalUrl', 'priceFen'])
    .where('publishId', '=', publishId)
    .where('channel', 'in', channels)
    .where('status', '=', 'on')
    .where('externalUrl', '<>', '')
    .where('delFlag', '=', '0')
    .orderBy('priceFen')
    .orderBy('id')
    .execute();
