import { buttons, menuPage, type AreaMenu } from '../menu.ts';

export const COMMENT_MENU: AreaMenu = [
  menuPage('内容审核', 'validCode', 'cms/comment/moderation/index', 'cms:comment'),
  menuPage('评论', 'message', 'cms/comment/list/index', 'cms:comment', { audit: '审核', remove: '移除' }),
  menuPage('作者留言管理', 'edit', 'cms/message/index', 'cms:comment'),
  menuPage('敏感词', 'lock', 'cms/comment/word/index', 'cms:sensitiveWord', buttons('query add edit remove export import')),
  menuPage('处罚记录', 'log', 'cms/comment/penalty/index', 'cms:penalty', buttons('add edit export')),
];
