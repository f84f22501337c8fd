import { OWN_REVIEW_EVENTS } from '../../contract/periodical/journal-review.machine.ts';
import { OWN_SUBMISSION_EVENTS } from '../../contract/periodical/journal-submission.machine.ts';
import type { FirstReader } from '../support/first-reader.ts';
import type { ForeignCall } from './foreign-calls.ts';

const no = (code: number, asked: Omit<ForeignCall, 'says'>): ForeignCall => ({ ...asked, says: { code } });
const none: ForeignCall = { says: { code: 200, total: 0, rows: [] } };
const REASON = '替别人走一步流程，理由写得足够长，好让长度的检查通过，真正的检查才有机会说不。';
/** A refused write of the staff's log is a row of the log. */
const LOGGED = ['oper_log', 'audit_chain', 'audit_chain.seq', 'audit_chain.hash'];
const TOKEN = 'x'.repeat(32);

/** Calls of `foreign-calls.ts` for journals: submissions and reviews belong to one person. */
export const JOURNAL_CALLS: Readonly<Record<string, (of: FirstReader) => ForeignCall | readonly ForeignCall[]>> = {
  'GET /cms/journal/queryJournal': () => ({ says: { code: 200, total: 1 } }),
  'GET /cms/journal/getInfo/{journalId}': ({ journalId }) => ({ params: { journalId }, says: { code: 200 } }),
  'GET /cms/journal/queryIssue/{journalId}': ({ journalId }) => ({ ...none, params: { journalId } }),
  'GET /cms/journal/issue/getInfo/{issueId}': () => no(404, { params: { issueId: 1 } }),
  'GET /cms/journal/article/getInfo/{articleId}': ({ submissionId }) => no(404, { params: { articleId: submissionId } }),
  'GET /cms/journal/article/export/{articleId}/{format}': ({ submissionId }) => no(404, { params: { articleId: submissionId, format: 'jats' } }),
  'GET /cms/journal/article/pdf/{articleId}': ({ submissionId }) => no(404, { params: { articleId: submissionId } }),
  'GET /cms/journal/notice/getInfo/{noticeId}': () => no(404, { params: { noticeId: 1 } }),
  'GET /cms/journal/notice/export/{noticeId}': () => no(404, { params: { noticeId: 1 } }),
  'GET /cms/journal/oai': () => [],
  'POST /cms/journal/oai': () => [],
  'GET /cms/journal/submission/mine': () => none,
  'GET /cms/journal/submission/mine/{submissionId}': ({ submissionId }) => no(404, { params: { submissionId } }),
  'POST /cms/journal/submission': ({ journalId, archiveId }) => no(500, { body: { journalId, archiveId } }),
  'PUT /cms/journal/submission': ({ journalId, submissionId }) => no(404, { body: { journalId, submissionId, version: 0, title: '抢来的题名' } }),
  'DELETE /cms/journal/submission/{submissionId}': ({ submissionId }) => no(404, { params: { submissionId } }),
  'POST /cms/journal/submission/submit/{id}': ({ submissionId }) => no(404, { params: { id: submissionId } }),
  'PUT /cms/journal/submission/own/{event}/{submissionId}': ({ submissionId }) =>
    OWN_SUBMISSION_EVENTS.map((event) => no(404, { params: { event, submissionId }, body: { reason: REASON } })),
  'PUT /cms/journal/submission/point': ({ pointId }) => no(404, { body: { pointId, answer: '替别人答复' } }),
  'POST /cms/journal/submission/metadata': () => no(500, {}),
  'POST /cms/journal/submission/file': ({ submissionId }) => no(404, { query: { submissionId, role: 'manuscript' } }),
  'GET /cms/journal/submission/file/{fileId}': ({ journalFileId }) => no(404, { params: { fileId: journalFileId } }),
  'GET /cms/journal/submission/letter/{letterId}/{index}': ({ journalLetterId }) => no(404, { params: { letterId: journalLetterId, index: 0 } }),
  'GET /cms/journal/review/mine': () => none,
  'GET /cms/journal/review/detail/{reviewId}': ({ reviewId }) => no(404, { params: { reviewId } }),
  'PUT /cms/journal/review/report': ({ reviewId }) => no(404, { body: { reviewId, version: 0, toAuthor: '替别人写' } }),
  'PUT /cms/journal/review/own/{event}/{reviewId}': ({ reviewId }) =>
    OWN_REVIEW_EVENTS.map((event) => no(404, { params: { event, reviewId }, body: { reason: REASON }, changes: LOGGED })),
  'POST /cms/journal/review/file': ({ reviewId }) => no(404, { query: { reviewId } }),
  'DELETE /cms/journal/review/file/{reviewId}/{fileId}': ({ reviewId, journalFileId }) => no(404, { params: { reviewId, fileId: journalFileId } }),
  'GET /cms/journal/review/file/{reviewId}/{fileId}': ({ reviewId, journalFileId }) => no(404, { params: { reviewId, fileId: journalFileId } }),
  'POST /cms/journal/review/invitation/open': () => no(404, { body: { token: TOKEN } }),
  'POST /cms/journal/review/invitation/answer': () => no(404, { body: { token: TOKEN, answer: 'accept' } }),
  'POST /cms/journal/review/claim': () => no(404, { body: { token: TOKEN } }),
};
