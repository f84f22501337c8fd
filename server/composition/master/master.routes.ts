import {
  addMasterTrack,
  masterTracks,
  orderMasterTracks,
  playMasterTrack,
  removeMasterTrack,
  replaceMasterTrack,
  retryMasterTrack,
  saveMasterTrack,
} from '../../../contract/composition/master.ts';
import { serve, type App } from '../../http/serve.ts';
import { addPart, masterFor, orderParts, playPart, removePart, replacePart, retryPart, savePart } from './master.service.ts';

export function masterRoutes(app: App): void {
  serve(app, masterTracks, ({ context, params }) => masterFor(context, params.compositionId));
  serve(app, addMasterTrack, (call) => addPart(call, call.body));
  serve(app, replaceMasterTrack, (call) => replacePart(call, call.body));
  serve(app, saveMasterTrack, (call) => savePart(call, call.body));
  serve(app, orderMasterTracks, (call) => orderParts(call, call.body));
  serve(app, retryMasterTrack, (call) => retryPart(call, call.params.trackId));
  serve(app, removeMasterTrack, (call) => removePart(call, call.params.trackId));
  serve(app, playMasterTrack, ({ context, currentUser, params }) => playPart(context, currentUser, params.trackId));
}
