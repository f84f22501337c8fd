import { feedbackMachine } from '../../../contract/system/feedback.machine.ts';
import { noticeMachine } from '../../../contract/system/notice.machine.ts';
import { statesOf, type Entries } from './dictionary-entries.ts';

/** Dictionaries of system management: those of compatible clients, and those of our own states. */
export const SYSTEM_DICTIONARIES: readonly (readonly [type: string, name: string, entries: Entries])[] = [
  [
    'tool_gen_template',
    '代码生成模板',
    [
      ['crud', '单表', 'primary'],
      ['tree', '树表', 'success'],
      ['sub', '主子表', 'info'],
    ],
  ],
  [
    'sys_show_hide',
    '菜单状态',
    [
      ['0', '显示', 'primary'],
      ['1', '隐藏', 'danger'],
    ],
  ],
  [
    'sys_notice_status',
    '通知状态',
    [
      ['0', '正常', 'primary'],
      ['1', '关闭', 'danger'],
    ],
  ],
  [
    'sys_menu_type',
    '菜单类型',
    [
      ['M', '目录', 'info'],
      ['C', '菜单', 'primary'],
      ['F', '按钮', 'default'],
    ],
  ],
  [
    'sys_menu_frame',
    '是否外链',
    [
      ['0', '外链', 'warning'],
      ['1', '站内', 'default'],
    ],
  ],
  [
    'sys_menu_cache',
    '是否缓存',
    [
      ['0', '缓存', 'default'],
      ['1', '不缓存', 'info'],
    ],
  ],
  [
    'sys_role_data_scope',
    '数据范围',
    [
      ['1', '全部数据', 'primary'],
      ['2', '自定义部门', 'info'],
      ['3', '本部门', 'default'],
      ['4', '本部门及以下', 'default'],
      ['5', '仅本人', 'warning'],
    ],
  ],
  [
    'system_dict_list_class',
    '标签颜色',
    [
      ['default', '默认', 'default'],
      ['primary', '蓝', 'primary'],
      ['success', '绿', 'success'],
      ['info', '灰', 'info'],
      ['warning', '黄', 'warning'],
      ['danger', '红', 'danger'],
    ],
  ],
  [
    'system_account_identity_type',
    '账号标识类型',
    [
      ['username', '登录账号'],
      ['mobile', '手机号码'],
      ['email', '邮箱'],
      ['wechat', '微信'],
    ],
  ],
  [
    'system_account_cancel_status',
    '注销申请',
    [
      ['none', '无'],
      ['applied', '已申请', 'warning'],
      ['cancelled', '已注销', 'info'],
    ],
  ],
  ['system_notice_status', '公告状态', statesOf(noticeMachine)],
  [
    'system_notice_audience',
    '公告可见范围',
    [
      ['all', '所有人'],
      ['author', '作者'],
      ['staff', '工作人员'],
    ],
  ],
  [
    'system_feedback_type',
    '反馈类型',
    [
      ['bug', '功能异常', 'danger'],
      ['content', '内容差错', 'warning'],
      ['suggest', '功能建议', 'primary'],
      ['complaint', '投诉', 'danger'],
      ['other', '其他', 'default'],
    ],
  ],
  ['system_feedback_status', '反馈状态', statesOf(feedbackMachine)],
  [
    'publish_erratum_status',
    '错字反馈状态',
    [
      ['pending', '待处理', 'primary'],
      ['accepted', '已采纳', 'success'],
      ['rejected', '不采纳', 'info'],
    ],
  ],
  [
    'system_problem_category',
    '问题分类',
    [
      ['账号', '账号'],
      ['投稿', '投稿'],
      ['阅读', '阅读'],
      ['支付', '支付'],
      ['其他', '其他'],
    ],
  ],
];
