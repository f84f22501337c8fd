import { buttons, menuPage, type AreaMenu } from '../menu.ts';

export const TOOL_MENU: AreaMenu = [
  menuPage('表单构建', 'build', 'tool/build/index', 'tool:build'),
  menuPage('代码生成', 'code', 'tool/gen/index', 'tool:gen', buttons('query edit remove import', { preview: '预览代码', code: '生成代码' })),
  menuPage('系统接口', 'swagger', 'tool/swagger/index', 'tool:swagger'),
];
