import {
  accessBatch,
  accessBatchEvent,
  accessCodes,
  batchUsage,
  ownCodes,
  printBatch,
  redeemCode,
  voidCode,
} from '../../../contract/textbook/access-code.ts';
import { serveCrud } from '../../crud/serve-crud.ts';
import { serve, type App } from '../../http/serve.ts';
import { batches, handleBatchEvent, printFor, sendPrintFile, usageOf } from './access-batch.service.ts';
import { codesBy, codesFor, redeem, voidCodeOf } from './access-code.service.ts';

export function accessCodeRoutes(app: App): void {
  serveCrud(app, accessBatch, batches);
  serve(app, accessBatchEvent, (call) => handleBatchEvent(call, call.params.batchId, call.params.event, call.body?.reason ?? ''));
  serve(app, printBatch, async (call) => sendPrintFile(call.reply, await printFor(call, call.params.batchId)));
  serve(app, batchUsage, ({ context, params }) => usageOf(context, params.batchId));
  serve(app, accessCodes, ({ context, query }) => codesBy(context, query));
  serve(app, voidCode, (call) => voidCodeOf(call, call.params.codeId, call.body.reason));
  serve(app, redeemCode, ({ context, currentUser, request, body }) => redeem(context, currentUser, request.ip, body));
  serve(app, ownCodes, ({ context, currentUser }) => codesFor(context, currentUser));
}
