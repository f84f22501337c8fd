import {
  applyCorrections,
  buildEpub,
  composition,
  compositionDetail,
  compositionEvent,
  corrections,
  epubSheet,
  layoutSheet,
  returnManuscript,
  saveEpubRecipe,
  saveImprint,
  saveLayout,
  typesetters,
  uploadProof,
} from '../../contract/composition/composition.ts';
import type { Query } from '../crud/crud-table.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { contains } from '../db/contains.ts';
import { sendDocx } from '../document/send-docx.ts';
import { serve, type App } from '../http/serve.ts';
import { compositionFor, storeImprint, storeLayout, storeProof, shownOf, typesettersWithLoad } from './composition.service.ts';
import { handleCompositionEvent } from './composition-step.service.ts';
import { applyCorrectionsFor, correctionsOf } from './correction.service.ts';
import { buildEpubFor, epubSheetOf } from './epub.service.ts';
import { layoutSheetDocument } from './layout-sheet.service.ts';
import { saveRecipe, sendBack } from './import-decision.service.ts';

const byTitle = (query: Query, value: string): Query =>
  query.where('archiveId', 'in', (eb: Query) => eb.selectFrom('manuscript').select('manuscript.id').where(contains('manuscript.title', value)));
const byTypesetter = (query: Query, value: string): Query =>
  query.where('typesetterId', 'in', (eb: Query) => eb.selectFrom('user').select('user.id').where(contains('user.nickName', value)));

export function compositionRoutes(app: App): void {
  serve(app, typesetters, ({ context }) => typesettersWithLoad(context));
  serveCrud(app, composition, {
    table: 'composition',
    log: '排版',
    order: [
      ['updateTime', 'desc'],
      ['id', 'desc'],
    ],
    removal: 'hard',
    filters: { title: byTitle, typesetterName: byTypesetter },
    show: (db, rows) =>
      shownOf(
        db,
        rows.map(({ id }) => id),
      ),
  });
  serve(app, compositionDetail, ({ context, currentUser, params }) => compositionFor(context, currentUser, params.compositionId));
  serve(app, saveLayout, (call) => storeLayout(call, call.body));
  serve(app, layoutSheet, async ({ context, params, reply }) => sendDocx(reply, await layoutSheetDocument(context, params.compositionId)));
  serve(app, saveImprint, (call) => storeImprint(call, call.body));
  serve(app, uploadProof, ({ context, currentUser, params, request }) => storeProof(context, currentUser, params.compositionId, request));
  serve(app, buildEpub, (call) => buildEpubFor(call, call.params.compositionId, call.body ?? null));
  serve(app, epubSheet, ({ context, params, query }) => epubSheetOf(context, params.compositionId, query.split));
  serve(app, saveEpubRecipe, (call) => saveRecipe(call, call.params.compositionId, call.body));
  serve(app, returnManuscript, (call) => sendBack(call, call.params.compositionId, call.body.reason));
  serve(app, corrections, ({ context, params }) => correctionsOf(context, params.compositionId));
  serve(app, applyCorrections, (call) => applyCorrectionsFor(call, call.params.compositionId, call.body.markIds));
  serve(app, compositionEvent, (call) => handleCompositionEvent(call, call.params.compositionId, call.params.event, call.body ?? {}));
}
