import { myReviews, reviewDetail, reviewers, reviewEvent, reviewList, saveReviewReport } from '../../contract/review/review.ts';
import { serve, type App } from '../http/serve.ts';
import { storeReport, ownTasks, peopleFor, reviewFor, tasksOf } from './review.service.ts';
import { handleReviewEvent } from './review-step.service.ts';

export function reviewRoutes(app: App): void {
  serve(app, reviewList, ({ context, currentUser, query }) => tasksOf(context, currentUser, query));
  serve(app, myReviews, ({ context, currentUser, query }) => ownTasks(context, currentUser, query));
  serve(app, reviewDetail, ({ context, currentUser, params }) => reviewFor(context, currentUser, params.auditId));
  serve(app, saveReviewReport, ({ context, currentUser, body }) => storeReport(context, currentUser, body));
  serve(app, reviewers, ({ context, currentUser, params }) => peopleFor(context, currentUser, params.auditId));
  serve(app, reviewEvent, (call) => handleReviewEvent(call, call.params.auditId, call.params.event, call.body ?? {}));
}
