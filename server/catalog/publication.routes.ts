import {
  decidePublicationPrice,
  firePublicationEvent,
  getPublication,
  listPublications,
  ownPublicationCounts,
  publicationCounts,
  publicationFlow,
  removePublicationCover,
  removePublications,
  savePublication,
  savePublicationCover,
} from '../../contract/catalog/publication.ts';
import { forgetTotals } from '../db/total.ts';
import { logged } from '../audit/operation-log.ts';
import { serve, type App } from '../http/serve.ts';
import { onePicture } from '../system/file.service.ts';
import { ownPublicationCounts as ownCounts, publicationCounts as counts } from './publication-count.service.ts';
import {
  firePublication,
  listForStaff,
  publicationFlow as flow,
  publicationForStaff,
  removePublications as remove,
  savePublication as save,
  setCover,
  wirePublication,
} from './publication.service.ts';
import { refuseNoCover, storeCover } from './cover.service.ts';
import { decidePrice } from './publication-price.service.ts';

export function publicationRoutes(app: App): void {
  serve(app, listPublications, ({ house, query }) => listForStaff(house, query));
  serve(app, publicationCounts, ({ house }) => counts(house));
  serve(app, ownPublicationCounts, ({ house, visitor }) => ownCounts(house, visitor));
  serve(app, getPublication, ({ house, params }) => publicationForStaff(house, params.publishId));
  serve(app, savePublication, (call) => save(call.house, call.visitor, call.body, logged(call, '出版物')));
  serve(app, removePublications, (call) => remove(call.house, call.visitor, call.params.publishIds, logged(call, '出版物')));
  serve(app, publicationFlow, ({ house, params }) => flow(house, params.publishId));
  serve(app, firePublicationEvent, (call) =>
    firePublication(call.house, call.visitor, call.params.event, call.params.publishId, call.body.reason, logged(call, '出版物')),
  );
  serve(app, decidePublicationPrice, async (call) => {
    const { house, visitor, params, body } = call;
    const row = await decidePrice(visitor, params.event, params.publishId, body.version, logged(call, '出版物价格'));
    forgetTotals(house.db);
    return wirePublication(row);
  });
  serve(app, savePublicationCover, async (call) => {
    const { house, visitor, params, request } = call;
    const picture = await onePicture(request);
    await refuseNoCover(picture);
    return setCover(visitor, params.publishId, await storeCover(house, picture), logged(call, '出版物封面', 'edit'));
  });
  serve(app, removePublicationCover, (call) => setCover(call.visitor, call.params.publishId, '', logged(call, '出版物封面', 'edit')));
}
