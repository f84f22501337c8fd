import { cacheKeys, cacheNames, cacheValue, clearCacheAll, clearCacheKey, clearCacheName, getCache } from '../../contract/monitor/cache.ts';
import { serve, type App } from '../http/serve.ts';
import { clearKey, clearRegion, keysOf, regions, state, valueOf } from './cache.service.ts';

export function cacheRoutes(app: App): void {
  serve(app, getCache, ({ house }) => state(house));
  serve(app, cacheNames, ({ house }) => regions(house));
  serve(app, cacheKeys, ({ house, params }) => keysOf(house, params.cacheName));
  serve(app, cacheValue, ({ house, params }) => valueOf(house, params.cacheName, params.cacheKey));
  serve(app, clearCacheName, (call) => clearRegion(call, call.params.cacheName));
  serve(app, clearCacheKey, (call) => clearKey(call, call.params.cacheKey));
  serve(app, clearCacheAll, (call) => clearRegion(call, ''));
}
