import { getProgress, myProgress, saveProgress } from '../../contract/reading/progress.ts';
import { serve, type App } from '../http/serve.ts';
import { progressIn, recent, saveProgress as keep } from './progress.service.ts';

export function progressRoutes(app: App): void {
  serve(app, getProgress, ({ house, visitor, query }) => progressIn(house, visitor, query.publishId));
  serve(app, saveProgress, ({ house, visitor, body }) => keep(house, visitor, body));
  serve(app, myProgress, ({ house, visitor, query }) => recent(house, visitor, query));
}
