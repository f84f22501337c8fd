import type { ServerArea } from '../area.ts';
import { messageRoutes } from './message.routes.ts';
import { todoRoutes } from './todo.routes.ts';

export const inboxArea: ServerArea = {
  routes: [messageRoutes, todoRoutes],
};
