import { anonymise, keep, CONTEST, type PersonalTable } from '../../db/records/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const contestPersonalTables: readonly PersonalTable[] = [
  keep('contest', 'ownerId', CONTEST),
  keep('contestSubmit', 'userId', CONTEST, '参赛作品', ['submitNo', 'title', 'intro', 'status', 'createTime']),
  keep('contestFile', 'ownerId', CONTEST),
  keep('contestJudge', 'userId', CONTEST),
  keep('contestConflict', 'userId', CONTEST),
  keep('contestException', 'proposedBy', CONTEST),
  keep('contestDiscussion', 'userId', CONTEST),
  keep('judgeTask', 'judgeId', CONTEST),
  anonymise('contestObjection', { contact: '' }, '异议', ['content', 'contact', 'reply', 'createTime']),
  keep('contestCertificate', 'userId', '获奖证书供查验', '证书', ['certificateNo', 'title', 'awardName', 'issuedAt']),
];
