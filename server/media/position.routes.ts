import { myPositions, savePosition } from '../../contract/media/position.ts';
import { serve, type App } from '../http/serve.ts';
import { myPositions as mine, savePosition as save } from './position.service.ts';

export function placeRoutes(app: App): void {
  serve(app, myPositions, ({ context, currentUser, query }) => mine(context, currentUser, query.publishId));
  serve(app, savePosition, ({ context, currentUser, body }) => save(context, currentUser, body));
}
