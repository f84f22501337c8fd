import { syncAnnotations } from '../../contract/annotation/sync.ts';
import { serve, type App } from '../http/serve.ts';
import { syncOf } from './sync.service.ts';

export function syncRoutes(app: App): void {
  serve(app, syncAnnotations, ({ context, currentUser, body }) => syncOf(context, currentUser, body));
}
