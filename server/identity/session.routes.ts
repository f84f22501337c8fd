import { getInfo, getRouters, logout } from '../../contract/identity/session.ts';
import { bearer, serve, type App } from '../http/serve.ts';
import { menuTree } from './menu-tree.ts';
import { visibleMenus } from './menu.service.ts';
import { authenticateCached } from './session-cache.service.ts';
import { closeSession, whoAmI } from './session.service.ts';

export function sessionRoutes(app: App): void {
  app.authenticate = (token) => authenticateCached(app.context, token);
  serve(app, getInfo, ({ context, currentUser }) => whoAmI(context, currentUser));
  serve(app, getRouters, async ({ context, currentUser }) => menuTree(await visibleMenus(context, currentUser)));
  serve(app, logout, async ({ context, request }) => {
    const token = bearer(request);
    if (token) await closeSession(context, token);
    return { msg: '退出成功' };
  });
}
