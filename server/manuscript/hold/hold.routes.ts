import { holdList } from '../../../contract/manuscript/hold.ts';
import { serve, type App } from '../../http/serve.ts';
import { holdsFor } from './hold.service.ts';

export function holdRoutes(app: App): void {
  serve(app, holdList, ({ context, query }) => holdsFor(context, query));
}
