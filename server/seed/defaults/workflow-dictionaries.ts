import type { Entries } from './dictionary-entries.ts';

/** Workflow dictionaries, the same as in compatible clients. */
export const WORKFLOW_DICTIONARIES: readonly (readonly [type: string, name: string, entries: Entries])[] = [
  [
    'exp_data_type',
    '表达式类型',
    [
      ['fixed', '系统指定', 'primary'],
      ['dynamic', '动态选择', 'warning'],
    ],
  ],
  [
    'sys_listener_type',
    '监听类型',
    [
      ['1', '任务监听', 'primary'],
      ['2', '执行监听', 'success'],
    ],
  ],
  [
    'sys_listener_event_type',
    '监听事件',
    [
      ['create', '创建'],
      ['assignment', '指派'],
      ['complete', '完成'],
      ['delete', '删除'],
      ['start', '开始'],
      ['end', '结束'],
      ['take', '流转'],
    ],
  ],
  [
    'sys_listener_value_type',
    '监听值类型',
    [
      ['class', '类'],
      ['expression', '表达式'],
      ['delegate', '代理表达式'],
    ],
  ],
];
