import { classLearning, learningSheet, reportLearning } from '../../../contract/teaching/learning.ts';
import { serve, type App } from '../../http/serve.ts';
import { learningFor, report, sendLearning } from './learning.service.ts';

export function learningRoutes(app: App): void {
  serve(app, reportLearning, ({ context, currentUser, body }) => report(context, currentUser, body));
  serve(app, classLearning, ({ context, currentUser, params }) => learningFor(context, currentUser, params.classId));
  serve(app, learningSheet, ({ context, currentUser, params, reply }) => sendLearning(context, currentUser, params.classId, reply));
}
