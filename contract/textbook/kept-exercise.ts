import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';
import { exercise } from './exercise.ts';
import { questionKey } from './question-schema.ts';

const { shape } = exercise.data;

/**
 * The published exercises of a work with their keys, for the copy on a device: without a network the device judges. Only for readers with the right to
 * the whole work.
 */
export const keptExercises = endpoint('GET /cms/exercise/kept/{publishId}', {
  summary: '存到本机的练习',
  access: 'signed-in',
  params: z.object({ publishId: id }),
  data: z.array(exercise.data.extend({ questions: z.array(shape.questions.element.extend({ key: questionKey })) })),
});
export type KeptExercises = z.output<typeof keptExercises.data>;
