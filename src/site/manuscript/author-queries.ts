import { PAGE_SIZE } from '../../../contract/limits.ts';
import { manuscriptFiles } from '../../../contract/manuscript/manuscript-file.ts';
import { versionList } from '../../../contract/manuscript/manuscript-version.ts';
import { ownManuscript, ownManuscripts, ownStatistics, type OwnManuscript } from '../../../contract/manuscript/own-manuscript.ts';
import type { AuthorWord } from '../../../contract/manuscript/manuscript.machine.ts';
import { allOf } from '../../api/all-of.ts';
import { pagesOf } from '../../api/pages-of.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';
import { manuscriptText } from '../../manuscript-text/manuscript-text.ts';

export const AUTHOR_HOME = '/authorBackground/default';

export const statistics = { ...queryOf(ownStatistics, {}), staleTime: 0 };
export const manuscripts = (word: AuthorWord | '') => ({
  ...pagesOf(ownManuscripts, { query: word ? { word } : {} }, PAGE_SIZE, (data): { rows: OwnManuscript[]; total: number } => data),
  staleTime: 0,
});
export const oneManuscript = (archiveId: number) => ({ ...queryOf(ownManuscript, { params: { archiveId } }), staleTime: 0 });
export const versionsOf = (archiveId: number) => ({ ...queryOf(versionList, { query: { archiveId } }), staleTime: 0 });
export const filesOf = (archiveId: number) => ({ ...queryOf(manuscriptFiles, { query: { archiveId } }), staleTime: 0 });
export const textOf = (archiveId: number) => ({ ...manuscriptText(archiveId), staleTime: 0, gcTime: 0 });

/** After a change everything about manuscripts is read again. */
export const refreshManuscripts = () =>
  Promise.all([ownManuscript, ownManuscripts, ownStatistics, versionList, manuscriptFiles].map((one) => queryClient.invalidateQueries(allOf(one))));
