import { getPreparation, recentPreparations, startPreparation } from '../../contract/catalog/preparation.ts';
import { serve, type App } from '../http/serve.ts';
import { myPreparations, preparation, startPreparation as start } from './preparation.service.ts';

export function preparationRoutes(app: App): void {
  serve(app, startPreparation, ({ house, visitor, body }) => start(house, visitor, body));
  serve(app, recentPreparations, ({ house, visitor }) => myPreparations(house, visitor));
  serve(app, getPreparation, ({ house, visitor, params }) => preparation(house, visitor, params.preparationId));
}
