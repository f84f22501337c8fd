import { buttons, menuPage, type AreaMenu } from '../menu.ts';

export const MEDIA_MENU: AreaMenu = [menuPage('音像出版', 'video', 'publication/audio', 'publish:audio', buttons('query add edit remove'))];
