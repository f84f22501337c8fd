import { LEVEL_NAMES } from '../../contract/review/review.machine.ts';
import type { DutySource } from '../manuscript/duty.service.ts';
import { reviewPath } from './review-step.service.ts';
import { reviewsDue } from './review.queries.ts';

/** The answer to an invitation, and the review itself; the managers hear of one that is late for days. */
export const reviewDuty: DutySource = {
  kind: 'review',
  aheadDays: 3,
  due: async (db, before) =>
    (await reviewsDue(db, before)).map((row) => {
      const name = `《${row.title}》的${LEVEL_NAMES[row.level]}`;
      return {
        id: row.id,
        name,
        dueAt: row.dueAt ?? 0,
        userId: row.auditorId ?? 0,
        link: reviewPath(row),
        ...(row.status === 'assigned' ? { title: (date: string) => `请接收或谢绝${name}，${date ? `期限${date}` : '已过期限'}` } : {}),
        lateAlso: { roleKey: 'press_manager', content: `审稿人：${row.auditorName ?? ''}` },
      };
    }),
};
