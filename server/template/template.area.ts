import type { ServerArea } from '../area.ts';
import { templateRoutes } from './template.routes.ts';

export const templateArea: ServerArea = {
  recycleKinds: {
    template: { bin: 'content', purge: 'mark' },
  },
  routes: [templateRoutes],
};
