import { feedback, feedbackEvent, feedbackPicture, myFeedback, sendFeedback } from '../../../contract/system/feedback.ts';
import { serveCrud } from '../../crud/serve-crud.ts';
import { sendFile } from '../../files/send-file.ts';
import { serve, type App } from '../../http/serve.ts';
import { feedbackPicture as pictureOf, feedbacks, handleFeedbackEvent, storeFeedback, mine } from './feedback.service.ts';

export function feedbackRoutes(app: App): void {
  serveCrud(app, feedback, feedbacks);
  serve(app, sendFeedback, ({ context, currentUser, body, request }) => storeFeedback(context, currentUser, request.ip, body));
  serve(app, feedbackPicture, async ({ context, currentUser, params, reply }) =>
    sendFile(context, reply, await pictureOf(context, currentUser, params.feedbackId, params.index), 'inline'),
  );
  serve(app, myFeedback, ({ context, currentUser, query }) => mine(context, currentUser, query));
  serve(app, feedbackEvent, (call) => handleFeedbackEvent(call, call.params.feedbackId, call.params.event, call.body?.text ?? ''));
}
