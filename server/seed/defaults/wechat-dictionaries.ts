import { rankMachine } from '../../../contract/wechat/rank.machine.ts';
import { statesOf, type Entries } from './dictionary-entries.ts';

/** Dictionaries of the ranking of public accounts. */
export const WECHAT_DICTIONARIES: readonly (readonly [type: string, name: string, entries: Entries])[] = [
  [
    'cms_wechat_period',
    '榜单周期',
    [
      ['week', '周榜', 'primary'],
      ['month', '月榜', 'success'],
      ['year', '年榜', 'warning'],
    ],
  ],
  ['cms_wechat_rank_status', '榜单状态', statesOf(rankMachine)],
  [
    'cms_wechat_outlier',
    '文章数据异常',
    [
      ['none', '无', 'info'],
      ['ratio', '阅读与点赞之比过高', 'warning'],
      ['jump', '增长过快', 'warning'],
    ],
  ],
  [
    'cms_wechat_outlier_state',
    '异常判定',
    [
      ['none', '无需判定', 'info'],
      ['pending', '待判定', 'warning'],
      ['counted', '计入', 'success'],
      ['excluded', '不计入', 'danger'],
    ],
  ],
];
