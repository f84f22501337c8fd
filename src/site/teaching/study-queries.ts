import { classNotes } from '../../../contract/teaching/class-note.ts';
import { classLearning } from '../../../contract/teaching/learning.ts';
import { queryOf } from '../../api/query-client.ts';

const fresh = { staleTime: 0 } as const;

export const noteList = (classId: number) => ({ ...queryOf(classNotes, { params: { classId } }), ...fresh });
export const learningOf = (classId: number) => ({ ...queryOf(classLearning, { params: { classId } }), ...fresh });

/** What is stored beside the pack of a class on this device. */
export const FILES_BESIDE = 'files beside the pack';
