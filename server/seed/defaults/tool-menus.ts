import { buttons, type MenuEntry } from './menu-entry.ts';

export const TOOL_MENU: MenuEntry = {
  name: '系统工具',
  path: 'tool',
  icon: 'tool',
  below: [
    {
      name: '代码生成',
      path: 'gen',
      icon: 'code',
      component: 'tool/gen/index',
      permission: 'tool:gen',
      buttons: buttons('query edit remove import', { preview: '预览代码', code: '生成代码' }),
    },
    { name: '系统接口', path: 'swagger', icon: 'swagger', component: 'tool/swagger/index', permission: 'tool:swagger' },
  ],
};
