import { TEXTBOOK_STAGES } from '../../../contract/catalog/textbook-stage.ts';
import { assignmentMachine } from '../../../contract/teaching/assignment.machine.ts';
import { attemptMachine } from '../../../contract/teaching/attempt.machine.ts';
import { regradeMachine } from '../../../contract/teaching/regrade.machine.ts';
import { courseClassMachine } from '../../../contract/teaching/course-class.machine.ts';
import { accessBatchMachine } from '../../../contract/textbook/access-batch.machine.ts';
import { exerciseSetMachine } from '../../../contract/textbook/exercise-set.machine.ts';
import { ANSWER_LANGUAGES, QUESTION_KINDS, QUESTION_USES } from '../../../contract/textbook/question-kind.ts';
import { BANK_OWNERS, BANK_SHARES, QUESTION_STATUS } from '../../../contract/textbook/question-limits.ts';
import { PLACED_KINDS } from '../../../contract/textbook/textbook-limits.ts';
import { statesOf, type Entries } from './dictionary-entries.ts';

export const TEXTBOOK_DICTIONARIES: readonly (readonly [type: string, name: string, entries: Entries])[] = [
  ['teaching_class_status', '班级状态', statesOf(courseClassMachine)],
  ['teaching_assignment_status', '作业状态', statesOf(assignmentMachine)],
  ['teaching_attempt_status', '作答状态', statesOf(attemptMachine)],
  ['teaching_regrade_status', '重新评分状态', statesOf(regradeMachine)],
  ['textbook_stage', '教材学段', Object.entries(TEXTBOOK_STAGES)],
  ['textbook_placed_kind', '随文内容', Object.entries(PLACED_KINDS)],
  ['textbook_answer_language', '作答语言', Object.entries(ANSWER_LANGUAGES)],
  ['textbook_question_kind', '题型', Object.entries(QUESTION_KINDS)],
  ['textbook_question_use', '题目用途', Object.entries(QUESTION_USES)],
  ['textbook_question_status', '题目状态', Object.entries(QUESTION_STATUS)],
  ['textbook_bank_owner', '题库归属', Object.entries(BANK_OWNERS)],
  ['textbook_bank_share', '题库共享', Object.entries(BANK_SHARES)],
  ['textbook_code_batch_status', '激活码批次状态', statesOf(accessBatchMachine)],
  ['textbook_set_status', '练习状态', statesOf(exerciseSetMachine)],
];
