import { correctionCheck, tickCorrection, writeCorrections } from '../../contract/proof/correction-check.ts';
import { serve, type App } from '../http/serve.ts';
import { correctionCheckFor, tick, writeCorrectionsFor } from './correction-check.service.ts';

export function correctionCheckRoutes(app: App): void {
  serve(app, correctionCheck, ({ context, currentUser, params }) => correctionCheckFor(context, currentUser, params.archiveId));
  serve(app, tickCorrection, (call) => tick(call, call.params.markId, call.body));
  serve(app, writeCorrections, (call) => writeCorrectionsFor(call, call.params.archiveId));
}
