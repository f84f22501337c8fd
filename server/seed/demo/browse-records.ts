import { DAY_MS, SHANGHAI_MS } from '../../../contract/clock.ts';
import type { AppContext } from '../../context.ts';

/** A row of `sequence` that marks this step as done. */
const MARK = 'demo browse';
const RECORDS = 3_000;
const DAYS = 90;
const PART = 200;
const DEVICES = ['手机', '手机', '手机', '平板', '电脑', '电脑'] as const;

/** A small random generator with a fixed seed, so that every demo installation is the same. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** Adds the browse records of readers and visitors over 90 days, more of them recently and in the evening. Runs once. */
export async function addBrowseRecords(context: AppContext): Promise<void> {
  if (await context.db.selectFrom('sequence').select('value').where('name', '=', MARK).executeTakeFirst()) return;
  const works = await context.db.selectFrom('publication').select('id').where('status', '=', 'listed').orderBy('id').execute();
  const notices = await context.db
    .selectFrom('notice')
    .select('id')
    .where('status', '=', 'published')
    .where('audience', '=', 'all')
    .orderBy('id')
    .execute();
  const articles = await context.db.selectFrom('wechatArticle').select('id').where('delFlag', '=', '0').orderBy('id', 'desc').limit(40).execute();
  const readers = await context.db.selectFrom('user').select('id').where('userName', 'like', 'reader%').orderBy('id').execute();
  if (works.length === 0 || readers.length === 0) return;
  const chance = chances(20_261_126);
  const midnight = Math.floor((Date.now() + SHANGHAI_MS) / DAY_MS) * DAY_MS - SHANGHAI_MS;
  // Squared: the first ones of a list are looked at most.
  const pick = (rows: readonly { readonly id: number }[]): number => rows[Math.floor(chance() ** 2 * rows.length)]?.id ?? 0;
  const record = () => {
    const kind = chance();
    const [targetType, targets] =
      kind < 0.74 || articles.length === 0
        ? (['publication', works] as const)
        : kind < 0.86
          ? (['notice', notices] as const)
          : (['wechatArticle', articles] as const);
    const hour = 8 + Math.floor(Math.sqrt(chance()) * 15);
    const then = midnight - Math.floor(chance() ** 1.4 * (DAYS - 1)) * DAY_MS + hour * 3_600_000 + Math.floor(chance() * 3_600_000);
    // The hours of today that are still to come belong to yesterday.
    const at = then > Date.now() - 3_600_000 ? then - DAY_MS : then;
    const visitor = chance() < 0.35;
    const seconds = 5 + Math.floor(chance() ** 2 * 600);
    return {
      userId: visitor ? null : pick(readers),
      visitorId: visitor ? `demo-visitor-${Math.floor(chance() * 180)}` : '',
      targetType,
      targetId: pick(targets),
      seconds,
      network: `198.51.${Math.floor(chance() * 100)}.*`,
      device: DEVICES[Math.floor(chance() * DEVICES.length)] ?? '手机',
      createTime: at,
      lastTime: at + seconds * 1000,
    };
  };
  const rows = Array.from({ length: RECORDS }, record).toSorted((one, other) => one.createTime - other.createTime);
  await context.db.transaction().execute(async (tx) => {
    await tx.insertInto('sequence').values({ name: MARK, value: 1 }).execute();
    for (let from = 0; from < rows.length; from += PART)
      await tx
        .insertInto('browse')
        .values(rows.slice(from, from + PART))
        .execute();
  });
}
