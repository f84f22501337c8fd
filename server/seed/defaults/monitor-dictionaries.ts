import { MAIL_TEMPLATES } from '../../../contract/mail-template.ts';
import type { Entries } from './dictionary-entries.ts';

/** Monitoring dictionaries, the same as in compatible clients. */
export const MONITOR_DICTIONARIES: readonly (readonly [type: string, name: string, entries: Entries])[] = [
  [
    'sys_oper_type',
    '操作类型',
    [
      ['0', '其他', 'info'],
      ['1', '新增', 'info'],
      ['2', '修改', 'info'],
      ['3', '删除', 'danger'],
      ['4', '授权', 'primary'],
      ['5', '导出', 'warning'],
      ['6', '导入', 'warning'],
      ['7', '强退', 'danger'],
      ['8', '生成代码', 'warning'],
      ['9', '清空数据', 'danger'],
    ],
  ],
  [
    'sys_common_status',
    '系统状态',
    [
      ['0', '成功', 'success'],
      ['1', '失败', 'danger'],
    ],
  ],
  [
    'sys_job_status',
    '任务状态',
    [
      ['0', '正常', 'primary'],
      ['1', '暂停', 'warning'],
    ],
  ],
  [
    'sys_job_group',
    '任务分组',
    [
      ['DEFAULT', '默认'],
      ['SYSTEM', '系统'],
    ],
  ],
  [
    'monitor_job_misfire',
    '错过执行时',
    [
      ['1', '全部补上'],
      ['2', '补执行一次'],
      ['3', '放弃'],
      ['0', '默认（补执行一次）'],
    ],
  ],
  [
    'monitor_job_concurrent',
    '是否并发',
    [
      ['0', '允许'],
      ['1', '禁止'],
    ],
  ],
  [
    'monitor_mail_state',
    '邮件状态',
    [
      ['waiting', '等待发送', 'warning'],
      ['sent', '已发出', 'success'],
      ['failed', '发送失败', 'danger'],
    ],
  ],
  ['monitor_mail_template', '邮件类别', Object.entries(MAIL_TEMPLATES).map(([key, { name }]): [string, string] => [key, name])],
];
