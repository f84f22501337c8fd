import type { AreaMenu } from '../menu.ts';

export const TEACHING_MENU: AreaMenu = [];
