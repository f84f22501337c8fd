import { cacheKeys, cacheNames, cacheValue, clearCacheAll, clearCacheKey, clearCacheName, getCache } from '../../contract/monitor/cache.ts';
import { serve, type App } from '../http/serve.ts';
import { clearKey, clearRegion, keysOf, regions, state, valueOf } from './cache.service.ts';

export function cacheRoutes(app: App): void {
  serve(app, getCache, ({ context }) => state(context));
  serve(app, cacheNames, ({ context }) => regions(context));
  serve(app, cacheKeys, ({ context, params }) => keysOf(context, params.cacheName));
  serve(app, cacheValue, ({ context, params }) => valueOf(context, params.cacheName, params.cacheKey));
  serve(app, clearCacheName, (call) => clearRegion(call, call.params.cacheName));
  serve(app, clearCacheKey, (call) => clearKey(call, call.params.cacheKey));
  serve(app, clearCacheAll, (call) => clearRegion(call, ''));
}
