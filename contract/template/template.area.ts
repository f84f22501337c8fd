import { buttons, menuPage, type AreaMenu } from '../menu.ts';

export const TEMPLATE_MENU: AreaMenu = [menuPage('模板', 'documentation', 'templateList/index', 'template:template', buttons())];
