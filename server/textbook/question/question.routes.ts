import { question, questionBank, questionVersions, retireQuestions, saveQuestion, uploadQuestionFile } from '../../../contract/textbook/question.ts';
import { serveCrud } from '../../crud/serve-crud.ts';
import { serve, type App } from '../../http/serve.ts';
import { banks } from './question-bank.service.ts';
import { storeQuestionFile } from './question-file.service.ts';
import { questions, retireQuestionsOf, saveQuestionOf, versionsFor } from './question.service.ts';

export function questionRoutes(app: App): void {
  serveCrud(app, questionBank, banks);
  serveCrud(app, question, questions);
  serve(app, uploadQuestionFile, ({ context, currentUser, request }) => storeQuestionFile(context, currentUser, request));
  serve(app, saveQuestion, (call) => saveQuestionOf(call, call.body));
  serve(app, questionVersions, ({ context, currentUser, params }) => versionsFor(context, currentUser, params.questionId));
  serve(app, retireQuestions, (call) => retireQuestionsOf(call, call.params.ids, call.body.retired));
}
