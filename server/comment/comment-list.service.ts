import { comment } from '../../contract/comment/comment.ts';
import { crudService } from '../crud/crud-service.ts';
import { byPerson } from '../crud/person-names.ts';
import { findTargets } from './comment-target.service.ts';
import { recordsOf } from './moderation-record.service.ts';

/** #113: every comment, for staff. */
export const comments = crudService(comment, {
  table: 'comment',
  log: '评论管理',
  order: [['id', 'desc']],
  removal: 'hard',
  names: { nickName: { from: 'user', column: 'nickName', by: 'userId' } },
  filters: { nickName: byPerson },
  show: async (db, rows) => {
    const of = (row: (typeof rows)[number]) => ({ targetType: String(row['targetType']), targetId: Number(row['targetId']) });
    const targets = await findTargets(db, rows.map(of));
    const records = await recordsOf(
      db,
      'comment',
      rows.map((row) => Number(row['id'])),
    );
    return rows.map((row) => {
      const { targetType, targetId } = of(row);
      return { targetTitle: targets.get(`${targetType}:${targetId}`)?.title ?? '内容已下架', record: records.get(Number(row['id'])) ?? '' };
    });
  },
});
