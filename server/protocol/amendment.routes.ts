import { addAmendment, amendmentEvent, amendments } from '../../contract/protocol/amendment.ts';
import { serve, type App } from '../http/serve.ts';
import { addAmendmentTo, amendmentsFor, handleAmendmentEvent } from './amendment.service.ts';

export function amendmentRoutes(app: App): void {
  serve(app, amendments, ({ context, currentUser, params }) => amendmentsFor(context, currentUser, params.protocolId));
  serve(app, addAmendment, (call) => addAmendmentTo(call, call.params.protocolId, call.body.content, call.body.terms));
  serve(app, amendmentEvent, (call) => handleAmendmentEvent(call, call.params.amendmentId, call.params.event, call.body.reason));
}
