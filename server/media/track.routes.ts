import { addTrack, getTrack, listTracks, orderTracks, removeTracks, retryTrack, saveTrack, tracksOf } from '../../contract/media/track.ts';
import { logged } from '../audit/operation-log.ts';
import { serve, type App } from '../http/serve.ts';
import {
  addTrack as add,
  deskTrack,
  deskTracks,
  orderTracks as order,
  publicTracks,
  removeTracks as remove,
  retryTrack as retry,
  saveTrack as save,
} from './track.service.ts';

export function trackRoutes(app: App): void {
  serve(app, tracksOf, ({ house, params }) => publicTracks(house, params.publishId));
  serve(app, listTracks, ({ house, query }) => deskTracks(house, query.publishId));
  serve(app, getTrack, ({ house, params }) => deskTrack(house, params.mediaId));
  serve(app, addTrack, (call) => add(call.house, call.visitor, call.body, logged(call, '曲目与分集')));
  serve(app, saveTrack, (call) => save(call.house, call.visitor, call.body, logged(call, '曲目与分集')));
  serve(app, retryTrack, (call) => retry(call.house, call.params.mediaId, logged(call, '重新处理曲目与分集')));
  serve(app, orderTracks, (call) => order(call.house, call.body, logged(call, '曲目与分集排序')));
  serve(app, removeTracks, (call) => remove(call.house, call.visitor, call.params.mediaIds, logged(call, '曲目与分集')));
}
