import type { FirstReader } from '../support/first-reader.ts';
import type { ForeignCall } from './foreign-calls.ts';

const no = (code: number, asked: Omit<ForeignCall, 'says'>): ForeignCall => ({ ...asked, says: { code } });

/** Calls of `foreign-calls.ts` for exercises: a set that is not published, or of a work without a right, is not there. */
export const EXERCISE_CALLS: Readonly<Record<string, (of: FirstReader) => ForeignCall | readonly ForeignCall[]>> = {
  'GET /cms/accessCode/mine': () => ({ says: { code: 200, data: [] } }),
  'POST /cms/accessCode/redeem': () => no(23_704, { body: { code: '7K2M-PW9X-Q4R4' } }),
  'GET /cms/exercise/getInfo/{setId}': () => [no(403, { params: { setId: 1 } }), no(404, { params: { setId: 999_999 } })],
  'GET /cms/exercise/kept/{publishId}': ({ paid }) => no(403, { params: { publishId: paid } }),
  'GET /cms/exercise/ofWork/{publishId}': ({ paid, draft }) => [
    { params: { publishId: paid }, says: { code: 200, data: { wrong: 0 } } },
    no(404, { params: { publishId: draft } }),
  ],
  'GET /cms/exercise/queryByChapter/{chapterId}': () => no(404, { params: { chapterId: 999_999 } }),
  'GET /cms/review/daily': () => ({ says: { code: 200, data: { items: [], closed: 0, cards: 0, doneNew: 0, ends: [] } } }),
  'GET /cms/review/dailyCount': () => ({ says: { code: 200, data: { total: 0 } } }),
  'GET /cms/review/questions/{questionIds}': ({ questionId }) => ({ params: { questionIds: String(questionId) }, says: { code: 200, data: [] } }),
  'GET /cms/review/wrong': () => ({ says: { code: 200, data: { items: [], closed: 0 } } }),
  'GET /cms/review/wrongCount': () => ({ says: { code: 200, data: { total: 0 } } }),
  'GET /cms/textbook/facets': () => ({ says: { code: 200 } }),
  'GET /cms/textbook/file/{placedId}': () => no(404, { params: { placedId: 1 } }),
  'GET /cms/textbook/mine': () => ({ says: { code: 200, data: [] } }),
  'GET /cms/textbook/placed/{publishId}': ({ paid, draft }) => [no(404, { params: { publishId: paid } }), no(404, { params: { publishId: draft } })],
  'PUT /cms/review/limits': () => ({ body: { newMost: 5, reviewMost: 50 }, says: { code: 200, data: { newMost: 5, reviewMost: 50 } } }),
  'POST /cms/review/sync': ({ paid, questionId, questionVersionId }) => ({
    body: {
      sentAt: 1,
      cursor: 0,
      rows: (['practice', 'remove'] as const).map((kind, at) => ({
        id: `3000000${at}-0000-4000-8000-000000000000`,
        questionId,
        versionId: questionVersionId,
        setId: null,
        publishId: paid,
        at: 1,
        rating: kind === 'practice' ? 1 : 0,
        verdict: kind === 'practice' ? 'wrong' : '',
        tries: kind === 'practice' ? 1 : 0,
        ms: 1,
        deviceId: 'device-00002',
        kind,
      })),
    },
    says: { code: 200, data: { acknowledged: [], rows: [] } },
  }),
  'POST /cms/exercise/answer': () => [
    no(403, { body: { setId: 1, versionId: 1, answer: 'a', attempt: 1 } }),
    no(404, { body: { setId: 999_999, versionId: 1, answer: 'a', attempt: 1 } }),
  ],
};
