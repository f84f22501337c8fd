import { cipForm, cipFormFile, saveCipForm } from '../../contract/composition/cip-form.ts';
import { sendDocx } from '../document/send-docx.ts';
import { serve, type App } from '../http/serve.ts';
import { cipFormDocument, cipFormOf, saveCipFormOf } from './cip-form.service.ts';

export function cipFormRoutes(app: App): void {
  serve(app, cipForm, ({ context, currentUser, params }) => cipFormOf(context, currentUser, params.compositionId));
  serve(app, saveCipForm, (call) => saveCipFormOf(call, call.body));
  serve(app, cipFormFile, async ({ context, params, query, reply }) =>
    sendDocx(reply, await cipFormDocument(context, params.compositionId, query.draft === '1')),
  );
}
