import { DAY_MS } from '../../../contract/clock.ts';
import type { AppContext } from '../../context.ts';

/** Days over which the scores are spread. */
const SCORED_DAYS = 60;
/** A row of `sequence` that marks this step as done. */
const MARK = 'demo readers';
/** Search terms, most frequent first; each has results. */
const SEARCHED = ['老桥', '月亮', '日语', '写作', '翻译', '清晨', '红笔', '渡口'];

/** A small random generator with a fixed seed, so that every demo installation is the same. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** Adds views, collects, scores and reading positions of the forty readers, so that rankings and counts have data. Runs once. */
export async function addReaders(context: AppContext): Promise<void> {
  const done = await context.db.selectFrom('sequence').select('value').where('name', '=', MARK).executeTakeFirst();
  if (done) return;
  const works = await context.db
    .selectFrom('publication')
    .innerJoin('edition', 'edition.id', 'publication.editionId')
    .select(['publication.id', 'publication.isFree', 'publication.trialChapters', 'edition.id as editionId', 'edition.documents'])
    .where('publication.status', '=', 'listed')
    .orderBy('publication.id')
    .execute();
  const readers = await context.db.selectFrom('user').select('id').where('userName', 'like', 'reader%').orderBy('id').execute();
  const chance = chances(20_261_121);
  const now = Date.now();
  await context.db.transaction().execute(async (tx) => {
    await tx.insertInto('sequence').values({ name: MARK, value: 1 }).execute();
    const words = SEARCHED.map((word, index) => ({ word, hits: 3 * (SEARCHED.length - index), visitors: 3, lastTime: now - index * DAY_MS }));
    await tx
      .insertInto('searchWord')
      .values(words)
      .onConflict((oc) => oc.column('word').doNothing())
      .execute();
    for (const [index, work] of works.entries()) {
      const liking = 0.45 + chance() * 0.45;
      const collectors = readers.filter(() => chance() < liking * 0.6);
      const scorers = readers.filter(() => chance() < liking * 0.5);
      const placed = readers.filter(() => chance() < liking);
      const scores = scorers.map(({ id }) => ({
        userId: id,
        publicationId: work.id,
        score: chance() < liking ? 5 : chance() < 0.7 ? 4 : 3,
        updateTime: now - ((id * 7 + index * 13) % SCORED_DAYS) * DAY_MS,
      }));
      if (collectors.length > 0)
        await tx
          .insertInto('collect')
          .values(
            collectors.map(({ id }) => ({
              userId: id,
              targetType: 'publication',
              targetId: work.id,
              createTime: now - Math.floor(chance() * 60) * DAY_MS,
            })),
          )
          .execute();
      if (scores.length > 0) await tx.insertInto('score').values(scores).execute();
      if (placed.length > 0)
        await tx
          .insertInto('readingProgress')
          .values(
            placed.map(({ id }) => {
              // Readers without the right have positions inside the trial.
              const open = work.isFree === '1' ? work.documents : Math.max(1, work.trialChapters);
              const documentIndex = Math.floor(chance() * open);
              const at = now - Math.floor(chance() * 30 * DAY_MS);
              return {
                userId: id,
                publicationId: work.id,
                editionId: work.editionId,
                cfi: `epubcfi(/6/${(documentIndex + 1) * 2}!/4/2/2)`,
                percent: Math.round((documentIndex / work.documents) * 10_000),
                documentIndex,
                device: '手机',
                clock: at,
                updateTime: at,
                beganAt: at - (id % 3) * DAY_MS,
              };
            }),
          )
          .execute();
      await tx
        .updateTable('publication')
        .set({
          viewNum: Math.round(120 + liking * 2_400 + index * 37),
          collectNum: collectors.length,
          scoreCount: scores.length,
          scoreSum: scores.reduce((sum, one) => sum + one.score, 0),
          readerNum: placed.length,
        })
        .where('id', '=', work.id)
        .execute();
    }
  });
}
