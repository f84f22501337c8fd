import {
  answerObjection,
  certificateList,
  checkCertificate,
  downloadCertificate,
  myObjections,
  objectionList,
  raiseObjection,
} from '../../contract/contest/contest-publicity.ts';
import { serve, type App } from '../http/serve.ts';
import { certificateFile, certificatesFor, checkedCertificate } from './certificate.service.ts';
import { answerFor, objectionsFor, ownObjections, raiseFor } from './objection.service.ts';

export function contestPublicityRoutes(app: App): void {
  serve(app, raiseObjection, ({ context, currentUser, body }) => raiseFor(context, currentUser, body));
  serve(app, myObjections, ({ context, currentUser, query }) => ownObjections(context, currentUser, query));
  serve(app, objectionList, ({ context, query }) => objectionsFor(context, query));
  serve(app, answerObjection, (call) => answerFor(call, call.params.objectionId, call.body.status, call.body.reply));
  serve(app, checkCertificate, ({ context, params }) => checkedCertificate(context, params.certificateNo));
  serve(app, certificateList, ({ context, query }) => certificatesFor(context, query));
  serve(app, downloadCertificate, async ({ context, currentUser, params, query, reply }) => {
    const { name, bytes, mime } = await certificateFile(context, currentUser, params.certificateNo, query.type);
    const encoded = encodeURIComponent(name);
    return reply
      .headers({
        'content-type': mime,
        'content-disposition': `attachment; filename*=UTF-8''${encoded}`,
        'download-filename': encoded,
        'access-control-expose-headers': 'Content-Disposition,download-filename',
      })
      .send(bytes);
  });
}
