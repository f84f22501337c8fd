import { loadExercises, loadQuestions, loadWrongBook } from './practice-lists.ts';
import { myTextbooks } from '../../contract/textbook/shelf.ts';
import { call, isAway } from '../api/call.ts';
import { loadSet, textbookCopies } from './practice-source.ts';

const own = { staleTime: 0, retry: false } as const;

/** Answers of practice: of the server with what waits on this device, without a network of the copies here. */
export const exercisesOf = (publishId: number) => ({
  queryKey: ['exercises of a book', publishId] as const,
  queryFn: () => loadExercises(publishId),
  ...own,
});
export const wrongList = { queryKey: ['wrong book'] as const, queryFn: loadWrongBook, ...own };
/** The textbooks of the user; without a network those on this device. */
export const ownBooks = {
  queryKey: ['books to practise'] as const,
  queryFn: async (): Promise<{ publishId: number; title: string }[]> => {
    try {
      return await call(myTextbooks, {});
    } catch (error) {
      if (!isAway(error)) throw error;
      return (await textbookCopies()).map(({ book: { publishId, title } }) => ({ publishId, title }));
    }
  },
  ...own,
};
export const oneSet = (setId: number) => ({ queryKey: ['exercise', setId] as const, queryFn: () => loadSet(setId), ...own });
export const someQuestions = (questionIds: readonly number[]) => ({
  queryKey: ['questions', ...questionIds] as const,
  queryFn: () => loadQuestions(questionIds),
  ...own,
  // Questions that are right leave the list while they are being practised.
  gcTime: 0,
});
