import {
  compareVersions,
  labelVersion,
  manuscriptInfo,
  restoreVersion,
  saveContent,
  saveFileHistory,
  versionBlame,
  versionFile,
  versionList,
} from '../../../contract/manuscript/manuscript-version.ts';
import { sendFile } from '../../files/send-file.ts';
import { serve, type App } from '../../http/serve.ts';
import { restoreOf, saveUpload } from '../document/document-save.service.ts';
import { blameFor } from './version-blame.service.ts';
import { compare, infoOf, labelOf, saveText, versionDownload, versionsFor } from './manuscript-version.service.ts';

export function manuscriptVersionRoutes(app: App): void {
  serve(app, versionList, ({ context, currentUser, query }) => versionsFor(context, currentUser, query.archiveId));
  serve(app, saveFileHistory, (caller) => saveUpload(caller, caller.query));
  serve(app, versionFile, async ({ context, currentUser, params, reply }) =>
    sendFile(context, reply, await versionDownload(context, currentUser, params.versionId), 'attachment'),
  );
  serve(app, restoreVersion, ({ context, currentUser, params }) => restoreOf(context, currentUser, params.versionId));
  serve(app, labelVersion, ({ context, currentUser, params, body }) => labelOf(context, currentUser, params.versionId, body));
  serve(app, compareVersions, ({ context, currentUser, query }) => compare(context, currentUser, query.archiveId, query.from, query.to));
  serve(app, versionBlame, ({ context, currentUser, params }) => blameFor(context, currentUser, params.versionId));
  serve(app, manuscriptInfo, ({ context, currentUser, params }) => infoOf(context, currentUser, params.archiveId));
  serve(app, saveContent, ({ context, currentUser, body }) => saveText(context, currentUser, body));
}
