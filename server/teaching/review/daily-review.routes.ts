import { dailyCount, dailyReview, saveReviewLimits } from '../../../contract/teaching/daily-review.ts';
import { serve, type App } from '../../http/serve.ts';
import { dailyReviewFor, saveLimitsFor } from './daily-review.service.ts';

export function dailyReviewRoutes(app: App): void {
  serve(app, dailyReview, ({ context, currentUser }) => dailyReviewFor(context, currentUser));
  serve(app, dailyCount, async ({ context, currentUser }) => ({ total: (await dailyReviewFor(context, currentUser)).items.length }));
  serve(app, saveReviewLimits, ({ context, currentUser, body }) => saveLimitsFor(context, currentUser, body));
}
