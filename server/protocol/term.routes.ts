import { protocolTerms, saveTerms } from '../../contract/protocol/term.ts';
import { serve, type App } from '../http/serve.ts';
import { saveTermsOf, termsFor } from './term.service.ts';

export function termRoutes(app: App): void {
  serve(app, protocolTerms, ({ context, currentUser, params }) => termsFor(context, currentUser, params.protocolId));
  serve(app, saveTerms, (call) => saveTermsOf(call, call.params.protocolId, call.body));
}
