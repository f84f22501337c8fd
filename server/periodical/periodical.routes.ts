import { addNotice, noticeList } from '../../contract/periodical/correction-notice.ts';
import { articlePdf, exportArticle, getArticle, oai, oaiByPost } from '../../contract/periodical/journal-article.ts';
import { getIssue, issueEvent, issueWork, journalIssue, queryIssue, setIssueContents } from '../../contract/periodical/journal-issue.ts';
import { getJournal, journal, myJournals, queryJournal } from '../../contract/periodical/journal.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { articleFor, exported, sendPdf } from './article.service.ts';
import { arrange, fireIssue, issues, publicIssue, publicIssues, workFor } from './issue.service.ts';
import { journalOptions, journals, publicJournal, publicJournals } from './journal.service.ts';
import { noticesFor, publishNotice } from './notice.service.ts';
import { oaiAnswer } from './oai.service.ts';

const XML = { 'content-type': 'text/xml; charset=utf-8' };

/** Journals, issues, published articles, and what harvesters read. */
export function periodicalRoutes(app: App): void {
  serve(app, queryJournal, ({ context, query }) => publicJournals(context, query));
  serve(app, getJournal, ({ context, params }) => publicJournal(context, params.journalId));
  serve(app, queryIssue, ({ context, params, query }) => publicIssues(context, params.journalId, query));
  serve(app, getIssue, ({ context, params }) => publicIssue(context, params.issueId));
  serve(app, getArticle, ({ context, params }) => articleFor(context, params.articleId));
  serve(app, exportArticle, ({ context, params, reply }) => exported(context, reply, params.articleId, params.format));
  serve(app, articlePdf, ({ context, params, query, reply }) => sendPdf(context, reply, params.articleId, query.version));
  serve(app, oai, async ({ context, query, reply }) => reply.headers(XML).send(await oaiAnswer(context, query)));
  serve(app, oaiByPost, async ({ context, body, reply }) => reply.headers(XML).send(await oaiAnswer(context, body)));
  serve(app, myJournals, ({ context, currentUser }) => journalOptions(context, currentUser));
  serve(app, issueWork, ({ context, currentUser, params }) => workFor(context, currentUser, params.issueId));
  serve(app, setIssueContents, (call) => arrange(call, call.params.issueId, call.body));
  serve(app, issueEvent, (call) => fireIssue(call, call.params.issueId, call.params.event, call.body?.reason ?? ''));
  serve(app, noticeList, ({ context, currentUser, query }) => noticesFor(context, currentUser, query));
  serve(app, addNotice, (call) => publishNotice(call, call.body));
  serveCrud(app, journalIssue, issues);
  serveCrud(app, journal, journals);
}
