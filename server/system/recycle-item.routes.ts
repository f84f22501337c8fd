import { listRecycled, purgeRecycled, restoreRecycled } from '../../contract/system/recycle-item.ts';
import { serve, type App } from '../http/serve.ts';
import { purge, recycled, restore } from './recycle-item.service.ts';

export function recycleItemRoutes(app: App): void {
  serve(app, listRecycled, ({ context, currentUser, query }) => recycled(context, currentUser, query));
  serve(app, restoreRecycled, (call) => restore(call, call.params.ids));
  serve(app, purgeRecycled, (call) => purge(call, call.params.ids));
}
