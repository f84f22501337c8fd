import {
  answerFile,
  attemptEvent,
  attemptResult,
  decideAttempt,
  markingList,
  markItem,
  startAttempt,
  storeAnswerFile,
  syncAttempts,
} from '../../../contract/teaching/attempt.ts';
import { sendFile } from '../../files/send-file.ts';
import { serve, type App } from '../../http/serve.ts';
import { answerFileFor, takeAnswerFile } from './answer-file.service.ts';
import { decide, resultFor, stepAttempt } from './attempt-result.service.ts';
import { start, sync } from './attempt.service.ts';
import { mark, markingFor } from './marking.service.ts';

export function attemptRoutes(app: App): void {
  serve(app, startAttempt, ({ context, currentUser, body }) => start(context, currentUser, body));
  serve(app, syncAttempts, ({ context, currentUser, body }) => sync(context, currentUser, body));
  serve(app, attemptResult, ({ context, currentUser, params }) => resultFor(context, currentUser, params.attemptKey));
  serve(app, storeAnswerFile, ({ context, currentUser, body }) => takeAnswerFile(context, currentUser, body));
  serve(app, answerFile, async ({ context, currentUser, params, reply }) =>
    sendFile(context, reply, await answerFileFor(context, currentUser, params.attemptKey, params.ref), 'inline'),
  );
  serve(app, attemptEvent, ({ context, currentUser, params, body }) =>
    stepAttempt(context, currentUser, params.attemptId, params.event, body?.reason ?? ''),
  );
  serve(app, decideAttempt, ({ context, currentUser, params, body }) => decide(context, currentUser, params.attemptId, body.decision));
  serve(app, markingList, ({ context, currentUser, params }) => markingFor(context, currentUser, params.assignmentId));
  serve(app, markItem, ({ context, currentUser, body }) => mark(context, currentUser, body));
}
