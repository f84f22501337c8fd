import { listMerges, mergePreview, mergeScholars, splitScholar, undoMerge } from '../../contract/scholar/merge.ts';
import { scholar } from '../../contract/scholar/scholar.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { mergeInto, merges, previewMerge, split, undoMerge as undo } from './merge.service.ts';
import { scholars } from './scholar.service.ts';

export function scholarRoutes(app: App): void {
  serveCrud(app, scholar, scholars);
  serve(app, mergePreview, ({ context, query }) => previewMerge(context, query.keptId, query.mergedId));
  serve(app, mergeScholars, (call) => mergeInto(call, call.body.keptId, call.body.mergedId));
  serve(app, listMerges, ({ context, query }) => merges(context, query));
  serve(app, undoMerge, (call) => undo(call, call.params.mergeId));
  serve(app, splitScholar, (call) => split(call, call.body));
}
