import {
  allocatedUsers,
  cancelUser,
  cancelUsers,
  changeRoleStatus,
  deptsOfRole,
  role,
  roleOptions,
  saveDataScope,
  selectUsers,
  unallocatedUsers,
} from '../../contract/system/role.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { deptsForRole, enabledRoles, peopleOfRole, roles, setDataScope, setHolders, setRoleStatus } from './role.service.ts';

export function roleRoutes(app: App): void {
  serveCrud(app, role, roles);
  serve(app, roleOptions, ({ context, currentUser }) => enabledRoles(context, currentUser));
  serve(app, saveDataScope, (call) =>
    setDataScope(call, { ...call.body, deptIds: call.body.deptIds ?? [], strictly: call.body.deptCheckStrictly ?? null }),
  );
  serve(app, changeRoleStatus, (call) => setRoleStatus(call, call.body.roleId, call.body.status));
  serve(app, deptsOfRole, ({ context, currentUser, params }) => deptsForRole(context, currentUser, params.roleId));
  serve(app, allocatedUsers, ({ context, currentUser, query }) => peopleOfRole(context, currentUser, query, true));
  serve(app, unallocatedUsers, ({ context, currentUser, query }) => peopleOfRole(context, currentUser, query, false));
  serve(app, cancelUser, (call) => setHolders(call, call.body.roleId, [call.body.userId], false));
  serve(app, cancelUsers, (call) => setHolders(call, call.query.roleId, call.query.userIds, false));
  serve(app, selectUsers, (call) => setHolders(call, call.query.roleId, call.query.userIds, true));
}
