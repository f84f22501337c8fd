import { getIssue, issueEvent, issueWork, journalIssue, queryIssue, setIssueContents } from '../../contract/periodical/journal-issue.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { arrange, handleIssueEvent, issues, publicIssue, publicIssues, workFor } from './issue.service.ts';

export function journalIssueRoutes(app: App): void {
  serve(app, queryIssue, ({ context, params, query }) => publicIssues(context, params.journalId, query));
  serve(app, getIssue, ({ context, params }) => publicIssue(context, params.issueId));
  serve(app, issueWork, ({ context, currentUser, params }) => workFor(context, currentUser, params.issueId));
  serve(app, setIssueContents, (call) => arrange(call, call.params.issueId, call.body));
  serve(app, issueEvent, (call) => handleIssueEvent(call, call.params.issueId, call.params.event, call.body?.reason ?? ''));
  serveCrud(app, journalIssue, issues);
}
