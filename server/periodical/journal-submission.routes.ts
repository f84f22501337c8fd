import {
  assignEditor,
  compareManuscripts,
  confirmBlind,
  letterPreview,
  replaceBlind,
  saveArticleText,
  setSimilarity,
  submissionCounts,
  submissionDetail,
  submissionEvent,
  submissionList,
  waiveFee,
  withdrawJournalLetter,
} from '../../contract/periodical/journal-submission.ts';
import { serve, type App } from '../http/serve.ts';
import {
  confirmFile,
  handleSubmissionEvent,
  giveEditor,
  saveArticle,
  saveSimilarity,
  replaceCopy,
  waive,
  withdrawLetter,
} from './decision.service.ts';
import { compared, previewFor, submissionFor, submissionsOf, tabCounts } from './submission.service.ts';

/** The queue of the editors. */
export function journalSubmissionRoutes(app: App): void {
  serve(app, submissionList, ({ context, currentUser, query }) => submissionsOf(context, currentUser, query));
  serve(app, submissionCounts, ({ context, currentUser, query }) => tabCounts(context, currentUser, query.journalId));
  serve(app, submissionDetail, ({ context, currentUser, params }) => submissionFor(context, currentUser, params.submissionId));
  serve(app, compareManuscripts, ({ context, currentUser, params, query }) => compared(context, currentUser, params.submissionId, query));
  serve(app, letterPreview, ({ context, currentUser, params, query }) => previewFor(context, currentUser, params.submissionId, query));
  serve(app, withdrawJournalLetter, (call) => withdrawLetter(call, call.params.letterId));
  serve(app, assignEditor, (call) => giveEditor(call, call.params.submissionId, call.body));
  serve(app, setSimilarity, (call) => saveSimilarity(call, call.params.submissionId, call.body));
  serve(app, confirmBlind, (call) => confirmFile(call, call.params.fileId, call.body.confirmed));
  serve(app, replaceBlind, (call) => replaceCopy(call, call.params.fileId));
  serve(app, waiveFee, (call) => waive(call, call.params.submissionId, call.body));
  serve(app, saveArticleText, (call) => saveArticle(call, call.params.submissionId, call.body));
  serve(app, submissionEvent, (call) => handleSubmissionEvent(call, call.params.submissionId, call.params.event, call.body));
}
