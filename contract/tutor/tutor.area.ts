import { buttons, menuPage, type AreaMenu } from '../menu.ts';

export const TUTOR_MENU: AreaMenu = [menuPage('辅导管理', 'peoples', 'cms/tutor/index', 'cms:tutor', buttons('query edit export'))];
