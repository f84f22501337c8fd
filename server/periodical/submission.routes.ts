import * as own from '../../contract/periodical/own-submission.ts';
import * as staff from '../../contract/periodical/journal-submission.ts';
import * as review from '../../contract/periodical/journal-review.ts';
import { docxText } from '../document/docx-text.ts';
import { onePart } from '../files/multipart-file.ts';
import { sendFile } from '../files/send-file.ts';
import { failed } from '../http/app-error.ts';
import { rateLimitKey } from '../http/rate-limit-key.ts';
import { serve, type App } from '../http/serve.ts';
import { SUBMISSION } from '../../contract/periodical/periodical-limits.ts';
import { confirmFile, fireSubmission, giveEditor, keepArticle, keepFee, keepSimilarity, replaceCopy, withdrawLetter } from './decision.service.ts';
import { answer, claim, invitationFor } from './invitation.service.ts';
import { downloadFor, uploadFor } from './journal-file.service.ts';
import { metadataIn } from './manuscript-metadata.ts';
import { addOwn, answerOwnPoint, fireOwn, letterFile, ownDetail, ownSubmissionsOf, removeOwn, saveOwn } from './own-submission.service.ts';
import { choicesFor, fireStaffReview, invite } from './review-invite.service.ts';
import { attachFile, detachFile, fireOwnReview, keepReport, ownReviews, reviewFile, taskFor } from './review.service.ts';
import { previewFor, submissionFor, submissionsOf, tabCounts } from './submission.service.ts';

/** Submissions of authors. */
function ownRoutes(app: App): void {
  serve(app, own.ownSubmissions, ({ context, currentUser, query }) => ownSubmissionsOf(context, currentUser, query));
  serve(app, own.ownSubmission, ({ context, currentUser, params }) => ownDetail(context, currentUser, params.submissionId));
  serve(app, own.addSubmission, ({ context, currentUser, body }) => addOwn(context, currentUser, body));
  serve(app, own.saveSubmission, ({ context, currentUser, body }) => saveOwn(context, currentUser, body));
  serve(app, own.removeSubmission, ({ context, currentUser, params }) => removeOwn(context, currentUser, params.submissionId));
  serve(app, own.submitSubmission, (call) => fireOwn(call, call.params.id, 'submit'));
  serve(app, own.ownSubmissionEvent, (call) => fireOwn(call, call.params.submissionId, call.params.event, call.body?.reason ?? ''));
  serve(app, own.answerPoint, ({ context, currentUser, body }) => answerOwnPoint(context, currentUser, body.pointId, body.answer));
  serve(app, own.readMetadata, async ({ request }) => {
    const { name, bytes } = await onePart(request, SUBMISSION.fileBytes);
    if (!/\.docx$/i.test(name)) throw failed('只能从docx读取信息，请选择扩展名为.docx的文档');
    const found = metadataIn(await docxText(bytes));
    return { ...found, keywords: [...found.keywords], keywordsEn: [...found.keywordsEn] };
  });
  serve(app, own.uploadJournalFile, ({ context, currentUser, query, request }) => uploadFor(context, currentUser, query, request));
  serve(app, own.downloadJournalFile, async ({ context, currentUser, params, query, reply }) =>
    sendFile(context, reply, await downloadFor(context, currentUser, params.fileId, query.blind === '1'), 'attachment'),
  );
  serve(app, own.downloadLetterFile, async ({ context, currentUser, params, reply }) =>
    sendFile(context, reply, await letterFile(context, currentUser, params.letterId, params.index), 'attachment'),
  );
}

/** The queue of the editors. */
function staffRoutes(app: App): void {
  serve(app, staff.submissionList, ({ context, currentUser, query }) => submissionsOf(context, currentUser, query));
  serve(app, staff.submissionCounts, ({ context, currentUser, query }) => tabCounts(context, currentUser, query.journalId));
  serve(app, staff.submissionDetail, ({ context, currentUser, params }) => submissionFor(context, currentUser, params.submissionId));
  serve(app, staff.letterPreview, ({ context, currentUser, params, query }) => previewFor(context, currentUser, params.submissionId, query));
  serve(app, staff.withdrawJournalLetter, (call) => withdrawLetter(call, call.params.letterId));
  serve(app, staff.assignEditor, (call) => giveEditor(call, call.params.submissionId, call.body));
  serve(app, staff.setSimilarity, (call) => keepSimilarity(call, call.params.submissionId, call.body));
  serve(app, staff.confirmBlind, (call) => confirmFile(call, call.params.fileId, call.body.confirmed));
  serve(app, staff.replaceBlind, (call) => replaceCopy(call, call.params.fileId));
  serve(app, staff.setFee, (call) => keepFee(call, call.params.submissionId, call.body));
  serve(app, staff.saveArticleText, (call) => keepArticle(call, call.params.submissionId, call.body));
  serve(app, staff.submissionEvent, (call) => fireSubmission(call, call.params.submissionId, call.params.event, call.body));
}

/** Invitations and reviews. */
function reviewRoutes(app: App): void {
  serve(app, review.reviewerChoices, ({ context, currentUser, params, query }) => choicesFor(context, currentUser, params.submissionId, query));
  serve(app, review.inviteReviewers, (call) => invite(call, call.body));
  serve(app, review.myJournalReviews, ({ context, currentUser, query }) => ownReviews(context, currentUser, query));
  serve(app, review.journalReviewDetail, ({ context, currentUser, params }) => taskFor(context, currentUser, params.reviewId));
  serve(app, review.saveJournalReview, ({ context, currentUser, body }) => keepReport(context, currentUser, body));
  serve(app, review.ownReviewEvent, (call) => fireOwnReview(call, call.params.reviewId, call.params.event, call.body));
  serve(app, review.staffReviewEvent, (call) => fireStaffReview(call, call.params.reviewId, call.params.event, call.body));
  serve(app, review.uploadReviewFile, ({ context, currentUser, query, request }) => attachFile(context, currentUser, query.reviewId, request));
  serve(app, review.removeReviewFile, ({ context, currentUser, params }) => detachFile(context, currentUser, params.reviewId, params.fileId));
  serve(app, review.downloadReviewFile, async ({ context, currentUser, params, reply }) =>
    sendFile(context, reply, await reviewFile(context, currentUser, params.reviewId, params.fileId), 'attachment'),
  );
  serve(app, review.openInvitation, ({ context, params, request }) => invitationFor(context, params.token, rateLimitKey(request.ip ?? '')));
  serve(app, review.answerInvitation, ({ context, params, body, request }) => answer(context, params.token, body, rateLimitKey(request.ip)));
  serve(app, review.claimInvitation, ({ context, currentUser, params }) => claim(context, currentUser, params.token));
}

export const submissionRoutes: readonly ((app: App) => void)[] = [ownRoutes, staffRoutes, reviewRoutes];
