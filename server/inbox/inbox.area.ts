import type { ServerArea } from '../area.ts';
import { inboxPersonalTables } from './personal-tables.ts';
import { sendNextDigest } from './message-mail.ts';
import { messageRoutes } from './message.routes.ts';
import { notifyPreferenceRoutes } from './notify-preference.routes.ts';
import { pushRoutes } from './push.routes.ts';
import { sendNextPush } from './push-delivery.ts';
import { todoRoutes } from './todo.routes.ts';

export const inboxArea: ServerArea = {
  personalTables: inboxPersonalTables,
  routes: [messageRoutes, notifyPreferenceRoutes, pushRoutes, todoRoutes],
  lanes: [
    { name: 'digest', title: '寄出消息摘要', workers: [sendNextDigest], everyMs: 30_000 },
    // A lane of its own: a slow push service delays no mail.
    { name: 'push', title: '推送消息', workers: [sendNextPush], everyMs: 5_000 },
  ],
};
