import { myPlaces, savePlace } from '../../contract/media/position.ts';
import { serve, type App } from '../http/serve.ts';
import { myPlaces as mine, savePlace as save } from './position.service.ts';

export function placeRoutes(app: App): void {
  serve(app, myPlaces, ({ house, visitor, query }) => mine(house, visitor, query.publishId));
  serve(app, savePlace, ({ house, visitor, body }) => save(house, visitor, body));
}
