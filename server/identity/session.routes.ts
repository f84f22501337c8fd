import { getInfo, getRouters, logout } from '../../contract/identity/session.ts';
import { bearer, serve, type App } from '../http/serve.ts';
import { menuTree } from './menu-tree.ts';
import { visibleMenus } from './menu.service.ts';
import { recogniseKept } from './session-cache.service.ts';
import { closeSession, whoAmI } from './session.service.ts';

export function sessionRoutes(app: App): void {
  app.recognise = (token) => recogniseKept(app.house, token);
  serve(app, getInfo, ({ house, visitor }) => whoAmI(house, visitor));
  serve(app, getRouters, async ({ house, visitor }) => menuTree(await visibleMenus(house, visitor)));
  serve(app, logout, async ({ house, request }) => {
    const token = bearer(request);
    if (token) await closeSession(house, token);
    return { msg: '退出成功' };
  });
}
