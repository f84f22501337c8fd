import {
  firePublicationEvent,
  getPublication,
  listPublications,
  publicationCounts,
  publicationFlow,
  removePublications,
  savePublication,
  savePublicationCover,
} from '../../contract/catalog/publication.ts';
import { serve, type App } from '../http/serve.ts';
import { onePicture } from '../system/file.service.ts';
import {
  firePublication,
  listForStaff,
  publicationCounts as counts,
  publicationFlow as flow,
  publicationForStaff,
  removePublications as remove,
  savePublication as save,
  setCover,
} from './publication.service.ts';
import { storeCover } from './cover.service.ts';

export function publicationRoutes(app: App): void {
  serve(app, listPublications, ({ house, query }) => listForStaff(house, query));
  serve(app, publicationCounts, ({ house }) => counts(house));
  serve(app, getPublication, ({ house, params }) => publicationForStaff(house, params.publishId));
  serve(app, savePublication, ({ house, visitor, body }) => save(house, visitor, body));
  serve(app, removePublications, ({ house, visitor, params }) => remove(house, visitor, params.publishIds));
  serve(app, publicationFlow, ({ house, params }) => flow(house, params.publishId));
  serve(app, firePublicationEvent, ({ house, visitor, params, body }) =>
    firePublication(house, visitor, params.event, params.publishId, body.reason),
  );
  serve(app, savePublicationCover, async ({ house, visitor, params, request }) =>
    setCover(house, visitor, params.publishId, await storeCover(house, await onePicture(request))),
  );
}
