import { anonymise, REMOVED, type PersonalTable } from '../db/records/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const tutorPersonalTables: readonly PersonalTable[] = [
  anonymise('tutor', { topic: '', question: REMOVED, ratingNote: '' }, '辅导', ['tutorNo', 'topic', 'question', 'status', 'createTime']),
  anonymise('tutorMessage', { content: REMOVED }, '辅导留言', ['tutorId', 'content', 'createTime']),
];
