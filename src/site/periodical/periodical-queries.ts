import { getNotice } from '../../../contract/periodical/correction-notice.ts';
import { getArticle } from '../../../contract/periodical/journal-article.ts';
import { getIssue, queryIssue, type OpenIssue } from '../../../contract/periodical/journal-issue.ts';
import { getJournal, queryJournal, type JournalCard } from '../../../contract/periodical/journal.ts';
import { ownSubmission, ownSubmissions, type OwnSubmission } from '../../../contract/periodical/own-submission.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { allOf } from '../../api/all-of.ts';
import { pagesOf } from '../../api/pages-of.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';

export const journalList = () => pagesOf(queryJournal, { query: {} }, PAGE_SIZE, (data): { rows: JournalCard[]; total: number } => data);
export const oneJournal = (journalId: number) => queryOf(getJournal, { params: { journalId } });
export const issuesOf = (journalId: number) =>
  pagesOf(queryIssue, { params: { journalId }, query: {} }, PAGE_SIZE, (data): { rows: OpenIssue[]; total: number } => data);
export const oneIssue = (issueId: number) => queryOf(getIssue, { params: { issueId } });
export const oneNotice = (noticeId: number) => queryOf(getNotice, { params: { noticeId } });
export const oneArticle = (articleId: number) => queryOf(getArticle, { params: { articleId } });

export const mySubmissions = (word: string) =>
  pagesOf(
    ownSubmissions,
    { query: word ? { word: word as OwnSubmission['word'] } : {} },
    PAGE_SIZE,
    (data): { rows: OwnSubmission[]; total: number } => data,
  );
export const oneSubmission = (submissionId: number) => ({ ...queryOf(ownSubmission, { params: { submissionId } }), staleTime: 0 });
export const refreshSubmissions = () => Promise.all([ownSubmissions, ownSubmission].map((one) => queryClient.invalidateQueries(allOf(one))));
