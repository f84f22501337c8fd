import { applyRegrade, previewRegrade, regradeList, undoRegrade } from '../../../contract/teaching/regrade.ts';
import { serve, type App } from '../../http/serve.ts';
import { apply, listFor, preview, undo } from './regrade.service.ts';

export function regradeRoutes(app: App): void {
  serve(app, previewRegrade, ({ context, currentUser, body }) => preview(context, currentUser, body));
  serve(app, applyRegrade, ({ context, currentUser, body }) => apply(context, currentUser, body.regradeId));
  serve(app, undoRegrade, ({ context, currentUser, body }) => undo(context, currentUser, body.regradeId));
  serve(app, regradeList, ({ context, currentUser, params }) => listFor(context, currentUser, params.assignmentId));
}
