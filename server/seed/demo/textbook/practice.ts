import { DAY_MS } from '../../../../contract/clock.ts';
import { isScored } from '../../../../contract/textbook/question-kind.ts';
import type { SentEntry } from '../../../../contract/textbook/practice.ts';
import type { AppContext } from '../../../context.ts';
import type { CurrentUser } from '../../../http/current-user.ts';
import { practiceWorks } from '../../../textbook/exercise/exercise.service.ts';
import { takeReview } from '../../../textbook/practice/practice-log.service.ts';
import { versionMap } from '../../../textbook/question/question.service.ts';

/** Questions of the wrong book, and those that were right at once. */
const WRONG = 9;
const RIGHT = 6;

/** Practice of a reader of the demo over the last week, when there is none: some of it is in the wrong book. */
export async function addDemoPractice(context: AppContext, reader: CurrentUser, publishIds: readonly number[]): Promise<void> {
  if (await context.db.selectFrom('reviewLog').select('logId').where('userId', '=', reader.userId).limit(1).executeTakeFirst()) return;
  const works = await practiceWorks(context, reader, publishIds);
  const places = [...works.values()].flatMap(({ publishId, sets }) =>
    sets.filter(({ open }) => open).flatMap(({ setId, items }) => items.map((item) => ({ ...item, setId, publishId }))),
  );
  const versions = await versionMap(
    context.db,
    places.map(({ versionId }) => versionId),
  );
  const now = Date.now();
  const rows = places
    .filter(({ versionId }) => {
      const version = versions.get(versionId);
      return version !== undefined && isScored(version.shown);
    })
    .slice(0, WRONG + RIGHT)
    .map((place, at): SentEntry => {
      const right = at >= WRONG;
      const result = right ? ({ rating: 3, verdict: 'right', tries: 1 } as const) : ({ rating: 1, verdict: 'wrong', tries: 2 } as const);
      const id = `60000000-0000-4000-8000-${String(at + 1).padStart(12, '0')}`;
      return { ...place, ...result, id, at: now - (at % 7) * DAY_MS - at * 60_000, ms: 20_000, deviceId: 'demo-device-1', kind: 'practice' };
    });
  if (rows.length > 0) await takeReview(context, reader, { sentAt: now, cursor: 0, rows });
}
