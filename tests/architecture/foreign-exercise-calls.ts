import type { FirstReader } from '../support/first-reader.ts';
import type { ForeignCall } from './foreign-calls.ts';

const no = (code: number, asked: Omit<ForeignCall, 'says'>): ForeignCall => ({ ...asked, says: { code } });

/** Calls of `foreign-calls.ts` for exercises: a set that is not published, or of a work without a right, is not there. */
export const EXERCISE_CALLS: Readonly<Record<string, (of: FirstReader) => ForeignCall | readonly ForeignCall[]>> = {
  'GET /cms/accessCode/mine': () => ({ says: { code: 200, data: [] } }),
  'POST /cms/accessCode/redeem': () => no(23_704, { body: { code: '7K2M-PW9X-Q4R4' } }),
  'GET /cms/exercise/getInfo/{setId}': () => no(404, { params: { setId: 1 } }),
  'GET /cms/exercise/kept/{publishId}': ({ paid }) => no(403, { params: { publishId: paid } }),
  'GET /cms/exercise/queryByChapter/{chapterId}': () => no(404, { params: { chapterId: 999_999 } }),
  'GET /cms/textbook/facets': () => ({ says: { code: 200 } }),
  'GET /cms/textbook/file/{placedId}': () => no(404, { params: { placedId: 1 } }),
  'GET /cms/textbook/mine': () => ({ says: { code: 200, data: [] } }),
  'GET /cms/textbook/placed/{publishId}': ({ paid, draft }) => [no(404, { params: { publishId: paid } }), no(404, { params: { publishId: draft } })],
  'POST /cms/exercise/answer': () => no(404, { body: { setId: 1, versionId: 1, answer: 'a', attempt: 1 } }),
};
