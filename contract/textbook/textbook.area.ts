import type { AreaMenu } from '../menu.ts';

export const TEXTBOOK_MENU: AreaMenu = [];
