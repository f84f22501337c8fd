import { listMenus, menu, menusOfRole, menuTree, sortMenus } from '../../contract/system/menu.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { heldMenus, menuChoices, menus, menusHeldByRole, placeMenusInOrder } from './menu.service.ts';

export function menuRoutes(app: App): void {
  serveCrud(app, menu, menus);
  serve(app, listMenus, ({ context, currentUser, query }) => heldMenus(context, currentUser, query));
  serve(app, menuTree, ({ context, currentUser }) => menuChoices(context, currentUser));
  serve(app, menusOfRole, ({ context, currentUser, params }) => menusHeldByRole(context, currentUser, params.roleId));
  serve(app, sortMenus, (call) => placeMenusInOrder(call, call.body.menuIds, call.body.orderNums));
}
