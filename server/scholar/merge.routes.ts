import { listMerges, mergePreview, mergeScholars, splitScholar, undoMerge } from '../../contract/scholar/merge.ts';
import { serve, type App } from '../http/serve.ts';
import { mergeInto, merges, previewMerge, split, undoMerge as undo } from './merge.service.ts';

export function mergeRoutes(app: App): void {
  serve(app, mergePreview, ({ context, query }) => previewMerge(context, query.keptId, query.mergedId));
  serve(app, mergeScholars, (call) => mergeInto(call, call.body.keptId, call.body.mergedId));
  serve(app, listMerges, ({ context, query }) => merges(context, query));
  serve(app, undoMerge, (call) => undo(call, call.params.mergeId));
  serve(app, splitScholar, (call) => split(call, call.body));
}
