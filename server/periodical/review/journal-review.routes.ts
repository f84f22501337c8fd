import {
  answerInvitation,
  claimInvitation,
  downloadReviewFile,
  inviteReviewers,
  journalReviewDetail,
  myJournalReviews,
  openInvitation,
  ownReviewEvent,
  removeReviewFile,
  reviewerChoices,
  saveJournalReview,
  staffReviewEvent,
  uploadReviewFile,
} from '../../../contract/periodical/journal-review.ts';
import { sendFile } from '../../files/send-file.ts';
import { rateLimitKey } from '../../http/rate-limit-key.ts';
import { serve, type App } from '../../http/serve.ts';
import { answer, claim, invitationFor } from './invitation.service.ts';
import { choicesFor, handleStaffReviewEvent, invite } from './review-invite.service.ts';
import { attachFile, detachFile, handleOwnReviewEvent, storeReport, ownReviews, reviewFile, taskFor } from './review.service.ts';

/** Invitations and reviews. */
export function journalReviewRoutes(app: App): void {
  serve(app, reviewerChoices, ({ context, currentUser, params, query }) => choicesFor(context, currentUser, params.submissionId, query));
  serve(app, inviteReviewers, (call) => invite(call, call.body));
  serve(app, myJournalReviews, ({ context, currentUser, query }) => ownReviews(context, currentUser, query));
  serve(app, journalReviewDetail, ({ context, currentUser, params }) => taskFor(context, currentUser, params.reviewId));
  serve(app, saveJournalReview, ({ context, currentUser, body }) => storeReport(context, currentUser, body));
  serve(app, ownReviewEvent, (call) => handleOwnReviewEvent(call, call.params.reviewId, call.params.event, call.body));
  serve(app, staffReviewEvent, (call) => handleStaffReviewEvent(call, call.params.reviewId, call.params.event, call.body));
  serve(app, uploadReviewFile, ({ context, currentUser, query, request }) => attachFile(context, currentUser, query.reviewId, request));
  serve(app, removeReviewFile, ({ context, currentUser, params }) => detachFile(context, currentUser, params.reviewId, params.fileId));
  serve(app, downloadReviewFile, async ({ context, currentUser, params, reply }) =>
    sendFile(context, reply, await reviewFile(context, currentUser, params.reviewId, params.fileId), 'attachment'),
  );
  serve(app, openInvitation, ({ context, body, request }) => invitationFor(context, body.token, rateLimitKey(request.ip ?? '')));
  serve(app, answerInvitation, ({ context, body, request }) => answer(context, body, rateLimitKey(request.ip)));
  serve(app, claimInvitation, ({ context, currentUser, body }) => claim(context, currentUser, body.token));
}
