import type { DataOf } from '../../../contract/endpoint.ts';
import type { assignmentPaper } from '../../../contract/teaching/assignment-paper.ts';
import type { AppContext } from '../../context.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { paperItem } from '../../textbook/question-export/paper.service.ts';
import { versionMap } from '../../textbook/question/question.service.ts';
import { assignmentFor } from './assignment-read.service.ts';
import { itemsOf } from './assignment-row.format.ts';

/** The questions of an assignment with its points; the keys stay on the server unless they are asked for. */
export async function paperOfAssignment(
  { db }: AppContext,
  currentUser: CurrentUser,
  assignmentId: number,
  key: '0' | '1',
): Promise<DataOf<typeof assignmentPaper>> {
  const { assignment } = await assignmentFor(db, currentUser, assignmentId, 'teacher');
  const drawn = itemsOf(assignment).flatMap(({ take, points, versions }) => versions.slice(0, take).map(({ versionId }) => ({ versionId, points })));
  const found = await versionMap(
    db,
    drawn.map(({ versionId }) => versionId),
  );
  const items = drawn.flatMap(({ versionId, points }) => {
    const version = found.get(versionId);
    return version ? [paperItem(version, points, key === '1')] : [];
  });
  return { title: assignment.title, items };
}
