import type { FirstReader } from '../support/first-reader.ts';
import type { ForeignCall } from './foreign-calls.ts';

const ok = (more: object = {}): ForeignCall => ({ says: { code: 200, ...more } });
const no = (code: number, asked: Omit<ForeignCall, 'says'>): ForeignCall => ({ ...asked, says: { code } });
const CLOCKS = { bootId: 'b', wallMs: 1, monoMs: 1 };
const DEVICE = 'second-device';

/** Calls of `foreign-calls.ts` for classes: somebody outside a class does not learn of it, of its assignments or of the answers of its students. */
export const TEACHING_CALLS: Readonly<Record<string, (of: FirstReader) => ForeignCall | readonly ForeignCall[]>> = {
  'GET /cms/course/queryCourse': () => ok({ total: 0, rows: [] }),
  'GET /cms/courseClass/mine': () => ok({ data: [] }),
  'GET /cms/courseClass/{classId}': ({ classId }) => no(404, { params: { classId } }),
  'GET /cms/courseClass/{classId}/pack': ({ classId }) => no(404, { params: { classId } }),
  'GET /cms/courseClass/member/{classId}': ({ classId }) => no(404, { params: { classId } }),
  'POST /cms/courseClass/offer': ({ classId, joinCode }) => [no(500, { body: { code: joinCode } }), no(404, { body: { classId } })],
  'POST /cms/courseClass/join': ({ classId }) => no(404, { body: { classId, memberName: '二号', consent: true } }),
  'POST /cms/courseClass/leave/{classId}': ({ classId }) => no(404, { params: { classId } }),
  'GET /cms/assignment/mine': ({ classId }) => [ok({ total: 0, rows: [] }), no(404, { query: { classId } })],
  'GET /cms/assignment/getInfo/{assignmentId}': ({ assignmentId }) => no(404, { params: { assignmentId } }),
  'GET /cms/assignment/{assignmentId}/board': ({ assignmentId }) => no(404, { params: { assignmentId } }),
  'POST /teaching/assignment/remind/{assignmentId}': ({ assignmentId }) => no(404, { params: { assignmentId } }),
  'GET /teaching/grades/{classId}': ({ classId }) => no(404, { params: { classId } }),
  'POST /cms/attempt/start': ({ assignmentId }) => no(404, { body: { assignmentId, deviceId: DEVICE } }),
  'POST /cms/attempt/sync': ({ attemptKey }) => ({
    body: {
      deviceId: DEVICE,
      clocks: CLOCKS,
      attempts: [{ attemptKey, events: [{ seq: 1, clock: 1, wallMs: 1, monoMs: 1, bootId: 'b', kind: 'submit' }] }],
    },
    says: { code: 200, data: [{ acknowledged: 0, others: [], status: '' }] },
  }),
  'GET /cms/attempt/{attemptKey}': ({ attemptKey }) => no(404, { params: { attemptKey } }),
  'GET /cms/attempt/{attemptKey}/file/{ref}': ({ attemptKey, fileId }) => no(404, { params: { attemptKey, ref: fileId } }),
  'POST /cms/attempt/file': ({ attemptKey }) =>
    no(404, { body: { attemptKey, fileKey: '00000000-0000-4000-8000-000000000000', uploadId: 'f'.repeat(32), kind: 'photo' } }),
  'PUT /cms/attempt/{event}/{attemptId}': ({ attemptId }) =>
    (['reopen', 'void', 'restore'] as const).map((event) => no(404, { params: { event, attemptId }, body: { reason: '替老师处理' } })),
  'POST /cms/attempt/decide/{attemptId}': ({ attemptId }) => no(404, { params: { attemptId }, body: { decision: 'adopt' } }),
  'POST /cms/studentQuestion': ({ attemptId }) => no(404, { body: { attemptId, itemId: 'q1', content: '替别人问' } }),
  'GET /cms/studentQuestion/mine/{attemptId}': ({ attemptId }) => no(404, { params: { attemptId } }),
  'GET /teaching/studentQuestion/{classId}': ({ classId }) => no(404, { params: { classId } }),
  'PUT /teaching/studentQuestion/{questionId}': ({ studentQuestionId }) =>
    no(404, { params: { questionId: studentQuestionId }, body: { reply: '替老师答' } }),
  'GET /cms/classNote/list/{classId}': ({ classId }) => no(404, { params: { classId } }),
  'GET /cms/classNote/book/{publishId}': () => ({ params: { publishId: 1 }, says: { code: 200, data: { classes: [], notes: [] } } }),
  'POST /teaching/classNote': ({ classId }) =>
    no(404, {
      body: {
        classIds: [classId],
        publishId: 1,
        editionId: 1,
        documentIndex: 0,
        chapterTitle: '',
        cfi: 'epubcfi(/6/2!/4/2)',
        text: '替',
        before: '',
        after: '',
        note: '替老师写',
        colour: 'green',
      },
    }),
  'PUT /teaching/classNote/{noteId}': ({ classNoteId }) => no(404, { params: { noteId: classNoteId }, body: { note: '替老师改', colour: 'green' } }),
  'PUT /teaching/classNote/published/{noteId}': ({ classNoteId }) => no(404, { params: { noteId: classNoteId }, body: { published: false } }),
  'DELETE /teaching/classNote/{noteId}': ({ classNoteId }) => no(404, { params: { noteId: classNoteId } }),
  'GET /cms/classNote/sound/{noteId}': ({ classNoteId }) => no(404, { params: { noteId: classNoteId } }),
  'POST /teaching/classNote/sound/{classId}': ({ classId }) => no(404, { params: { classId } }),
  'POST /cms/learningRecord': () => ({
    says: { code: 200 },
    body: {
      deviceId: DEVICE,
      now: 2,
      sessions: [{ sessionId: 'session-1', publishId: 1, startedAt: 1, lastAt: 2, chapters: [{ documentIndex: 0, seconds: 1, reached: 1 }] }],
    },
  }),
  'GET /cms/learningRecord/{classId}': ({ classId }) => no(404, { params: { classId } }),
  'GET /teaching/learning/sheet/{classId}': ({ classId }) => no(404, { params: { classId } }),
  'PUT /teaching/mark': ({ attemptId }) => no(404, { body: { attemptId, itemId: 'q1', points: 100 } }),
  'GET /teaching/marking/{assignmentId}': ({ assignmentId }) => no(404, { params: { assignmentId } }),
  'POST /cms/regrade/preview': ({ assignmentId }) => no(404, { body: { assignmentId, itemId: 'q1', change: { kind: 'drop' } } }),
  'POST /cms/regrade/apply': ({ regradeId }) => no(404, { body: { regradeId } }),
  'POST /cms/regrade/undo': ({ regradeId }) => no(404, { body: { regradeId } }),
  'GET /cms/regrade/list/{assignmentId}': ({ assignmentId }) => no(404, { params: { assignmentId } }),
};
