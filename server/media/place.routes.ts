import { myPlaces, savePlace } from '../../contract/media/place.ts';
import { serve, type App } from '../http/serve.ts';
import { myPlaces as mine, savePlace as save } from './place.service.ts';

export function placeRoutes(app: App): void {
  serve(app, myPlaces, ({ house, visitor, query }) => mine(house, visitor, query.publishId));
  serve(app, savePlace, ({ house, visitor, body }) => save(house, visitor, body));
}
