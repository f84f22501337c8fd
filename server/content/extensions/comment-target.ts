import type { TargetKind } from '../../comment/comment-target.service.ts';
import type { Database, Tx } from '../../db/database.ts';
import { publishedAt } from '../../state-machine/release.ts';

const news = (db: Database | Tx, ids: readonly number[]) =>
  db.selectFrom('information').select(['id', 'title']).where('id', 'in', ids).where('delFlag', '=', '0').where(publishedAt(Date.now())).execute();

/** Notices for everybody. */
const notices = (db: Database | Tx, ids: readonly number[]) =>
  db
    .selectFrom('notice')
    .select(['id', 'noticeTitle'])
    .where('id', 'in', ids)
    .where('audience', '=', 'all')
    .where('delFlag', '=', '0')
    .where(publishedAt(Date.now()))
    .execute();

/** Readers comment on published news and notices. */
export const informationComments: TargetKind = {
  find: async (db, ids) =>
    new Map((await news(db, ids)).map(({ id, title }) => [id, { title, link: `/cms/main/information?id=${id}`, ownerId: null }])),
};

export const noticeComments: TargetKind = {
  find: async (db, ids) =>
    new Map(
      (await notices(db, ids)).map(({ id, noticeTitle }) => [
        id,
        { title: noticeTitle, link: `/cms/main/noticeDetail?noticeId=${id}`, ownerId: null },
      ]),
    ),
};
