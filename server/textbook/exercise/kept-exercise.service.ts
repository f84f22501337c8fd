import type { KeptExercises } from '../../../contract/textbook/kept-exercise.ts';
import { rightTo } from '../../commerce/entitlement.service.ts';
import type { AppContext } from '../../context.ts';
import { forbidden } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { shownQuestion, versionsOf } from '../question/question.service.ts';
import type { LiveSet } from './exercise-set.service.ts';
import { liveSets } from './exercise.queries.ts';
import { practiceItems } from './exercise.service.ts';

/** Returns the exercises that readers see of a work, with the keys of practice. Questions of assignments are in no exercise. */
export async function exercisesToKeep(context: AppContext, currentUser: CurrentUser, publishId: number): Promise<KeptExercises> {
  if (!(await rightTo(context, currentUser, publishId)).entitled) throw forbidden('您还没有这部教材的使用权，不能把练习存到本机');
  const sets = (await liveSets(context.db, publishId)).map((row) => ({ setId: row.id, live: JSON.parse(row.live) as LiveSet }));
  return Promise.all(
    sets.map(async ({ setId, live: { title, documentIndex, shuffle, items } }) => {
      const versions = await versionsOf(
        context.db,
        (await practiceItems(context, items)).map(({ versionId }) => versionId),
      );
      const questions = versions.map((version) => ({ ...shownQuestion(version), key: version.key }));
      return { setId, publishId, title, documentIndex, shuffle, questions };
    }),
  );
}
