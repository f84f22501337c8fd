import { buttons, menuPage, type AreaMenu } from '../menu.ts';

export const CATALOG_MENU: AreaMenu = [
  menuPage(
    '出版物列表',
    'list',
    'publication/publicationList',
    'publish:publication',
    buttons('query add edit remove', { publish: '上架审核', delist: '下架', reprint: '登记重印', recall: '召回' }),
  ),
  menuPage('发布渠道', 'international', 'publication/channel/index', 'publish:channel', buttons()),
  menuPage('丛书专题', 'list', 'cms/collection/index', 'publish:collection', buttons()),
  menuPage('栏目字段', 'form', 'program/field/index', 'program:field', buttons()),
];
