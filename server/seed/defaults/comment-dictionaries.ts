import { commentMachine } from '../../../contract/comment/comment.machine.ts';
import { statesOf, type Entries } from './dictionary-entries.ts';

/** Dictionaries of comments and their moderation. */
export const COMMENT_DICTIONARIES: readonly (readonly [type: string, name: string, entries: Entries])[] = [
  ['cms_comment_status', '评论状态', statesOf(commentMachine)],
  [
    'cms_comment_target',
    '评论对象',
    [
      ['publication', '出版物'],
      ['information', '资讯'],
      ['notice', '公告'],
      ['contest', '大赛'],
      ['message', '作者留言'],
      ['wechatArticle', '公众号文章'],
    ],
  ],
  [
    'cms_comment_report_reason',
    '举报理由',
    [
      ['abuse', '辱骂攻击', 'danger'],
      ['spoiler', '剧透', 'warning'],
      ['advert', '广告', 'warning'],
      ['illegal', '违法违规', 'danger'],
      ['privacy', '泄露隐私', 'danger'],
      ['other', '其他', 'default'],
    ],
  ],
  [
    'cms_penalty_kind',
    '处罚类型',
    [
      ['mute', '禁言', 'danger'],
      ['noComment', '禁止评论', 'warning'],
      ['noUpload', '禁止上传', 'warning'],
    ],
  ],
  [
    'cms_penalty_state',
    '处罚状态',
    [
      ['active', '生效中', 'danger'],
      ['expired', '已到期', 'info'],
      ['lifted', '已解除', 'success'],
    ],
  ],
  [
    'cms_word_list',
    '敏感词名单',
    [
      ['A', '禁止发布', 'danger'],
      ['B', '先审后发', 'warning'],
    ],
  ],
  [
    'cms_word_match',
    '敏感词匹配',
    [
      ['variants', '识别变体'],
      ['exact', '精确匹配'],
    ],
  ],
];
