import {
  addSubmission,
  answerPoint,
  downloadJournalFile,
  downloadLetterFile,
  ownSubmission,
  ownSubmissionEvent,
  ownSubmissions,
  readMetadata,
  removeSubmission,
  saveSubmission,
  submitSubmission,
  uploadJournalFile,
} from '../../contract/periodical/own-submission.ts';
import { SUBMISSION } from '../../contract/periodical/periodical-limits.ts';
import { limitDocumentWork } from '../document/document-rate.ts';
import { documentWorker } from '../document/document-worker.ts';
import { onePart } from '../files/multipart-file.ts';
import { sendFile } from '../files/send-file.ts';
import { failed } from '../http/app-error.ts';
import { serve, type App } from '../http/serve.ts';
import { downloadFor, uploadFor } from './journal-file.service.ts';
import { metadataIn } from './manuscript-metadata.ts';
import {
  addOwn,
  answerOwnPoint,
  handleOwnSubmissionEvent,
  letterFile,
  ownDetail,
  ownSubmissionsOf,
  removeOwn,
  saveOwn,
} from './own-submission.service.ts';

/** Submissions of authors. */
export function ownSubmissionRoutes(app: App): void {
  serve(app, ownSubmissions, ({ context, currentUser, query }) => ownSubmissionsOf(context, currentUser, query));
  serve(app, ownSubmission, ({ context, currentUser, params }) => ownDetail(context, currentUser, params.submissionId));
  serve(app, addSubmission, ({ context, currentUser, body }) => addOwn(context, currentUser, body));
  serve(app, saveSubmission, ({ context, currentUser, body }) => saveOwn(context, currentUser, body));
  serve(app, removeSubmission, ({ context, currentUser, params }) => removeOwn(context, currentUser, params.submissionId));
  serve(app, submitSubmission, (call) => handleOwnSubmissionEvent(call, call.params.id, 'submit'));
  serve(app, ownSubmissionEvent, (call) => handleOwnSubmissionEvent(call, call.params.submissionId, call.params.event, call.body?.reason ?? ''));
  serve(app, answerPoint, ({ context, currentUser, body }) => answerOwnPoint(context, currentUser, body.pointId, body.answer));
  serve(app, readMetadata, async ({ context, currentUser, request }) => {
    await limitDocumentWork(context, currentUser);
    const { name, bytes } = await onePart(request, SUBMISSION.fileBytes);
    if (!/\.docx$/i.test(name)) throw failed('只能从docx读取信息，请选择扩展名为.docx的文档');
    const found = metadataIn(await documentWorker.text(bytes));
    return { ...found, keywords: [...found.keywords], keywordsEn: [...found.keywordsEn] };
  });
  serve(app, uploadJournalFile, ({ context, currentUser, query, request }) => uploadFor(context, currentUser, query, request));
  serve(app, downloadJournalFile, async ({ context, currentUser, params, query, reply }) =>
    sendFile(context, reply, await downloadFor(context, currentUser, params.fileId, query.blind === '1'), 'attachment'),
  );
  serve(app, downloadLetterFile, async ({ context, currentUser, params, reply }) =>
    sendFile(context, reply, await letterFile(context, currentUser, params.letterId, params.index), 'attachment'),
  );
}
