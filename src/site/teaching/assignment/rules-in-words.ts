import type { AssignmentDraft } from '../../../../contract/teaching/assignment.ts';
import { SCORE_POLICIES, SHOW_TIMES } from '../../../../contract/teaching/teaching-limits.ts';
import { percent, points } from '../score-words.ts';

/** One sentence that reads the rules back to the teacher, as the students will meet them. */
export function rulesInWords({
  items,
  openAt,
  dueAt,
  limitMin,
  attempts,
  policy,
  lateDays,
  latePenaltyBp,
  showScore,
  showKey,
  weight,
}: AssignmentDraft): string {
  const full = items.reduce((sum, item) => sum + item.points * item.take, 0);
  const count = items.reduce((sum, { take }) => sum + take, 0);
  return [
    `${count}题，满分${points(full)}分`,
    `${openAt}开始，${dueAt}截止（那一分钟也算）`,
    limitMin > 0 ? `每次限时${limitMin}分钟` : '不限时',
    attempts === 1 ? '只能做一次' : `${attempts === 0 ? '不限次数' : `可以做${attempts}次`}，${SCORE_POLICIES[policy]}`,
    lateDays === 0 ? '截止后不能再交' : `可迟交${lateDays}天${latePenaltyBp > 0 ? `，每迟一天扣满分的${percent(latePenaltyBp)}` : '，不扣分'}`,
    `得分${SHOW_TIMES[showScore]}公布，答案${SHOW_TIMES[showKey]}公布`,
    weight > 0 ? `在总评里的权重是${weight}` : '不计入总评',
  ].join('；');
}
