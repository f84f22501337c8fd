import {
  addMark,
  decideMark,
  editMark,
  proofDetail,
  proofEvent,
  proofList,
  proofreaders,
  removeMark,
  replyMark,
} from '../../contract/proof/proof.ts';
import { serve, type App } from '../http/serve.ts';
import { changeMark, decide, dropMark, storeMark, reply } from './proof-mark.service.ts';
import { peopleFor, proofFor, proofsFor } from './proof.service.ts';
import { handleProofEvent } from './proof-step.service.ts';

export function proofRoutes(app: App): void {
  serve(app, proofList, ({ context, currentUser, query }) => proofsFor(context, currentUser, query));
  serve(app, proofDetail, ({ context, currentUser, params }) => proofFor(context, currentUser, params.proofId));
  serve(app, proofreaders, ({ context, params }) => peopleFor(context, params.proofId));
  serve(app, addMark, ({ context, currentUser, body }) => storeMark(context, currentUser, body));
  serve(app, editMark, ({ context, currentUser, body }) => changeMark(context, currentUser, body));
  serve(app, removeMark, ({ context, currentUser, params }) => dropMark(context, currentUser, params.markId));
  serve(app, decideMark, (call) => decide(call, call.params.markId, call.body));
  serve(app, replyMark, ({ context, currentUser, body }) => reply(context, currentUser, body.markId, body.text));
  serve(app, proofEvent, (call) => handleProofEvent(call, call.params.proofId, call.params.event, call.body ?? {}));
}
