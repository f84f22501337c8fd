import { addTrack, getTrack, listTracks, orderTracks, removeTracks, retryTrack, saveTrack, tracksOf } from '../../contract/media/track.ts';
import { loggedWrite } from '../audit/operation-log.ts';
import { serve, type App } from '../http/serve.ts';
import {
  addTrack as add,
  adminTrack,
  adminTracks,
  orderTracks as order,
  publicTracks,
  removeTracks as remove,
  retryTrack as retry,
  saveTrack as save,
} from './track.service.ts';

export function trackRoutes(app: App): void {
  serve(app, tracksOf, ({ context, params }) => publicTracks(context, params.publishId));
  serve(app, listTracks, ({ context, query }) => adminTracks(context, query.publishId));
  serve(app, getTrack, ({ context, params }) => adminTrack(context, params.mediaId));
  serve(app, addTrack, (call) => add(call.context, call.currentUser, call.body, loggedWrite(call, '曲目与分集')));
  serve(app, saveTrack, (call) => save(call.context, call.currentUser, call.body, loggedWrite(call, '曲目与分集')));
  serve(app, retryTrack, (call) => retry(call.context, call.params.mediaId, loggedWrite(call, '重新处理曲目与分集')));
  serve(app, orderTracks, (call) => order(call.context, call.body, loggedWrite(call, '曲目与分集排序')));
  serve(app, removeTracks, (call) => remove(call.context, call.currentUser, call.params.mediaIds, loggedWrite(call, '曲目与分集')));
}
