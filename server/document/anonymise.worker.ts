import { runIsolatedWork } from '../files/run-isolated.ts';
import { AppError } from '../http/app-error.ts';
import { anonymiseHere, type AnonymiseAnswer, type AnonymiseOrder } from './anonymise-here.ts';

runIsolatedWork<AnonymiseOrder>(async (order): Promise<AnonymiseAnswer> => {
  try {
    return await anonymiseHere(order);
  } catch (error) {
    if (error instanceof AppError) return { refused: error.message };
    throw error;
  }
});
