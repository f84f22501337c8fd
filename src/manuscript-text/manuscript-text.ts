import { manuscriptInfo } from '../../contract/manuscript/manuscript-version.ts';
import { call } from '../api/call.ts';
import { queryOf } from '../api/query-client.ts';
import { withKey } from '../api/with-key.ts';

/** The online text of a manuscript for its author and the staff: the public call with the token, since an unpublished text is not public. */
export const manuscriptText = (archiveId: number) => ({
  ...withKey(queryOf(manuscriptInfo, { params: { archiveId } }), 'own'),
  queryFn: ({ signal }: { signal: AbortSignal }) => call(manuscriptInfo, { params: { archiveId } }, { signal, known: true }),
});
