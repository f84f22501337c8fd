import { anonymise, erase, keep, PUBLISHED, PEER_REVIEW, ORGANISATION, type PersonalTable } from '../../db/records/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const periodicalPersonalTables: readonly PersonalTable[] = [
  erase('journalEditor'),
  keep('journal', null, ORGANISATION),
  keep('journalSubmission', 'ownerId', PEER_REVIEW, '期刊投稿', ['submissionNo', 'title', 'abstract', 'language', 'createTime']),
  keep('journalFile', 'ownerId', PEER_REVIEW),
  anonymise('journalReview', { inviteEmail: '', inviteName: '' }, '', [], 'reviewerId'),
  keep('correctionNotice', null, PUBLISHED),
];
