import { GENERATED, WATCHED } from './wire-monitor-calls.ts';
import { FLOWS } from './wire-workflow-calls.ts';
import { BASE, one, PAGE, table, under, type WireCall } from './wire-call.ts';

const USER =
  'userId deptId userName nickName email phonenumber sex avatar status delFlag loginIp loginDate pwdUpdateDate dept roles roleIds postIds roleId admin createBy createTime updateBy updateTime remark';
const ROLE = `roleId roleName roleKey roleSort dataScope menuCheckStrictly deptCheckStrictly status delFlag flag menuIds deptIds permissions admin ${BASE}`;
const MENU = `menuId menuName parentName parentId orderNum path component query routeName isFrame isCache menuType visible status perms icon children ${BASE}`;
const DEPT = `deptId parentId ancestors deptName orderNum leader phone email status delFlag parentName children ${BASE}`;
const POST = `postId postCode postName postSort status flag ${BASE}`;
const DICT_TYPE = `dictId dictName dictType status ${BASE}`;
const DICT_DATA = `dictCode dictSort dictLabel dictValue dictType cssClass listClass isDefault status default ${BASE}`;
const CONFIG = `configId configName configKey configValue configType ${BASE}`;
const NOTICE = `noticeId noticeTitle noticeType noticeContent status isRead ${BASE}`;
const TREE = 'data data.id data.label';

const SESSION: readonly WireCall[] = [
  { call: 'GET /captchaImage', permission: null, keys: 'captchaEnabled' },
  {
    call: 'POST /register',
    permission: null,
    body: { username: 'newcomer', password: 'Wire-pass-77', confirmPassword: 'Wire-pass-77', code: '', uuid: '' },
  },
  { call: 'POST /login', permission: null, keys: 'token', body: { username: 'boss', password: 'Wire-pass-77', code: '', uuid: '' } },
  {
    call: 'GET /getInfo',
    permission: null,
    keys: `user roles permissions pwdChrtype isDefaultModifyPwd isPasswordExpired ${under('user', USER)}`,
  },
  {
    call: 'GET /getRouters',
    permission: null,
    keys: one('name path hidden redirect component alwaysShow meta meta.title meta.icon meta.noCache meta.link children'),
  },
  { call: 'POST /unlockscreen', permission: null, body: { password: 'Wire-pass-77' } },
];

const STRUCTURE: readonly WireCall[] = [
  {
    call: 'POST /system/dept',
    permission: 'system:dept:add',
    body: { parentId: 0, deptName: '总社', orderNum: 1, leader: '', phone: '', email: '', status: '0' },
  },
  {
    call: 'POST /system/dept',
    permission: 'system:dept:add',
    body: { parentId: '#deptId', deptName: '编辑部', orderNum: 1, leader: '李', phone: '', email: '', status: '0' },
  },
  { call: 'GET /system/dept/list', permission: 'system:dept:list', query: { status: '0' }, keys: `data ${one(DEPT)}` },
  { call: 'GET /system/dept/list/exclude/{deptId}', permission: 'system:dept:list', keys: `data ${one(DEPT)}` },
  { call: 'GET /system/dept/{deptId}', permission: 'system:dept:query', keys: one(DEPT) },
  { call: 'GET /system/dept/treeselect', permission: null, keys: TREE },
  {
    call: 'PUT /system/dept',
    permission: 'system:dept:edit',
    body: { deptId: '#deptId', parentId: 1, deptName: '编辑一部', orderNum: 2, status: '0' },
  },
  { call: 'PUT /system/dept/updateSort', permission: 'system:dept:edit', body: { deptIds: '##deptId', orderNums: '3' } },
  { call: 'POST /system/post', permission: 'system:post:add', body: { postCode: 'se', postName: '高级编辑', postSort: 1, status: '0', remark: '' } },
  { call: 'GET /system/post/list', permission: 'system:post:list', query: PAGE, keys: table(POST) },
  { call: 'GET /system/post/{postId}', permission: 'system:post:query', keys: one(POST) },
  {
    call: 'PUT /system/post',
    permission: 'system:post:edit',
    body: { postId: '#postId', postCode: 'se', postName: '资深编辑', postSort: 2, status: '0', remark: '' },
  },
  { call: 'POST /system/post/export', permission: 'system:post:export', body: PAGE, file: true },
  {
    call: 'POST /system/menu',
    permission: 'system:menu:add',
    body: {
      parentId: 0,
      menuName: '临时',
      icon: 'x',
      menuType: 'M',
      orderNum: 9,
      isFrame: '1',
      isCache: '0',
      visible: '0',
      status: '0',
      path: 'passing',
    },
  },
  { call: 'GET /system/menu/list', permission: 'system:menu:list', query: { status: '0' }, keys: `data ${one(MENU)}` },
  { call: 'GET /system/menu/{menuId}', permission: 'system:menu:query', keys: one(MENU) },
  { call: 'GET /system/menu/treeselect', permission: null, keys: TREE },
  {
    call: 'PUT /system/menu',
    permission: 'system:menu:edit',
    body: { menuId: '#menuId', parentId: 0, menuName: '临时改', icon: '#', menuType: 'M', orderNum: 9, path: 'passing', visible: '0', status: '0' },
  },
  { call: 'PUT /system/menu/updateSort', permission: 'system:menu:edit', body: { menuIds: '##menuId', orderNums: '8' } },
  {
    call: 'POST /system/role',
    permission: 'system:role:add',
    body: {
      roleName: '校对',
      roleKey: 'proof',
      roleSort: 9,
      status: '0',
      menuIds: ['#menuId'],
      deptIds: [],
      menuCheckStrictly: true,
      deptCheckStrictly: true,
    },
  },
  { call: 'GET /system/menu/roleMenuTreeselect/{roleId}', permission: null, keys: 'checkedKeys menus menus.id menus.label' },
  { call: 'GET /system/role/list', permission: 'system:role:list', query: PAGE, keys: table(ROLE) },
  { call: 'GET /system/role/{roleId}', permission: 'system:role:query', keys: one(ROLE) },
  { call: 'GET /system/role/deptTree/{roleId}', permission: 'system:role:query', keys: 'checkedKeys depts depts.id depts.label' },
  {
    call: 'PUT /system/role',
    permission: 'system:role:edit',
    body: { roleId: '#roleId', roleName: '校对员', roleKey: 'proof', roleSort: 8, status: '0', menuIds: [], deptIds: [] },
  },
  {
    call: 'PUT /system/role/dataScope',
    permission: 'system:role:edit',
    body: { roleId: '#roleId', dataScope: '2', deptIds: ['#deptId'], deptCheckStrictly: true },
  },
  { call: 'PUT /system/role/changeStatus', permission: 'system:role:edit', body: { roleId: '#roleId', status: '0' } },
  { call: 'POST /system/role/export', permission: 'system:role:export', body: PAGE, file: true },
];

const PEOPLE: readonly WireCall[] = [
  { call: 'GET /system/user/', permission: 'system:user:query', keys: 'roles posts' },
  {
    call: 'POST /system/user',
    permission: 'system:user:add',
    body: {
      deptId: '#deptId',
      userName: 'clerk',
      nickName: '文员',
      password: 'Wire-pass-77',
      sex: '2',
      status: '0',
      postIds: ['#postId'],
      roleIds: [],
    },
  },
  { call: 'GET /system/user/list', permission: 'system:user:list', query: { ...PAGE, 'params[beginTime]': '2020-01-01' }, keys: table(USER) },
  { call: 'GET /system/user/{userId}', permission: 'system:user:query', keys: `data postIds roleIds roles posts ${one(USER)}` },
  { call: 'GET /system/user/deptTree', permission: 'system:user:list', keys: TREE },
  {
    call: 'PUT /system/user',
    permission: 'system:user:edit',
    body: { userId: '#userId', deptId: '#deptId', userName: 'clerk', nickName: '文书', sex: '1', status: '0', postIds: [], roleIds: [] },
  },
  { call: 'PUT /system/user/resetPwd', permission: 'system:user:resetPwd', body: { userId: '#userId', password: 'Wire-pass-88' } },
  { call: 'PUT /system/user/changeStatus', permission: 'system:user:edit', body: { userId: '#userId', status: '0' } },
  { call: 'GET /system/user/authRole/{userId}', permission: 'system:user:query', keys: 'user roles roles.flag' },
  { call: 'PUT /system/user/authRole', permission: 'system:user:edit', query: { userId: '#userId', roleIds: '#roleId' } },
  { call: 'GET /system/role/authUser/allocatedList', permission: 'system:role:list', query: { ...PAGE, roleId: '#roleId' }, keys: table(USER) },
  { call: 'PUT /system/role/authUser/cancel', permission: 'system:role:edit', body: { userId: '#userId', roleId: '#roleId' } },
  { call: 'GET /system/role/authUser/unallocatedList', permission: 'system:role:list', query: { ...PAGE, roleId: '#roleId' }, keys: table(USER) },
  { call: 'PUT /system/role/authUser/selectAll', permission: 'system:role:edit', query: { roleId: '#roleId', userIds: '#userId' } },
  { call: 'PUT /system/role/authUser/cancelAll', permission: 'system:role:edit', query: { roleId: '#roleId', userIds: '#userId' } },
  { call: 'POST /system/user/export', permission: 'system:user:export', body: PAGE, file: true },
  { call: 'POST /system/user/importTemplate', permission: null, file: true },
  { call: 'POST /system/user/importData', permission: 'system:user:import', query: { updateSupport: '0' }, part: ['file', 'people'] },
  { call: 'DELETE /system/user/{userId}', permission: 'system:user:remove' },
  { call: 'DELETE /system/role/{roleId}', permission: 'system:role:remove' },
  { call: 'DELETE /system/menu/{menuId}', permission: 'system:menu:remove' },
  { call: 'DELETE /system/post/{postId}', permission: 'system:post:remove' },
  { call: 'GET /system/user/profile', permission: null, keys: `data roleGroup postGroup ${one(USER)}` },
  { call: 'PUT /system/user/profile', permission: null, body: { nickName: '主管', phonenumber: '', email: '', sex: '2' } },
  { call: 'POST /system/user/profile/avatar', permission: null, part: ['avatarfile', 'picture'], keys: 'imgUrl' },
  { call: 'PUT /system/user/profile/updatePwd', permission: null, body: { oldPassword: 'Wire-pass-77', newPassword: 'Wire-pass-99' } },
];

const WORDS: readonly WireCall[] = [
  { call: 'POST /system/dict/type', permission: 'system:dict:add', body: { dictName: '纸张', dictType: 'paper_kind', status: '0', remark: '' } },
  { call: 'GET /system/dict/type/list', permission: 'system:dict:list', query: PAGE, keys: table(DICT_TYPE) },
  { call: 'GET /system/dict/type/{dictId}', permission: 'system:dict:query', keys: one(DICT_TYPE) },
  { call: 'GET /system/dict/type/optionselect', permission: null, keys: `data ${one(DICT_TYPE)}` },
  {
    call: 'PUT /system/dict/type',
    permission: 'system:dict:edit',
    body: { dictId: '#dictId', dictName: '用纸', dictType: 'paper_kind', status: '0', remark: '' },
  },
  { call: 'DELETE /system/dict/type/refreshCache', permission: 'system:dict:remove' },
  { call: 'POST /system/dict/type/export', permission: 'system:dict:export', body: PAGE, file: true },
  {
    call: 'POST /system/dict/data',
    permission: 'system:dict:add',
    body: { dictLabel: '胶版', dictValue: '1', dictType: 'paper_kind', cssClass: '', listClass: 'default', dictSort: 1, status: '0', remark: '' },
  },
  { call: 'GET /system/dict/data/list', permission: 'system:dict:list', query: { ...PAGE, dictType: 'paper_kind' }, keys: table(DICT_DATA) },
  { call: 'GET /system/dict/data/{dictCode}', permission: 'system:dict:query', keys: one(DICT_DATA) },
  // Public, so the fields for creator and editor of an entry are missing.
  {
    call: 'GET /system/dict/data/type/sys_user_sex',
    permission: null,
    keys: `data ${one('dictCode dictSort dictLabel dictValue dictType cssClass listClass isDefault status')}`,
  },
  {
    call: 'PUT /system/dict/data',
    permission: 'system:dict:edit',
    body: { dictCode: '#dictCode', dictLabel: '轻型', dictValue: '1', dictType: 'paper_kind', listClass: 'info', dictSort: 1, status: '0' },
  },
  { call: 'POST /system/dict/data/export', permission: 'system:dict:export', body: PAGE, file: true },
  { call: 'DELETE /system/dict/data/{dictCode}', permission: 'system:dict:remove' },
  { call: 'DELETE /system/dict/type/{dictId}', permission: 'system:dict:remove' },
  {
    call: 'POST /system/config',
    permission: 'system:config:add',
    body: { configName: '页数', configKey: 'wire.pages', configValue: '12', configType: 'N', remark: '' },
  },
  { call: 'GET /system/config/list', permission: 'system:config:list', query: PAGE, keys: table(CONFIG) },
  { call: 'GET /system/config/{configId}', permission: 'system:config:query', keys: one(CONFIG) },
  { call: 'GET /system/config/configKey/sys.index.skinName', permission: null },
  {
    call: 'PUT /system/config',
    permission: 'system:config:edit',
    body: { configId: '#configId', configName: '页数', configKey: 'wire.pages', configValue: '14', configType: 'N', remark: '' },
  },
  { call: 'DELETE /system/config/refreshCache', permission: 'system:config:remove' },
  { call: 'POST /system/config/export', permission: 'system:config:export', body: PAGE, file: true },
  { call: 'DELETE /system/config/{configId}', permission: 'system:config:remove' },
  {
    call: 'POST /system/notice',
    permission: 'system:notice:add',
    body: { noticeTitle: '停电', noticeType: '1', noticeContent: '<p>周六</p>', status: '0' },
  },
  { call: 'GET /system/notice/list', permission: 'system:notice:list', query: PAGE, keys: table(NOTICE) },
  { call: 'GET /system/notice/{noticeId}', permission: null, keys: one(NOTICE) },
  {
    call: 'GET /system/notice/listTop',
    permission: null,
    before: 'notice published',
    keys: `data unreadCount ${one('noticeId noticeTitle noticeType status createBy createTime isRead')}`,
  },
  { call: 'POST /system/notice/markRead', permission: null, query: { noticeId: '#noticeId' } },
  { call: 'POST /system/notice/markReadAll', permission: null, query: { ids: '#noticeId' } },
  {
    call: 'GET /system/notice/readUsers/list',
    permission: 'system:notice:list',
    query: { ...PAGE, noticeId: '#noticeId' },
    keys: table('userId userName nickName deptName phonenumber readTime'),
  },
  {
    call: 'PUT /system/notice',
    permission: 'system:notice:edit',
    body: { noticeId: '#noticeId', noticeTitle: '周日停电', noticeType: '1', noticeContent: '<p>周日</p>', status: '0' },
  },
  { call: 'DELETE /system/notice/{noticeId}', permission: 'system:notice:remove' },
  { call: 'POST /common/upload', permission: null, part: ['file', 'words'], keys: 'url fileName newFileName originalFilename' },
  { call: 'GET /common/download/resource', permission: null, query: { resource: '#fileName' }, file: true },
  { call: 'GET /common/download', permission: null, before: 'export kept', query: { fileName: '#fileName', delete: 'true' }, file: true },
];

export const WIRE: readonly WireCall[] = [
  ...SESSION,
  ...STRUCTURE,
  ...PEOPLE,
  ...WORDS,
  ...WATCHED,
  ...GENERATED,
  ...FLOWS,
  { call: 'POST /logout', permission: null },
];
