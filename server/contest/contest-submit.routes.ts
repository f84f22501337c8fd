import {
  addEntry,
  confirmBlindFile,
  downloadEntryFile,
  editEntry,
  entryDetail,
  entryEvent,
  entryList,
  myEntries,
  removeEntryFiles,
  submitEntry,
  uploadEntryFile,
} from '../../contract/contest/contest-submit.ts';
import { sendFile } from '../files/send-file.ts';
import { serve, type App } from '../http/serve.ts';
import { confirmBlind } from './entry/blind-file.service.ts';
import { originalFile, removeFor, uploadFor } from './entry/entry-file.service.ts';
import { addEntryFor, editEntryFor, handleEntryEvent, ownEntries, staffEntries, staffEntry, submitEntryFor } from './entry/entry.service.ts';

export function contestSubmitRoutes(app: App): void {
  serve(app, myEntries, ({ context, currentUser, query }) => ownEntries(context, currentUser, query));
  serve(app, addEntry, ({ context, currentUser, body }) => addEntryFor(context, currentUser, body));
  serve(app, editEntry, ({ context, currentUser, body }) => editEntryFor(context, currentUser, body));
  serve(app, submitEntry, ({ context, currentUser, params }) => submitEntryFor(context, currentUser, params.submitId));
  serve(app, uploadEntryFile, ({ context, currentUser, query, request }) => uploadFor(context, currentUser, query.submitId, request));
  serve(app, removeEntryFiles, ({ context, currentUser, params }) => removeFor(context, currentUser, params.fileIds));
  serve(app, downloadEntryFile, async ({ context, currentUser, params, reply }) =>
    sendFile(context, reply, await originalFile(context, currentUser, params.fileId), 'attachment'),
  );
  serve(app, entryEvent, (call) => handleEntryEvent(call, call.params.submitId, call.params.event, call.body?.reason ?? ''));
  serve(app, entryList, ({ context, currentUser, query }) => staffEntries(context, currentUser, query));
  serve(app, entryDetail, ({ context, currentUser, params }) => staffEntry(context, currentUser, params.submitId));
  serve(app, confirmBlindFile, (call) => confirmBlind(call, call.params.fileId));
}
