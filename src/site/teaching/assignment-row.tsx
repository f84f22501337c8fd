import { Link } from 'react-router-dom';
import { deadlineText } from '../../../contract/deadline.ts';
import { assignmentMachine } from '../../../contract/teaching/assignment.machine.ts';
import type { AssignmentCard } from '../../../contract/teaching/assignment.ts';
import { ASSIGNMENT_MODES } from '../../../contract/teaching/teaching-limits.ts';
import { gradeWords, points } from './score-words.ts';
import { StateTag } from './state-tag.tsx';
import { assignmentPath } from './teaching-queries.ts';

/** An assignment in the list of a student. */
export function AssignmentRow({ one, withClass = false }: { one: AssignmentCard; withClass?: boolean }) {
  return (
    <li>
      <Link className="teach-row" to={assignmentPath(one.assignmentId)}>
        <span className="teach-row-head">
          <b className="serif one-line">{one.title}</b>
          {one.grade === 'none' ? (
            <StateTag machine={assignmentMachine} status={one.status} />
          ) : (
            <span className="teach-state" data-tone={one.grade === 'missing' ? 'waiting' : 'review'}>
              {gradeWords(one.grade, one.score, one.full)}
            </span>
          )}
        </span>
        <span className="teach-line">
          {deadlineText(one.dueAt)} 前交
          {one.extended ? '（已延期）' : ''}
        </span>
        <span className="meta teach-line">
          {withClass ? `${one.className} · ` : ''}
          {ASSIGNMENT_MODES[one.mode]} · {one.itemCount} 题 · 满分 {points(one.full)}
        </span>
      </Link>
    </li>
  );
}
