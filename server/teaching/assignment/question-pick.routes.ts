import { pickQuestions, questionsOfDraft } from '../../../contract/teaching/question-pick.ts';
import { serve, type App } from '../../http/serve.ts';
import { draftQuestions, pickFor } from './question-pick.service.ts';

export function questionPickRoutes(app: App): void {
  serve(app, pickQuestions, ({ context, currentUser, params, query }) => pickFor(context, currentUser, params.classId, query));
  serve(app, questionsOfDraft, ({ context, currentUser, params }) => draftQuestions(context, currentUser, params.assignmentId));
}
