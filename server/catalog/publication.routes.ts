import {
  decidePublicationPrice,
  publicationEvent,
  getPublication,
  listPublications,
  ownPublicationCounts,
  publicationCounts,
  printRuns,
  publicationFlow,
  recallPublication,
  reprintPublication,
  removePublicationCover,
  removePublications,
  savePublication,
  savePublicationCover,
} from '../../contract/catalog/publication.ts';
import { forgetTotals } from '../db/total.ts';
import { loggedWrite } from '../audit/operation-log.ts';
import { serve, type App } from '../http/serve.ts';
import { onePicture } from '../files/multipart-file.ts';
import { ownPublicationCounts as ownCounts, publicationCounts as counts } from './publication-count.service.ts';
import {
  handlePublicationEvent,
  listForStaff,
  publicationForStaff,
  removePublications as remove,
  savePublication as save,
  setCover,
  wirePublication,
} from './publication.service.ts';
import { assertCover, storeCover } from './cover.service.ts';
import { printRunsOf, reprint } from './print-run/print-run.service.ts';
import { publicationFlow as flow } from './publication-flow.service.ts';
import { decidePrice } from './publication-price.service.ts';

export function publicationRoutes(app: App): void {
  serve(app, listPublications, ({ context, query }) => listForStaff(context, query));
  serve(app, publicationCounts, ({ context }) => counts(context));
  serve(app, ownPublicationCounts, ({ context, currentUser }) => ownCounts(context, currentUser));
  serve(app, getPublication, ({ context, params }) => publicationForStaff(context, params.publishId));
  serve(app, savePublication, (call) => save(call.context, call.currentUser, call.body, loggedWrite(call, '出版物')));
  serve(app, removePublications, (call) => remove(call.context, call.currentUser, call.params.publishIds, loggedWrite(call, '出版物')));
  serve(app, publicationFlow, ({ context, params }) => flow(context, params.publishId));
  serve(app, publicationEvent, (call) =>
    handlePublicationEvent(call.context, call.currentUser, call.params.event, call.params.publishId, call.body.reason, loggedWrite(call, '出版物')),
  );
  serve(app, recallPublication, (call) => {
    const { reason, note } = call.body;
    const words = note ? `${reason}：${note}` : reason;
    return handlePublicationEvent(call.context, call.currentUser, 'recall', call.params.publishId, words, loggedWrite(call, '出版物'));
  });
  serve(app, printRuns, ({ context, params }) => printRunsOf(context, params.publishId));
  serve(app, reprintPublication, (call) =>
    reprint(call.context, call.currentUser, call.params.publishId, call.body, loggedWrite(call, '重印', 'add')),
  );
  serve(app, decidePublicationPrice, async (call) => {
    const { context, currentUser, params, body } = call;
    const row = await decidePrice(currentUser, params.event, params.publishId, body.version, loggedWrite(call, '出版物价格'));
    forgetTotals(context.db);
    return wirePublication(row);
  });
  serve(app, savePublicationCover, async (call) => {
    const { context, currentUser, params, request } = call;
    const picture = await onePicture(request);
    await assertCover(picture);
    return setCover(currentUser, params.publishId, await storeCover(context, picture), loggedWrite(call, '出版物封面', 'edit'));
  });
  serve(app, removePublicationCover, (call) => setCover(call.currentUser, call.params.publishId, '', loggedWrite(call, '出版物封面', 'edit')));
}
