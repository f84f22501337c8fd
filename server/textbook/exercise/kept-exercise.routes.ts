import { keptExercises } from '../../../contract/textbook/kept-exercise.ts';
import { serve, type App } from '../../http/serve.ts';
import { exercisesToKeep } from './kept-exercise.service.ts';

export function keptExerciseRoutes(app: App): void {
  serve(app, keptExercises, ({ context, currentUser, params }) => exercisesToKeep(context, currentUser, params.publishId));
}
