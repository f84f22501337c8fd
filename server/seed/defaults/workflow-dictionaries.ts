import { statesOf, type Entries } from './dictionary-entries.ts';
import { flowDefinitionMachine } from '../../../contract/workflow/flow-definition.machine.ts';
import { flowInstanceMachine } from '../../../contract/workflow/flow-instance.machine.ts';
import { flowTaskMachine } from '../../../contract/workflow/flow-task.machine.ts';
import { COMMENT_LABELS } from '../../../contract/workflow/flow-task.ts';

/** Workflow dictionaries, the same as in compatible clients. */
export const WORKFLOW_DICTIONARIES: readonly (readonly [type: string, name: string, entries: Entries])[] = [
  [
    'sys_process_category',
    '流程分类',
    [
      ['edit', '编务', 'primary'],
      ['office', '行政', 'default'],
      ['hr', '人事', 'success'],
      ['finance', '财务', 'warning'],
      ['other', '其他', 'default'],
    ],
  ],
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
      ['classListener', '类'],
      ['expressionListener', '表达式'],
      ['delegateExpressionListener', '代理表达式'],
    ],
  ],
  ['flow_task_status', '流程任务状态', statesOf(flowTaskMachine)],
  ['flow_instance_status', '流程实例状态', statesOf(flowInstanceMachine)],
  ['flow_definition_state', '流程定义状态', statesOf(flowDefinitionMachine)],
  ['flow_comment_type', '流程意见类型', Object.entries(COMMENT_LABELS).map(([value, label]) => [value, label] as const)],
];
