import { feedback, feedbackEvent, myFeedback, sendFeedback } from '../../contract/system/feedback.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { feedbacks, fireFeedback, keepFeedback, mine } from './feedback.service.ts';

export function feedbackRoutes(app: App): void {
  serveCrud(app, feedback, feedbacks);
  serve(app, sendFeedback, ({ house, visitor, body, request }) => keepFeedback(house, visitor, request.ip, body));
  serve(app, myFeedback, ({ house, visitor, query }) => mine(house, visitor, query));
  serve(app, feedbackEvent, (call) => fireFeedback(call, call.params.feedbackId, call.params.event, call.body?.text ?? ''));
}
