import type { TargetKind } from '../../comment/comment-target.service.ts';
import { contestPath } from '../../../contract/contest/contest-path.ts';
import { contestTitles } from '../contest.queries.ts';

export const contestComments: TargetKind = {
  async find(db, ids) {
    const rows = ids.length === 0 ? [] : await contestTitles(db, ids);
    return new Map(rows.map(({ id, title }) => [id, { title, link: contestPath(id), ownerId: null }]));
  },
};
