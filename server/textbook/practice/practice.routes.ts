import { exercisesOfWork, practiceQuestions, syncReview, wrongBook, wrongCount } from '../../../contract/textbook/practice.ts';
import { serve, type App } from '../../http/serve.ts';
import { takeReview } from './practice-log.service.ts';
import { exercisesFor, questionsFor, wrongBookOf } from './practice.service.ts';

export function practiceRoutes(app: App): void {
  serve(app, syncReview, ({ context, currentUser, body }) => takeReview(context, currentUser, body));
  serve(app, wrongBook, ({ context, currentUser }) => wrongBookOf(context, currentUser));
  serve(app, wrongCount, async ({ context, currentUser }) => ({ total: (await wrongBookOf(context, currentUser)).items.length }));
  serve(app, practiceQuestions, ({ context, currentUser, params }) => questionsFor(context, currentUser, params.questionIds));
  serve(app, exercisesOfWork, ({ context, currentUser, params }) => exercisesFor(context, currentUser, params.publishId));
}
