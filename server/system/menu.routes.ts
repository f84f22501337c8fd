import { listMenus, menu, menusOfRole, menuTree, sortMenus } from '../../contract/system/menu.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { heldMenus, menuChoices, menus, menusHeldByRole, placeMenusInOrder } from './menu.service.ts';

export function menuRoutes(app: App): void {
  serveCrud(app, menu, menus);
  serve(app, listMenus, ({ house, visitor, query }) => heldMenus(house, visitor, query));
  serve(app, menuTree, ({ house, visitor }) => menuChoices(house, visitor));
  serve(app, menusOfRole, ({ house, visitor, params }) => menusHeldByRole(house, visitor, params.roleId));
  serve(app, sortMenus, (call) => placeMenusInOrder(call, call.body.menuIds, call.body.orderNums));
}
