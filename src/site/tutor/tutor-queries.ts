import { PAGE_SIZE } from '../../../contract/limits.ts';
import { freeSlots, myTimetable, queryProfessors, type TutorExpert } from '../../../contract/tutor/timetable.ts';
import { myTutors, tutorDetail, type TutorCard } from '../../../contract/tutor/tutor.ts';
import { allOf } from '../../api/all-of.ts';
import { pagesOf } from '../../api/pages-of.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';

export const CENTER = '/authorBackground/professorCenter';

export const experts = (keyword: string) =>
  pagesOf(queryProfessors, { query: keyword ? { keyword } : {} }, PAGE_SIZE, (data): { rows: TutorExpert[]; total: number } => data);
/** Read each time: somebody else may book a slot. */
export const expertSlots = (professorId: number) => ({ ...queryOf(freeSlots, { params: { professorId } }), staleTime: 0 });
export const tutorList = (side: 'applicant' | 'expert') => ({
  ...pagesOf(myTutors, { query: { side } }, PAGE_SIZE, (data): { rows: TutorCard[]; total: number } => data),
  staleTime: 0,
});
export const oneTutor = (tutorId: number) => ({ ...queryOf(tutorDetail, { params: { tutorId } }), staleTime: 0 });
export const timetable = { ...queryOf(myTimetable, {}), staleTime: 0 };

/** After a change: lists, details and free slots are read again. */
export const refreshTutors = () =>
  Promise.all([myTutors, tutorDetail, freeSlots, queryProfessors].map((one) => queryClient.invalidateQueries(allOf(one))));
