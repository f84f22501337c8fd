import {
  answerExercise,
  exercise,
  exerciseSet,
  exerciseSetContent,
  exerciseSetEvent,
  exercisesOfChapter,
} from '../../../contract/textbook/exercise.ts';
import { serveCrud } from '../../crud/serve-crud.ts';
import { serve, type App } from '../../http/serve.ts';
import { contentOfSet, exerciseSets, handleSetEvent } from './exercise-set.service.ts';
import { exerciseFor, exercisesFor, judgeExercise } from './exercise.service.ts';

export function exerciseRoutes(app: App): void {
  serveCrud(app, exerciseSet, exerciseSets);
  serve(app, exerciseSetEvent, (call) => handleSetEvent(call, call.params.setId, call.params.event, call.body ?? {}));
  serve(app, exerciseSetContent, ({ context, params }) => contentOfSet(context, params.setId));
  serve(app, exercisesOfChapter, ({ context, currentUser, params }) => exercisesFor(context, currentUser, params.chapterId));
  serve(app, exercise, ({ context, currentUser, params }) => exerciseFor(context, currentUser, params.setId));
  serve(app, answerExercise, ({ context, currentUser, request, body }) => judgeExercise(context, currentUser, request.ip, body));
}
