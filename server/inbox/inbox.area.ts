import type { ServerArea } from '../area.ts';
import { sendNextDigest } from './message-mail.ts';
import { messageRoutes } from './message.routes.ts';
import { notifyPreferenceRoutes } from './notify-preference.routes.ts';
import { todoRoutes } from './todo.routes.ts';

export const inboxArea: ServerArea = {
  routes: [messageRoutes, notifyPreferenceRoutes, todoRoutes],
  lanes: [{ workers: [sendNextDigest], everyMs: 30_000 }],
};
