import {
  changeUserStatus,
  getUser,
  handOverWork,
  heldWork,
  resetPassword,
  rolesOfUser,
  saveRolesOfUser,
  staff,
  successorChoices,
  userChoices,
  userCount,
  userDeptTree,
} from '../../contract/system/user.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { deptChoices } from './dept.service.ts';
import {
  choicesFor,
  enabledUsers,
  handOver,
  heldWorkOf,
  rolesFor,
  setPassword,
  setRolesOf,
  setStatus,
  successorsFor,
  userDetail,
  users,
} from './user.service.ts';

export function userRoutes(app: App): void {
  serveCrud(app, staff, users);
  serve(app, userCount, ({ context }) => enabledUsers(context));
  serve(app, userChoices, ({ context }) => choicesFor(context, null));
  serve(app, getUser, ({ context, currentUser, params }) => userDetail(context, currentUser, params.userId));
  serve(app, resetPassword, async (call) => {
    const initPassword = await setPassword(call, call.body.userId, call.body.password);
    return initPassword ? { initPassword } : {};
  });
  serve(app, changeUserStatus, (call) => setStatus(call, call.body.userId, call.body.status, call.body));
  serve(app, heldWork, ({ context, currentUser, params }) => heldWorkOf(context, currentUser, params.userId));
  serve(app, handOverWork, (call) => handOver(call, call.body.userId, call.body));
  serve(app, successorChoices, ({ context, query }) => successorsFor(context, query.name));
  serve(app, rolesOfUser, ({ context, currentUser, params }) => rolesFor(context, currentUser, params.userId));
  serve(app, saveRolesOfUser, (call) => setRolesOf(call, call.query.userId, call.query.roleIds));
  serve(app, userDeptTree, ({ context, currentUser }) => deptChoices(context, currentUser, 'system:user:list'));
}
