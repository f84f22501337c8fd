import { printPreview } from '../../contract/composition/print-preview.ts';
import { serve, type App } from '../http/serve.ts';
import { printPreviewOf } from './print-preview.service.ts';

export function printPreviewRoutes(app: App): void {
  serve(app, printPreview, ({ context, params }) => printPreviewOf(context, params.compositionId));
}
