import { buttons, menuPage, type AreaMenu } from '../menu.ts';

export const SCHOLAR_MENU: AreaMenu = [
  menuPage('学者', 'user', 'structure/scholar/index', 'structure:scholar', buttons()),
  menuPage('学者馆作品', 'education', 'houseScholars/works/index', 'house:works', buttons()),
];
