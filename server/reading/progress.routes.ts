import { getProgress, myProgress, saveProgress } from '../../contract/reading/progress.ts';
import { serve, type App } from '../http/serve.ts';
import { progressIn, recent, saveProgress as keep } from './progress.service.ts';

export function progressRoutes(app: App): void {
  serve(app, getProgress, ({ context, currentUser, query }) => progressIn(context, currentUser, query.publishId));
  serve(app, saveProgress, ({ context, currentUser, body }) => keep(context, currentUser, body));
  serve(app, myProgress, ({ context, currentUser, query }) => recent(context, currentUser, query));
}
