import { buttons, menuPage, type AreaMenu } from '../menu.ts';

export const STRUCTURE_MENU: AreaMenu = [
  menuPage('院校', 'education', 'structure/college/index', 'structure:college', buttons('query add edit remove export import')),
  menuPage('出版社', 'company', 'structure/press/index', 'structure:press', buttons()),
  menuPage('教授', 'peoples', 'structure/professor/index', 'structure:professor', buttons()),
  menuPage('主编组', 'peoples', 'structure/chiefeditor/index', 'structure:group', { add: '加入', remove: '移出' }),
  menuPage('审读编辑组', 'peoples', 'structure/editreview/index', 'structure:group'),
  menuPage('作者组', 'edit', 'structure/author/index', 'structure:group'),
  menuPage('普通用户', 'user', 'structure/regular/index', 'structure:group'),
  menuPage('作者列表', 'edit', 'author/authorList/index', 'author:author', buttons()),
  menuPage('作者文库', 'documentation', 'author/library/index', 'author:library', buttons('query export')),
  menuPage('申请记录', 'form', 'structure/applyForLog/index', 'structure:applyForLog', { audit: '审核', document: '查看证件材料' }),
];
