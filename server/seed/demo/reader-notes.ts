import { DAY_MS } from '../../../contract/clock.ts';
import { SYNC_MOST, type Colour, type Passage, type Written } from '../../../contract/annotation/sync.ts';
import { syncOf } from '../../annotation/sync.service.ts';
import type { AppContext } from '../../context.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { wireDate } from '../../db/clock.ts';
import type { BookSource } from './book-source.ts';

const MINUTE = 60;
/** A row of `sequence` that marks this step as done. */
const MARK = 'demo reader notes';
const DEVICE = { deviceId: 'demo-phone-of-reader', device: '手机' } as const;
const BESIDE = 64;

export interface Quoted {
  readonly title: string;
  readonly chapter: number;
  readonly quote: string;
  readonly daysAgo: number;
}
const NOTES: readonly (Quoted & { readonly colour: Colour; readonly note?: string })[] = [
  { title: '桥上的灯', chapter: 0, quote: '造错了能改，拆了就没处问了。', colour: 'yellow', note: '师傅这句话，做修订的人都该记着。', daysAgo: 2 },
  { title: '桥上的灯', chapter: 0, quote: '小孟读得很慢，像读一个没背过的单词：四米，八，三。', colour: 'blue', daysAgo: 2 },
  {
    title: '月亮邮局',
    chapter: 1,
    quote: '寄给月亮的信，邮资是一样圆的东西。',
    colour: 'green',
    note: '念给女儿听，她去翻了一晚上的抽屉。',
    daysAgo: 4,
  },
  { title: '月亮邮局', chapter: 2, quote: '“太圆了，打转。”', colour: 'yellow', daysAgo: 4 },
  { title: '月亮邮局', chapter: 3, quote: '“慢慢教，”另一颗牙说，“先教咬面条。”', colour: 'pink', daysAgo: 3 },
  {
    title: '桌上的字典',
    chapter: 0,
    quote: '一个词能这样含糊，是因为旁边有人，不用说清楚。',
    colour: 'purple',
    note: '下次上课可以从这一句讲起。',
    daysAgo: 9,
  },
  { title: '雨停在四点半', chapter: 0, quote: '调慢比调快难，快了慢了都得有个准头。', colour: 'yellow', daysAgo: 16 },
  { title: '翻译是过河', chapter: 0, quote: '译者要译的是那只脚。', colour: 'blue', note: '比任何一条定义都清楚。', daysAgo: 21 },
];
const LAMPS = 'The Lamp Keeper’s Notebook';
const WORDS: readonly (Quoted & { readonly word: string; readonly meaning: string; readonly box: number; readonly dueIn: number })[] = [
  {
    title: LAMPS,
    chapter: 0,
    word: 'logbooks',
    meaning: '值班记录簿',
    quote: 'There was a kettle, there was a stamp, and on top of a cupboard there were thirty-one logbooks with hard green covers.',
    box: 1,
    dueIn: -1,
    daysAgo: 6,
  },
  {
    title: LAMPS,
    chapter: 0,
    word: 'kettle',
    meaning: '烧水壶',
    quote: 'There was a kettle, there was a stamp, and on top of a cupboard there were thirty-one logbooks with hard green covers.',
    box: 4,
    dueIn: 5,
    daysAgo: 30,
  },
  {
    title: LAMPS,
    chapter: 1,
    word: 'barge',
    meaning: '驳船，平底的货船',
    quote: '“It was the night the oil barge didn’t come.',
    box: 2,
    dueIn: -1,
    daysAgo: 5,
  },
  {
    title: LAMPS,
    chapter: 1,
    word: 'lantern',
    meaning: '提灯，灯笼',
    quote: 'He walked up and down the bridge until morning with a hand lantern, so that the boats would have something to steer by.',
    box: 6,
    dueIn: 20,
    daysAgo: 30,
  },
  {
    title: LAMPS,
    chapter: 1,
    word: 'steer by',
    meaning: '照着……掌舵',
    quote: 'He walked up and down the bridge until morning with a hand lantern, so that the boats would have something to steer by.',
    box: 0,
    dueIn: -1,
    daysAgo: 5,
  },
];
/** Each must be in a plain-text paragraph, because its position is computed from the source. */
export const QUOTED: readonly Quoted[] = [...NOTES, ...WORDS];
const FINISHED: readonly { readonly title: string; readonly daysAgo: number }[] = [
  { title: '雨停在四点半', daysAgo: 15 },
  { title: '第一站：日语小故事', daysAgo: 33 },
];
/** Minutes of reading per day, backwards from today; some days are empty. */
const MINUTES = [
  8, 34, 21, 47, 15, 52, 26, 18, 0, 39, 12, 0, 0, 28, 44, 63, 31, 9, 0, 22, 0, 35, 41, 17, 0, 0, 14, 29, 55, 20, 0, 33, 26, 48, 11, 0, 0, 24, 37, 16,
];

interface Work {
  readonly publishId: number;
  readonly editionId: number;
  readonly documents: number;
}

/**
 * Adds notes, words and reading times of `reader`, so that the personal pages have content. It uses the sync endpoint like any device.
 * Runs once.
 */
export async function addReaderNotes(context: AppContext, reader: CurrentUser, sources: readonly BookSource[], now = Date.now()): Promise<void> {
  const done = await context.db.selectFrom('sequence').select('value').where('name', '=', MARK).executeTakeFirst();
  if (done) return;
  const listed = await context.db
    .selectFrom('publication')
    .innerJoin('edition', 'edition.id', 'publication.editionId')
    .select(['publication.title', 'publication.id as publishId', 'edition.id as editionId', 'edition.documents'])
    .where('publication.status', '=', 'listed')
    .execute();
  const works = new Map<string, Work>(listed.map(({ title, ...work }) => [title, work]));
  const finished = FINISHED.flatMap(({ title, daysAgo }) => (works.get(title) ? [{ work: works.get(title) as Work, daysAgo }] : []));
  const written = [
    ...NOTES.flatMap((note, index) => {
      const passage = passageIn(note, note.quote, works, sources);
      const head = headOf(`demo-note-${index}`, now - note.daysAgo * DAY_MS - index * MINUTE * 1000);
      const { colour, note: text = '' } = note;
      return passage
        ? [{ kind: 'mark' as const, ...head, ...passage, type: text ? ('note' as const) : ('highlight' as const), note: text, colour, settle: false }]
        : [];
    }),
    ...WORDS.flatMap((word, index) => {
      const passage = passageIn(word, word.word, works, sources);
      if (!passage) return [];
      const { percent: _percent, ...rest } = passage;
      const { meaning, box, quote: sentence } = word;
      const head = headOf(`demo-word-${index}`, now - word.daysAgo * DAY_MS - index * MINUTE * 1000);
      return [{ kind: 'word' as const, ...head, ...rest, sentence, meaning, meant: true, box, dueAt: now + word.dueIn * DAY_MS, reviews: box + 1 }];
    }),
    ...MINUTES.flatMap((minutes, daysAgo) => {
      const day = wireDate(now - daysAgo * DAY_MS);
      const ended = finished.filter((one) => one.daysAgo === daysAgo).map((one) => one.work.publishId);
      const head = headOf(`demo-day-${day}`, now - daysAgo * DAY_MS);
      return minutes > 0
        ? [{ kind: 'day' as const, ...head, day, seconds: minutes * MINUTE, pages: Math.round(minutes * 1.4), finished: ended }]
        : [];
    }),
  ] satisfies Written[];
  for (let from = 0; from < written.length; from += SYNC_MOST)
    await syncOf(context, reader, { ...DEVICE, cursor: 0, objects: written.slice(from, from + SYNC_MOST) });
  await context.db.transaction().execute(async (tx) => {
    // The notes get the dates of their days instead of today.
    for (const table of ['annotation', 'word'] as const)
      await tx
        .updateTable(table)
        .set((eb) => ({ createTime: eb.ref('clock'), updateTime: eb.ref('clock') }))
        .where('userId', '=', reader.userId)
        .where('deviceId', '=', DEVICE.deviceId)
        .execute();
    for (const { work, daysAgo } of finished) {
      const at = { editionId: work.editionId, documentIndex: work.documents - 1, percent: 10_000, clock: now - daysAgo * DAY_MS };
      const place = { ...at, cfi: `epubcfi(/6/${work.documents * 2}!/4/2/2)`, device: DEVICE.device, updateTime: at.clock };
      await tx
        .insertInto('readingProgress')
        .values({ userId: reader.userId, publicationId: work.publishId, ...place })
        .onConflict((oc) => oc.columns(['userId', 'publicationId']).doUpdateSet(place))
        .execute();
    }
    await tx.insertInto('sequence').values({ name: MARK, value: 1 }).execute();
  });
}

const headOf = (clientId: string, clock: number) => ({ clientId, base: 0, clock, deleted: false });

/**
 * Returns the position of the text in the prepared book, which has a heading and then one paragraph for each one in the source; null when
 * it is missing.
 */
function passageIn(
  quoted: Quoted,
  text: string,
  works: ReadonlyMap<string, Work>,
  sources: readonly BookSource[],
): (Passage & { percent: number }) | null {
  const work = works.get(quoted.title);
  const chapters = sources.find(({ facts }) => facts['title'] === quoted.title)?.chapters;
  const chapter = chapters?.[quoted.chapter];
  const line = chapter?.paragraphs.findIndex((one) => one.includes(quoted.quote)) ?? -1;
  const paragraph = chapter?.paragraphs[line];
  if (!work || !chapters || !chapter || paragraph === undefined) return null;
  const at = paragraph.indexOf(quoted.quote) + quoted.quote.indexOf(text);
  const long = (some: typeof chapters): number => some.flatMap((one) => one.paragraphs).join('').length;
  return {
    publishId: work.publishId,
    editionId: work.editionId,
    documentIndex: quoted.chapter,
    chapterTitle: chapter.title,
    cfi: `epubcfi(/6/${(quoted.chapter + 1) * 2}!/4/2/${(line + 2) * 2},/1:${at},/1:${at + text.length})`,
    text,
    before: paragraph.slice(Math.max(0, at - BESIDE), at),
    after: paragraph.slice(at + text.length, at + text.length + BESIDE),
    percent: Math.round((10_000 * long(chapters.slice(0, quoted.chapter))) / long(chapters)) / 100,
  };
}
