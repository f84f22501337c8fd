import type { FirstReader } from '../support/first-reader.ts';
import type { ForeignCall } from './foreign-calls.ts';

const no = (code: number, asked: Omit<ForeignCall, 'says'>): ForeignCall => ({ ...asked, says: { code } });

/** Calls of `foreign-calls.ts` for documents that are made from templates, of a manuscript that the reader has nothing to do with. */
export const PRESS_CALLS: Readonly<Record<string, (of: FirstReader) => ForeignCall | readonly ForeignCall[]>> = {
  'GET /cms/archive/acceptance/{archiveId}': ({ archiveId }) => no(404, { params: { archiveId } }),
  'GET /press/editor/authorisation/{archiveId}/{position}': ({ archiveId }) => no(404, { params: { archiveId, position: 1 } }),
  'GET /cms/archive/letter/file/{letterId}': ({ letterId }) => no(404, { params: { letterId } }),
};
