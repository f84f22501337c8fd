import { myAssignments, type AssignmentCard } from '../../../contract/teaching/assignment.ts';
import { myClasses, type ClassCard } from '../../../contract/teaching/course-class.ts';
import { call } from '../../api/call.ts';

/** Assignments to be handed in that are looked at for the next one. */
const TODO = 50;

export type ClassOfBook = ClassCard & { readonly next: AssignmentCard | null };

/** The classes of the user with this book, each with what must be handed in next. */
export const classesOfBook = (publishId: number) => ({
  queryKey: ['classes of a book', publishId] as const,
  queryFn: async (): Promise<ClassOfBook[]> => {
    const [classes, todo] = await Promise.all([call(myClasses, {}), call(myAssignments, { query: { state: 'todo', pageNum: 1, pageSize: TODO } })]);
    return classes
      .filter(({ textbooks, status }) => status !== 'archived' && textbooks.some((book) => book.publishId === publishId))
      .map((one) => ({ ...one, next: todo.rows.find(({ classId }) => classId === one.classId) ?? null }));
  },
  staleTime: 0,
  retry: false,
});
