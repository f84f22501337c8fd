import { DAY_MS } from '../../../../contract/clock.ts';
import { isScored } from '../../../../contract/textbook/question-kind.ts';
import type { SentEntry } from '../../../../contract/textbook/practice.ts';
import type { AppContext } from '../../../context.ts';
import type { CurrentUser } from '../../../http/current-user.ts';
import { practiceWorks } from '../../../textbook/exercise/exercise.service.ts';
import { takeReview } from '../../../textbook/practice/practice-log.service.ts';
import { versionMap } from '../../../textbook/question/question.service.ts';

/** Questions of the wrong book, which were missed once, and those that two right answers have taken out of it: all are due today. */
const WRONG = 9;
const LEARNT = 6;
/** Days ago: missed, right, right again; the next time is today or a day ago. */
const LEARNING = [14, 12, 9] as const;

type Place = Pick<SentEntry, 'questionId' | 'versionId' | 'setId' | 'publishId'>;

/** Practice and review of a reader of the demo over the last weeks, when there is none: 15 questions are due, 9 of them are in the wrong book. */
export async function addDemoPractice(context: AppContext, reader: CurrentUser, publishIds: readonly number[]): Promise<void> {
  if (await context.db.selectFrom('reviewLog').select('logId').where('userId', '=', reader.userId).limit(1).executeTakeFirst()) return;
  const works = await practiceWorks(context, reader, publishIds);
  const found: Place[][] = [];
  for (const { publishId, sets } of works.values()) {
    const items = sets.filter(({ open }) => open).flatMap((set) => set.items.map((item) => ({ ...item, setId: set.setId, publishId })));
    const versions = await versionMap(
      context.db,
      items.map(({ versionId }) => versionId),
    );
    found.push(
      items.filter(({ versionId }) => {
        const version = versions.get(versionId);
        return version !== undefined && isScored(version.shown);
      }),
    );
  }
  const places = byTurns(found).slice(0, WRONG + LEARNT);
  const now = Date.now();
  const rows = places.flatMap((place, at) =>
    at < WRONG
      ? [entryFor(place, at, 0, 'practice', 1, now - (1 + (at % 6)) * DAY_MS)]
      : LEARNING.map((days, step) => entryFor(place, at, step, step === 0 ? 'practice' : 'review', step === 0 ? 1 : 3, now - days * DAY_MS)),
  );
  if (rows.length > 0) await takeReview(context, reader, { sentAt: now, cursor: 0, rows });
}

/** One of each list after the other, each question once. */
function byTurns(lists: readonly (readonly Place[])[]): Place[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const all = Array.from({ length: longest }, (_one, at) => lists.flatMap((list) => list[at] ?? [])).flat();
  return [...new Map(all.map((place) => [place.questionId, place])).values()];
}

function entryFor(place: Place, at: number, step: number, kind: SentEntry['kind'], rating: 1 | 3, when: number): SentEntry {
  const result = rating === 1 ? ({ verdict: 'wrong', tries: 2 } as const) : ({ verdict: 'right', tries: 1 } as const);
  const id = `60000000-0000-4000-8000-${String(step * 100 + at + 1).padStart(12, '0')}`;
  return { ...place, ...result, rating, id, at: when - at * 60_000, ms: 20_000, deviceId: 'demo-device-1', kind };
}
