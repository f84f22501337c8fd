import { myReviews, reviewDetail, reviewers, reviewEvent, reviewList, saveReviewReport } from '../../contract/review/review.ts';
import { serve, type App } from '../http/serve.ts';
import { keepReport, ownTasks, peopleFor, reviewFor, tasksOf } from './review.service.ts';
import { fireReview } from './review-step.service.ts';

export function reviewRoutes(app: App): void {
  serve(app, reviewList, ({ context, currentUser, query }) => tasksOf(context, currentUser, query));
  serve(app, myReviews, ({ context, currentUser, query }) => ownTasks(context, currentUser, query));
  serve(app, reviewDetail, ({ context, currentUser, params }) => reviewFor(context, currentUser, params.auditId));
  serve(app, saveReviewReport, ({ context, currentUser, body }) => keepReport(context, currentUser, body));
  serve(app, reviewers, ({ context, currentUser, params }) => peopleFor(context, currentUser, params.auditId));
  serve(app, reviewEvent, (call) => fireReview(call, call.params.auditId, call.params.event, call.body ?? {}));
}
