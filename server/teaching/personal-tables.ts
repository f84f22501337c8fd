import { anonymise, erase, keep, type PersonalTable } from '../db/records/personal-table.ts';

const TAUGHT = '教学记录：课程与班级';

/** Tables of this area with a column that names a person. */
export const teachingPersonalTables: readonly PersonalTable[] = [
  keep('course', 'teacherId', TAUGHT, '教的课程', ['name', 'termFrom', 'termTo']),
  anonymise('classMember', { memberName: '', studentNo: '' }, '加入的班级', ['classId', 'memberName', 'studentNo', 'status', 'joinedAt']),
  erase('assignmentExtension'),
  erase('assignmentReminder'),
  erase('attemptTicket'),
  erase('attempt', '作答', ['assignmentId', 'no', 'begunAt', 'endedAt', 'score', 'full']),
  erase('attemptEvent', '作答流水', ['attemptKey', 'itemId', 'content', 'happenedAt']),
  erase('answerFile', '作答里的文件', ['attemptKey', 'fileId', 'at']),
  erase('grade', '作业成绩', ['assignmentId', 'state', 'score', 'full']),
  keep('attemptItem', null, TAUGHT),
  erase('studentQuestion', '问老师', ['assignmentId', 'content', 'reply', 'at']),
  keep('regrade', null, TAUGHT),
  erase('reviewLimit', '每天复习多少', ['newMost', 'reviewMost']),
  keep('classNote', 'authorId', TAUGHT, '给班级写的批注', ['classId', 'publishId', 'chapterTitle', 'text', 'note', 'createTime']),
  erase('learningRecord', '教材的阅读时长', ['publishId', 'documentIndex', 'seconds', 'reached', 'startedAt', 'lastAt']),
];
