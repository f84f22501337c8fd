import type { TargetKind } from '../../comment/comment-target.service.ts';

/** Readers comment on works that are on sale. */
export const publicationComments: TargetKind = {
  async find(db, ids) {
    const rows = await db
      .selectFrom('publication')
      .select(['id', 'title', 'kind'])
      .where('id', 'in', ids)
      .where('status', '=', 'listed')
      .where('delFlag', '=', '0')
      .execute();
    return new Map(
      rows.map(({ id, title, kind }) => [
        id,
        { title, link: `/cms/main/${kind === 'audio' || kind === 'video' ? 'collectedVideoDetail' : 'bookDetail'}/${id}`, ownerId: null },
      ]),
    );
  },
};
