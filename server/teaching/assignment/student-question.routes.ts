import { answerQuestion, askTeacher, classQuestions, myQuestions } from '../../../contract/teaching/student-question.ts';
import { serve, type App } from '../../http/serve.ts';
import { answer, ask, questionsFor, questionsOf } from './student-question.service.ts';

export function studentQuestionRoutes(app: App): void {
  serve(app, askTeacher, ({ context, currentUser, body }) => ask(context, currentUser, body));
  serve(app, myQuestions, ({ context, currentUser, params }) => questionsFor(context, currentUser, params.attemptId));
  serve(app, classQuestions, ({ context, currentUser, params }) => questionsOf(context, currentUser, params.classId));
  serve(app, answerQuestion, ({ context, currentUser, params, body }) => answer(context, currentUser, params.questionId, body.reply));
}
