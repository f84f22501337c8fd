import { buttons, menuPage, type AreaMenu } from '../menu.ts';

export const ANNOTATION_MENU: AreaMenu = [menuPage('错字反馈', 'feedback', 'publication/erratum', 'publish:erratum', buttons('query edit export'))];
