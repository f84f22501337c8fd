import type { FirstReader } from '../support/first-reader.ts';
import type { ForeignCall } from './foreign-calls.ts';

const ok = (more: object = {}): ForeignCall => ({ says: { code: 200, ...more } });
const no = (code: number, asked: Omit<ForeignCall, 'says'>): ForeignCall => ({ ...asked, says: { code } });
const done = (asked: Omit<ForeignCall, 'says'>, more: object = {}): ForeignCall => ({ ...asked, says: { code: 200, ...more } });
const place = ({ contestId, judgedId }: FirstReader) => ({ contestId, roundType: 2, submitId: judgedId });
const ENTRY = { group: '公开组', title: '二号的作品', promise: true };

/** Endpoints of contests that are open to everybody or to every signed-in user. */
export const FOREIGN_CONTEST: Readonly<Record<string, (of: FirstReader) => ForeignCall | readonly ForeignCall[]>> = {
  'GET /cms/contest/queryContest': () => ok({ total: 1 }),
  'GET /cms/contest/getInfo/{contestId}': ({ contestId }) => done({ params: { contestId } }),
  'GET /cms/contest/queryPlaces/{contestId}': ({ contestId }) => no(404, { params: { contestId } }),
  'GET /cms/contest/queryWork/{submitId}': ({ submitId }) => no(404, { params: { submitId } }),
  'GET /cms/contest/queryWork/file/{fileId}': ({ contestFileId }) => no(404, { params: { fileId: contestFileId } }),
  'GET /cms/contest/certificate/check/{certificateNo}': ({ certificateNo }) => done({ params: { certificateNo } }),
  'GET /cms/contest/certificate/{certificateNo}': ({ certificateNo }) => no(404, { params: { certificateNo } }),
  'GET /cms/contest/submit/mine': () => ok({ total: 0, rows: [] }),
  'POST /cms/contest/submit': () => no(404, { body: { ...ENTRY, contestId: 999_999 } }),
  'PUT /cms/contest/submit': ({ submitId }) => no(404, { body: { ...ENTRY, submitId, version: 0 } }),
  'POST /cms/contest/submit/submit/{submitId}': ({ submitId }) => no(404, { params: { submitId } }),
  'POST /cms/contest/submit/file': ({ submitId }) => no(404, { query: { submitId } }),
  'DELETE /cms/contest/submit/file/{fileIds}': ({ contestFileId }) => no(404, { params: { fileIds: contestFileId } }),
  'GET /cms/contest/submit/file/{fileId}': ({ contestFileId }) => no(404, { params: { fileId: contestFileId } }),
  'PUT /cms/contest/submit/{event}/{submitId}': ({ submitId }) => [
    no(404, { params: { event: 'withdraw', submitId }, changes: ['oper_log', 'audit_chain', 'audit_chain.seq', 'audit_chain.hash'] }),
    ...['return', 'formalPass', 'disqualify'].map((event) =>
      no(403, { params: { event, submitId }, body: { reason: '替主办方走一步流程，不可以' } }),
    ),
  ],
  'GET /cms/contest/judgeTask/mine': () => ok({ data: { rows: [], total: 0, done: 0 } }),
  'GET /cms/contest/judgeTask/getInfo': (of) => no(404, { query: place(of) }),
  'GET /cms/contest/judgeTask/package': ({ contestId }) => done({ query: { contestId, roundType: 2 } }, { total: 0, rows: [] }),
  'PUT /cms/contest/judgeTask/save': (of) => no(404, { body: place(of) }),
  'PUT /cms/contest/judgeTask/submit': (of) => no(404, { body: place(of) }),
  'PUT /cms/contest/judgeTask/recuse': (of) => no(404, { body: { ...place(of), reason: '替别人回避这件作品' } }),
  'GET /cms/contest/judgeTask/file/{fileId}': ({ judgedFileId }) => no(404, { params: { fileId: judgedFileId } }),
  'GET /cms/contest/judgeTask/text/{fileId}': ({ judgedFileId }) => no(404, { params: { fileId: judgedFileId } }),
  'GET /cms/contest/objection/mine': () => ok({ total: 0, rows: [] }),
  'POST /cms/contest/objection': ({ contestId }) =>
    no(500, { body: { contestId, content: '征稿期间提出的异议，不受理。' }, changes: ['cache_entry'] }),
};
