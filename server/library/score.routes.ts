import { saveScore } from '../../contract/library/score.ts';
import { serve, type App } from '../http/serve.ts';
import { saveScore as keep } from './score.service.ts';

export function scoreRoutes(app: App): void {
  serve(app, saveScore, ({ context, currentUser, body }) => keep(context, currentUser, body.publishId, body.score));
}
