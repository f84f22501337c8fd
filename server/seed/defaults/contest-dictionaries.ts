import { CONFLICT_NAMES, ROUND_MODE_NAMES, ROUND_NAMES, SEE_OTHERS_NAMES, WORK_KIND_NAMES } from '../../../contract/contest/contest-limits.ts';
import { blindCopyMachine } from '../../../contract/contest/blind-copy.machine.ts';
import { contestExceptionMachine } from '../../../contract/contest/contest-exception.machine.ts';
import { contestMachine } from '../../../contract/contest/contest.machine.ts';
import { objectionMachine } from '../../../contract/contest/contest-objection.machine.ts';
import { contestRoundMachine } from '../../../contract/contest/contest-round.machine.ts';
import { contestSubmitMachine } from '../../../contract/contest/contest-submit.machine.ts';
import { judgeTaskMachine } from '../../../contract/contest/judge-task.machine.ts';
import { statesOf, type Entries } from './dictionary-entries.ts';

export const CONTEST_DICTIONARIES: readonly (readonly [type: string, name: string, entries: Entries])[] = [
  ['contest_contest_status', '大赛状态', statesOf(contestMachine)],
  ['contest_round_status', '轮次状态', statesOf(contestRoundMachine)],
  ['contest_submit_status', '参赛作品状态', statesOf(contestSubmitMachine)],
  ['contest_task_status', '评审任务状态', statesOf(judgeTaskMachine)],
  ['contest_round_type', '大赛轮次', Object.entries(ROUND_NAMES)],
  ['contest_round_mode', '评法', Object.entries(ROUND_MODE_NAMES)],
  ['contest_round_see_others', '何时看到他人评分', Object.entries(SEE_OTHERS_NAMES)],
  ['contest_conflict_kind', '回避原因', Object.entries(CONFLICT_NAMES)],
  ['contest_blind_state', '匿名文件状态', statesOf(blindCopyMachine)],
  ['contest_exception_status', '例外状态', statesOf(contestExceptionMachine)],
  ['contest_objection_status', '异议状态', statesOf(objectionMachine)],
  ['contest_work_kind', '参赛作品类型', Object.entries(WORK_KIND_NAMES)],
];
