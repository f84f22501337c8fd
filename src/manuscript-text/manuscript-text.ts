import { manuscriptInfo } from '../../contract/manuscript/manuscript-version.ts';
import { call } from '../api/call.ts';

/** The online text of a manuscript for its author and the staff: the public call with the token, since an unpublished text is not public. */
export const manuscriptText = (archiveId: number) => ({
  queryKey: [manuscriptInfo.key, { params: { archiveId } }, 'own'] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => call(manuscriptInfo, { params: { archiveId } }, { signal, known: true }),
});
