import type { Colour } from '../../../../contract/annotation/sync.ts';
import { DAY_MS } from '../../../../contract/clock.ts';
import type { AppContext } from '../../../context.ts';
import type { CurrentUser } from '../../../http/current-user.ts';
import { addNotes } from '../../../teaching/study/class-note.service.ts';
import { report } from '../../../teaching/study/learning.service.ts';
import type { BookSource } from '../book-source.ts';
import { narratedSentences } from '../narration.ts';

const BOOK = '渡口英语听说';
const CLASS = '英语听说1班';
const BESIDE = 64;
const MINUTE_MS = 60_000;
/** When the members of the class joined, before today. */
const JOINED_DAYS = 60;

/** Notes of the teacher, each at a passage that is once in its chapter, in one sentence without emphasis. */
export const CLASS_NOTES: readonly { readonly chapter: number; readonly quote: string; readonly note: string; readonly colour: Colour }[] = [
  {
    chapter: 0,
    quote: 'The ferry at Old Bridge leaves every twenty minutes',
    note: 'every + 时间段，“每二十分钟一班”。课上请用它说说宿舍楼下的班车。',
    colour: 'green',
  },
  {
    chapter: 0,
    quote: 'It didn’t work.',
    note: '一般过去时说刚才的失败：付款没有成功。接着那一句的提议用 shall I，句尾上扬；不要读成陈述句。录音里停顿处跟读两遍。',
    colour: 'blue',
  },
  {
    chapter: 0,
    quote: 'It says you have to go back today',
    note: '票上的字他都认得，说给母亲听时却换了一句话。想一想为什么，下次课请两位同学说。',
    colour: 'yellow',
  },
  { chapter: 1, quote: 'There’s no rule at weekends, but we could make one.', note: 'could 在这里表示建议，比 can 委婉。', colour: 'blue' },
  { chapter: 1, quote: 'It was the quiet between the noises.', note: 'quiet 作名词，“安静”。同类的词：the dark、the cold。', colour: 'green' },
  { chapter: 2, quote: 'If you run, three minutes.', note: '口语省略：完整的说法是 If you run, it will take you three minutes.', colour: 'pink' },
];

/** The position of a passage in the prepared book: a section with the heading and the paragraphs, and an element for each sentence of a paragraph. */
function passageIn({ chapters }: Pick<BookSource, 'chapters'>, { chapter, quote }: (typeof CLASS_NOTES)[number]) {
  const { title = '', paragraphs = [] } = chapters[chapter] ?? {};
  const line = paragraphs.findIndex((one) => one.includes(quote));
  const sentences = narratedSentences((paragraphs[line] ?? '').replace(/^> /, ''));
  const at = sentences.findIndex((one) => one.includes(quote));
  const sentence = sentences[at];
  if (sentence === undefined) return null;
  const from = sentence.indexOf(quote);
  const to = from + quote.length;
  return {
    documentIndex: chapter,
    chapterTitle: title,
    cfi: `epubcfi(/6/${(chapter + 1) * 2}!/4/2/${(line + 2) * 2}/${(at + 1) * 2},/1:${from},/1:${to})`,
    text: quote,
    before: sentence.slice(Math.max(0, from - BESIDE), from),
    after: sentence.slice(to, to + BESIDE),
  };
}

const classOf = ({ db }: AppContext) => db.selectFrom('courseClass').select('id').where('className', '=', CLASS).executeTakeFirst();
const bookOf = ({ db }: AppContext) =>
  db
    .selectFrom('publication')
    .innerJoin('edition', 'edition.id', 'publication.editionId')
    .select(['publication.id as publishId', 'edition.id as editionId', 'edition.documents'])
    .where('publication.title', '=', BOOK)
    .where('publication.status', '=', 'listed')
    .executeTakeFirst();

/** The notes of the teacher of the demo class, when there are none. */
export async function addClassNotes(context: AppContext, teacher: CurrentUser, sources: readonly BookSource[]): Promise<void> {
  const group = await classOf(context);
  const book = await bookOf(context);
  const source = sources.find(({ facts }) => facts['title'] === BOOK);
  if (!group || !book || !source || (await context.db.selectFrom('classNote').select('id').limit(1).executeTakeFirst())) return;
  const { publishId, editionId } = book;
  for (const one of CLASS_NOTES) {
    const place = passageIn(source, one);
    if (place) await addNotes(context, teacher, { classIds: [group.id], publishId, editionId, ...place, note: one.note, colour: one.colour });
  }
}

/** Minutes of a student in a chapter: the first students are further in the book than the last ones. */
function minutesOf(student: number, chapter: number): number {
  const reach = 5 - Math.floor(student / 2);
  if (chapter > reach || student >= 11) return 0;
  return 6 + ((student * 7 + chapter * 5) % 17);
}

/** Reading of the members of the demo class since they joined, when there is none. One of them has not begun. */
export async function addLearning(context: AppContext, students: readonly CurrentUser[]): Promise<void> {
  const { db } = context;
  const group = await classOf(context);
  const book = await bookOf(context);
  if (!group || !book || (await db.selectFrom('learningRecord').select('userId').limit(1).executeTakeFirst())) return;
  const now = Date.now();
  const joined = now - JOINED_DAYS * DAY_MS;
  await db
    .updateTable('classMember')
    .set({ consentAt: joined, joinedAt: joined })
    .where('classId', '=', group.id)
    .where('consentAt', 'is not', null)
    .execute();
  for (const [at, student] of students.entries()) {
    const read = Array.from({ length: book.documents }, (_one, chapter) => ({ chapter, minutes: minutesOf(at, chapter) })).filter(
      ({ minutes }) => minutes > 0,
    );
    if (read.length === 0) continue;
    const last = read.length - 1;
    await report(context, student, {
      deviceId: `demo-phone-${at}`,
      now,
      sessions: read.map(({ chapter, minutes }) => {
        const startedAt = now - (last - chapter) * 6 * DAY_MS - (at + 1) * 5 * 3_600_000 - minutes * MINUTE_MS;
        const reached = chapter < last ? 100 : 35 + ((at * 13) % 60);
        return {
          sessionId: `demo-session-${at}-${chapter}`,
          publishId: book.publishId,
          startedAt,
          lastAt: startedAt + minutes * MINUTE_MS,
          chapters: [{ documentIndex: chapter, seconds: minutes * 60 - ((at * 11) % 50), reached }],
        };
      }),
    });
    const updateTime = now - (at + 1) * 5 * 3_600_000;
    const place = {
      editionId: book.editionId,
      cfi: `epubcfi(/6/${(last + 1) * 2}!/4/2/8)`,
      percent: Math.min(9_800, Math.round((10_000 * (last + 0.4)) / book.documents)),
      documentIndex: last,
      device: '手机',
      clock: updateTime,
      updateTime,
    };
    await db
      .insertInto('readingProgress')
      .values({ userId: student.userId, publicationId: book.publishId, ...place, beganAt: joined })
      .onConflict((oc) => oc.columns(['userId', 'publicationId']).doUpdateSet(place))
      .execute();
  }
}
